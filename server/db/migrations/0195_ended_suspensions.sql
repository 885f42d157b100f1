-- Lifting a suspension did not revoke the decision, which now would come back after a later ban. Those that are over by
-- themselves stay as they are: they were not taken back.
update moderation_actions a set revoked_at = now()
from auth.users u
where u.id = a.member_id and a.kind = 'suspended' and a.revoked_at is null
  and (a.ends_at is null or a.ends_at > now())
  and (u.banned_until is null or u.banned_until <= now() or not u.is_suspension);
