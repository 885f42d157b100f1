-- Appeals against decisions that were taken back by hand were left open.
update appeals p set status = 'granted', answer = 'We took this decision back.', decided_at = now()
from moderation_actions a where a.id = p.action_id and p.status = 'open' and a.revoked_at is not null;
