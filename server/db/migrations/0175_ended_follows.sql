-- Follows and requests that ended in the last day: the same again notifies nobody. A job deletes older rows.
create table ended_follows (
  follower_id uuid not null references profiles on delete cascade,
  following_id uuid not null references profiles on delete cascade,
  ended_at timestamptz(3) not null default clock_timestamp(),
  primary key (follower_id, following_id)
);
create index ended_follows_by_following on ended_follows (following_id);
create index ended_follows_by_time on ended_follows (ended_at);
