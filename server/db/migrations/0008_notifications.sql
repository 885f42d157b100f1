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
  -- Null where nobody did it, and once their account is gone.
  actor_id uuid references profiles on delete set null,
  others_count integer not null default 0 check (others_count >= 0),
  is_read boolean not null default false,
  created_at timestamptz(3) not null default clock_timestamp()
);
create index notifications_by_user on notifications (user_id, created_at desc, id desc);
-- One open group of the same deed on the same thing.
create unique index notifications_open_group on notifications (user_id, type, reference_id) nulls not distinct
  where not is_read and type in ('like', 'comment', 'message');
create index notifications_by_actor on notifications (actor_id);
create index notifications_by_reference on notifications (reference_id);

-- All who stand behind a grouped notice: the same member twice is still one.
create table notification_actors (
  notification_id uuid not null references notifications on delete cascade,
  actor_id uuid not null references profiles on delete cascade,
  acted_at timestamptz(3) not null default clock_timestamp(),
  primary key (notification_id, actor_id)
);
create index notification_actors_by_actor on notification_actors (actor_id);
