create table follows (
  follower_id uuid not null references profiles on delete cascade,
  following_id uuid not null references profiles on delete cascade,
  created_at timestamptz(3) not null default clock_timestamp(),
  primary key (follower_id, following_id),
  check (follower_id <> following_id)
);
create index follows_by_following on follows (following_id, created_at desc, follower_id desc);
create index follows_by_follower on follows (follower_id, created_at desc, following_id desc);

-- Waiting for the owner of a private profile.
create table follow_requests (
  follower_id uuid not null references profiles on delete cascade,
  following_id uuid not null references profiles on delete cascade,
  created_at timestamptz(3) not null default clock_timestamp(),
  primary key (follower_id, following_id),
  check (follower_id <> following_id)
);
create index follow_requests_by_following on follow_requests (following_id, created_at desc);

create table favorite_stylists (
  user_id uuid not null references profiles on delete cascade,
  stylist_id uuid not null references profiles on delete cascade,
  position smallint not null check (position between 1 and 3),
  primary key (user_id, stylist_id),
  -- Deferred, so that a reorder can swap two positions in one statement.
  unique (user_id, position) deferrable initially deferred,
  check (user_id <> stylist_id)
);
create index favorite_stylists_by_stylist on favorite_stylists (stylist_id);

create table blocks (
  blocker_id uuid not null references profiles on delete cascade,
  blocked_id uuid not null references profiles on delete cascade,
  created_at timestamptz(3) not null default clock_timestamp(),
  primary key (blocker_id, blocked_id),
  check (blocker_id <> blocked_id)
);
create index blocks_by_blocked on blocks (blocked_id, blocker_id);

create table mutes (
  muter_id uuid not null references profiles on delete cascade,
  muted_id uuid not null references profiles on delete cascade,
  created_at timestamptz(3) not null default clock_timestamp(),
  primary key (muter_id, muted_id),
  check (muter_id <> muted_id)
);

-- The moderation queue. What is reported may be deleted meanwhile, so it is named, not referenced.
create table reports (
  id uuid primary key,
  reporter_id uuid not null references profiles on delete cascade,
  target_type text not null check (target_type in ('outfit', 'comment', 'profile', 'message')),
  target_id uuid not null,
  -- Whose it is, so that a member's reports can be counted.
  member_id uuid not null references profiles on delete cascade,
  reason text not null check (reason in ('spam', 'harassment', 'nudity', 'hate', 'violence', 'stolen', 'other')),
  details text check (length(details) <= 1000),
  status text not null default 'open' check (status in ('open', 'resolved', 'dismissed')),
  decided_by uuid references profiles on delete set null,
  decided_at timestamptz(3),
  created_at timestamptz(3) not null default clock_timestamp(),
  -- Reporting the same thing again says nothing new.
  unique (reporter_id, target_type, target_id)
);
create index reports_open on reports (created_at desc, id desc) where status = 'open';
create index reports_by_target on reports (target_type, target_id);
create index reports_by_member on reports (member_id);
