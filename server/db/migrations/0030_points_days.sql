-- A member's day decides what they can still earn: their time zone, and the moment at which the day of their last award began.
-- The next day begins at least 20 hours later, so that another time zone never makes the days come faster.
alter table profiles
  add column time_zone text not null default 'UTC',
  add column points_day_start timestamptz(3),
  -- Points of deleted posts that were already spent; taken from what the member earns next. Never above 0 beside a balance.
  add column points_owed integer not null default 0;

alter table points_ledger
  -- What it was earned with, such as an outfit's title, for when that is gone.
  add column subject_title text,
  -- The member on whose outfit or event it was earned. No foreign key: accounts are deleted without reading the ledger whole.
  add column counterpart_id uuid,
  -- When the member's day began on which it was earned. Null for reversals and rows from before: those count by UTC days.
  add column day_start timestamptz(3);

create table login_streaks (
  user_id uuid primary key references profiles on delete cascade,
  -- The latest day with a visit, in the member's time zone, and the moment of its first visit.
  last_day date not null,
  last_visit_at timestamptz(3) not null,
  current_days integer not null check (current_days > 0),
  best_days integer not null check (best_days >= current_days)
);

-- What an admin should look at. Nobody is punished by a row.
create table abuse_findings (
  id uuid primary key,
  kind text not null check (kind in ('many_new_accounts')),
  -- An address, or the /64 network of an IPv6 address.
  address text not null,
  day date not null,
  accounts_count integer not null,
  first_at timestamptz(3) not null,
  last_at timestamptz(3) not null,
  resolved_by uuid references profiles on delete set null,
  resolved_at timestamptz(3),
  unique (kind, address, day)
);
create index abuse_findings_newest on abuse_findings (last_at desc, id desc);
create index abuse_findings_by_resolver on abuse_findings (resolved_by) where resolved_by is not null;
