-- What admins did through the product. No foreign keys: an entry outlives the accounts and the content it names.
create table audit_log (
  id uuid primary key,
  -- Null for the server itself, such as a scheduled job.
  actor_id uuid,
  action text not null check (length(action) between 1 and 60),
  target_type text not null check (length(target_type) between 1 and 40),
  target_id text check (length(target_id) <= 100),
  -- The member whom the action concerns, so that everything about one member is one index scan.
  member_id uuid,
  before jsonb,
  after jsonb,
  reason text check (length(reason) <= 2000),
  address text not null default '',
  request_id text not null default '',
  created_at timestamptz(3) not null default clock_timestamp()
);
create index audit_log_newest on audit_log (created_at desc, id desc);
create index audit_log_by_actor on audit_log (actor_id, created_at desc, id desc);
create index audit_log_by_action on audit_log (action, created_at desc, id desc);
create index audit_log_by_target on audit_log (target_type, target_id, created_at desc, id desc);
create index audit_log_by_member on audit_log (member_id, created_at desc, id desc) where member_id is not null;

-- Append-only twice over: the role that the server connects as loses the privileges, and a trigger refuses the statement
-- even to a superuser or to a role that was granted them again.
create function refuse_audit_log_change() returns trigger language plpgsql as $$
begin
  raise exception 'audit_log is append-only' using errcode = 'insufficient_privilege';
end $$;
create trigger audit_log_append_only before update or delete or truncate on audit_log
  for each statement execute function refuse_audit_log_change();
do $$
begin
  execute format('revoke update, delete, truncate on audit_log from public, %I', current_user);
end $$;
