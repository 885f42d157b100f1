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
  -- Off where the member wants this type by mail or push only: such a notice is neither listed nor counted.
  is_listed boolean not null default true,
  -- Since when it waits for the member's next digest mail; null where none is to come.
  mail_waits_since timestamptz(3),
  created_at timestamptz(3) not null default clock_timestamp()
);
create index notifications_by_user on notifications (user_id, created_at desc, id desc);
-- One open group of the same deed on the same thing.
create unique index notifications_open_group on notifications (user_id, type, reference_id, is_listed) nulls not distinct
  where not is_read and type in ('like', 'comment', 'message');
create index notifications_by_actor on notifications (actor_id);
create index notifications_by_reference on notifications (reference_id);
create index notifications_waiting_for_mail on notifications (mail_waits_since) where mail_waits_since is not null;

-- All who stand behind a grouped notice: the same member twice is still one.
create table notification_actors (
  notification_id uuid not null references notifications on delete cascade,
  actor_id uuid not null references profiles on delete cascade,
  acted_at timestamptz(3) not null default clock_timestamp(),
  primary key (notification_id, actor_id)
);
create index notification_actors_by_actor on notification_actors (actor_id);

-- How a member wants to hear of a type; without a row it is as the service says.
create table notification_choices (
  user_id uuid not null references profiles on delete cascade,
  type notification_type not null,
  in_app boolean not null,
  by_mail boolean not null,
  by_push boolean not null,
  primary key (user_id, type)
);

-- A browser that takes push messages: it does so until the session that switched it on ends.
create table push_subscriptions (
  session_id uuid primary key references auth.sessions on delete cascade,
  user_id uuid not null references profiles on delete cascade,
  endpoint text not null unique check (length(endpoint) <= 1000),
  p256dh text not null check (length(p256dh) <= 100),
  auth text not null check (length(auth) <= 50),
  created_at timestamptz(3) not null default clock_timestamp()
);
create index push_subscriptions_by_user on push_subscriptions (user_id);

-- The pair of keys by which push services know this site, made at first need where none is configured. The private one is sealed.
create table push_keys (
  is_only boolean primary key default true check (is_only),
  public_key text not null,
  private_key bytea not null,
  created_at timestamptz(3) not null default clock_timestamp()
);
