-- Where the codes of a reward come from: typed in at approval, imported beforehand, bought from the gift card service.
create type reward_supply as enum ('manual', 'codes', 'service');
alter table rewards
  add column description text not null default '' check (length(description) <= 500),
  add column currency text not null default 'USD' check (currency ~ '^[A-Z]{3}$'),
  add column supply reward_supply not null default 'manual',
  add column service_product_id text check (length(service_product_id) between 1 and 100),
  add column created_at timestamptz(3) not null default now(),
  add column updated_at timestamptz(3) not null default now();

-- What was requested keeps its description, whatever becomes of the catalogue. Codes are kept encrypted, in a table of their own.
alter table reward_redemptions
  drop column gift_card_code,
  add column reward_name text,
  add column gift_card_type text,
  add column value_cents integer,
  add column currency text,
  add column revealed_at timestamptz(3);
update reward_redemptions r
  set reward_name = w.name, gift_card_type = w.gift_card_type, value_cents = w.value_cents, currency = w.currency
  from rewards w where w.id = r.reward_id;
alter table reward_redemptions
  alter column reward_name set not null,
  alter column gift_card_type set not null,
  alter column value_cents set not null,
  alter column currency set not null,
  add constraint decided_once check ((status = 'awaiting approval') = (decided_at is null)),
  add constraint rejected_with_reason check (status <> 'rejected' or length(rejection_reason) between 1 and 300);
drop index reward_redemptions_by_user;
create index reward_redemptions_by_user on reward_redemptions (user_id, created_at desc, id desc);
drop index reward_redemptions_open;
create index reward_redemptions_by_status on reward_redemptions (status, created_at, id);
create index reward_redemptions_by_reward on reward_redemptions (reward_id, status);

create table gift_card_batches (
  id uuid primary key,
  reward_id uuid not null references rewards,
  imported_by uuid references profiles on delete set null,
  codes_count integer not null check (codes_count > 0),
  created_at timestamptz(3) not null default clock_timestamp()
);
create index gift_card_batches_by_reward on gift_card_batches (reward_id, created_at desc);
create index gift_card_batches_by_importer on gift_card_batches (imported_by);

-- A purchase at the gift card service. Its id is the idempotency key: it is written before the service is asked, so that a
-- crash between order and answer never buys twice.
create type gift_card_order_status as enum ('placing', 'pending', 'cancelling', 'completed', 'failed', 'cancelled');
create table gift_card_orders (
  id uuid primary key,
  redemption_id uuid references reward_redemptions on delete set null,
  reward_id uuid not null references rewards,
  ordered_by uuid references profiles on delete set null,
  product_id text not null,
  value_cents integer not null check (value_cents > 0),
  currency text not null,
  status gift_card_order_status not null default 'placing',
  -- The service's own name for it, once it has answered.
  service_order_id text,
  failure text check (length(failure) <= 300),
  created_at timestamptz(3) not null default clock_timestamp(),
  updated_at timestamptz(3) not null default clock_timestamp()
);
create index gift_card_orders_by_redemption on gift_card_orders (redemption_id, created_at desc);
create unique index gift_card_orders_open on gift_card_orders (redemption_id)
  where status in ('placing', 'pending', 'cancelling');
create index gift_card_orders_unfinished on gift_card_orders (updated_at)
  where status in ('placing', 'pending', 'cancelling');
create index gift_card_orders_by_orderer on gift_card_orders (ordered_by);

create table gift_card_codes (
  id uuid primary key,
  reward_id uuid not null references rewards,
  -- Null: typed in, or bought.
  batch_id uuid references gift_card_batches,
  order_id uuid unique references gift_card_orders,
  -- The key that encrypted it.
  key_id text not null,
  sealed bytea not null,
  -- A keyed hash of the code, which tells repeated codes apart without decrypting any.
  digest bytea not null unique,
  redemption_id uuid unique references reward_redemptions on delete set null,
  -- Stays when the redemption goes with its member's account: a code that somebody had never returns to the stock.
  used_at timestamptz(3),
  created_at timestamptz(3) not null default clock_timestamp(),
  check (redemption_id is null or used_at is not null)
);
create index gift_card_codes_in_stock on gift_card_codes (reward_id, id) where used_at is null;
create index gift_card_codes_by_batch on gift_card_codes (batch_id);
create index gift_card_codes_by_key on gift_card_codes (key_id);

-- What a member must meet to request a reward. Without its one row the defaults of the contract apply.
create table redemption_rules (
  is_only boolean primary key default true check (is_only),
  account_age_days_min integer not null check (account_age_days_min >= 0),
  is_contact_needed boolean not null,
  open_max integer not null check (open_max > 0),
  points_per_month_max integer check (points_per_month_max > 0)
);
