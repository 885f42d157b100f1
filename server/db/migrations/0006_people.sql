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
