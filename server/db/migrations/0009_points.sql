create type points_action as enum (
  'POST_OUTFIT', 'TAG_LINK', 'LIKE', 'COMMENT', 'FAVORITE', 'DAILY_LOGIN', 'STREAK_BONUS', 'ATTEND_EVENT', 'REVERSAL'
);
create table points_ledger (
  id uuid primary key,
  user_id uuid not null references profiles on delete cascade,
  action points_action not null,
  points integer not null,
  -- The deed that earned it: an outfit, an item's address, a day. One deed is rewarded once.
  deed text not null check (length(deed) <= 2200),
  -- The outfit through which it was earned; it outlives the outfit, so that a reversal can be explained.
  outfit_id uuid,
  created_at timestamptz(3) not null default clock_timestamp(),
  unique (user_id, action, deed)
);
create index points_ledger_by_user on points_ledger (user_id, created_at desc, id desc);

-- Likes and saves that were taken back: doing them again earns nothing and tells nobody.
create table retracted_deeds (
  user_id uuid not null references profiles on delete cascade,
  action points_action not null,
  outfit_id uuid not null references outfits on delete cascade,
  primary key (user_id, action, outfit_id)
);
create index retracted_deeds_by_outfit on retracted_deeds (outfit_id);

create table rewards (
  id uuid primary key,
  name text not null check (length(name) between 1 and 100),
  gift_card_type text not null,
  value_cents integer not null check (value_cents > 0),
  points_required integer not null check (points_required > 0),
  is_active boolean not null default true
);

create type redemption_status as enum ('awaiting approval', 'approved', 'rejected');
create table reward_redemptions (
  id uuid primary key,
  user_id uuid not null references profiles on delete cascade,
  reward_id uuid not null references rewards,
  points integer not null check (points > 0),
  status redemption_status not null default 'awaiting approval',
  gift_card_code text,
  rejection_reason text,
  decided_by uuid references profiles on delete set null,
  decided_at timestamptz(3),
  created_at timestamptz(3) not null default clock_timestamp()
);
create index reward_redemptions_by_user on reward_redemptions (user_id, created_at desc);
create index reward_redemptions_open on reward_redemptions (created_at) where status = 'awaiting approval';

insert into rewards (id, name, gift_card_type, value_cents, points_required) values
  ('01930000-0000-7000-8000-000000000201', '$10 Amazon Gift Card', 'Amazon', 1000, 1000),
  ('01930000-0000-7000-8000-000000000202', '$25 Nike Gift Card', 'Nike', 2500, 2500),
  ('01930000-0000-7000-8000-000000000203', '$50 Apple Gift Card', 'Apple', 5000, 5000),
  ('01930000-0000-7000-8000-000000000204', '$10 Starbucks Gift Card', 'Starbucks', 1000, 1000);
