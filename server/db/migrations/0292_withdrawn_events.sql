-- What its member withdrew has no decision of an admin any more; what an admin withdrew has one. The audit log knows which it is.
update events e set reviewed_by = null, reviewed_at = null
where e.status = 'withdrawn' and e.reviewed_at is not null and not exists (
  select from audit_log l where l.target_type = 'event' and l.target_id = e.id::text and l.action = 'event.withdrawn');
update events e set reviewed_at = e.updated_at
where e.status = 'withdrawn' and e.reviewed_at is null and exists (
  select from audit_log l where l.target_type = 'event' and l.target_id = e.id::text and l.action = 'event.withdrawn');
