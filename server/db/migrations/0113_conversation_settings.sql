-- What a member does with a conversation for themselves: muted, deleted up to a time, or declined while it was a request.
alter table thread_members
  add column is_muted boolean not null default false,
  add column is_declined boolean not null default false,
  add column cleared_at timestamptz(3);
