create type notification_type as enum (
  'like', 'comment', 'follower', 'message', 'suggestion_accepted', 'event_reminder', 'follow_request', 'reward'
);
create table notifications (
  id uuid primary key,
  user_id uuid not null references profiles on delete cascade,
  type notification_type not null,
  title text not null check (length(title) between 1 and 200),
  message text not null check (length(message) <= 500),
  -- The outfit, thread or member it points to.
  reference_id uuid,
  -- Who did it (the newest, where several are grouped), and how many others did the same.
  actor_id uuid references profiles on delete cascade,
  others_count integer not null default 0 check (others_count >= 0),
  is_read boolean not null default false,
  created_at timestamptz(3) not null default clock_timestamp()
);
create index notifications_by_user on notifications (user_id, created_at desc, id desc);
-- One open group of the same deed on the same thing.
create unique index notifications_open_group on notifications (user_id, type, reference_id) nulls not distinct
  where not is_read and type in ('like', 'comment', 'message');
create index notifications_by_actor on notifications (actor_id);
