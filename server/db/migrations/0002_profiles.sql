create type membership_tier as enum ('free', 'premium', 'pro');
create type user_role as enum ('user', 'business', 'admin');

create table profiles (
  id uuid primary key references auth.users on delete cascade,
  username text not null check (username ~ '^[a-z0-9](?:[a-z0-9._]{1,28})[a-z0-9_]$'),
  -- The username with look-alike characters folded together: two members never look the same.
  username_skeleton text not null,
  username_last_changed timestamptz(3),
  bio text check (length(bio) <= 200),
  location text check (length(location) <= 80),
  avatar_url text,
  banner_url text,
  banner_adjustments jsonb check (jsonb_typeof(banner_adjustments) = 'object'),
  instagram_url text check (instagram_url like 'https://%'),
  twitter_url text check (twitter_url like 'https://%'),
  facebook_url text check (facebook_url like 'https://%'),
  youtube_url text check (youtube_url like 'https://%'),
  tiktok_url text check (tiktok_url like 'https://%'),
  membership_tier membership_tier not null default 'free',
  is_private boolean not null default false,
  closet_private boolean not null default true,
  notified_by_email boolean not null default true,
  notified_by_push boolean not null default false,
  -- Kept counts: changed in the transaction of the row that causes them, recounted by a nightly job.
  total_likes integer not null default 0 check (total_likes >= 0),
  outfit_count integer not null default 0 check (outfit_count >= 0),
  followers_count integer not null default 0 check (followers_count >= 0),
  following_count integer not null default 0 check (following_count >= 0),
  unread_notifications_count integer not null default 0 check (unread_notifications_count >= 0),
  points integer not null default 0 check (points >= 0),
  activity_score numeric(6, 3) not null default 0 check (activity_score between 0 and 100),
  last_activity_update timestamptz(3),
  created_at timestamptz(3) not null default clock_timestamp()
) with (fillfactor = 85);
create unique index profiles_username_key on profiles (username);
create unique index profiles_username_skeleton_key on profiles (username_skeleton);
create index profiles_username_search on profiles using gin (username gin_trgm_ops);

-- A changed username redirects for 90 days and is not free for others in that time.
create table former_usernames (
  username_skeleton text primary key,
  username text not null,
  user_id uuid not null references profiles on delete cascade,
  changed_at timestamptz(3) not null default clock_timestamp()
);
create index former_usernames_by_user on former_usernames (user_id);

-- One role a member: the primary key is the rule.
create table user_roles (
  user_id uuid primary key references profiles on delete cascade,
  role user_role not null default 'user'
);
create index user_roles_admins on user_roles (role) where role <> 'user';

create view public_profiles as select id, username, avatar_url from profiles;
