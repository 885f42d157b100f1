-- Totals of the whole site, kept without a row that everybody would wait for: each statement that adds or removes rows
-- leaves one change behind, and a job folds the changes into sums by day every minute. A total is both together.
create table site_total_changes (
  id bigint generated always as identity primary key,
  metric text not null,
  day date not null,
  added bigint not null,
  removed bigint not null
);

create table site_totals (
  metric text not null check (metric in
    ('members', 'outfits', 'comments', 'likes', 'points', 'rewards_approved', 'rewards_pending')),
  day date not null,
  added bigint not null,
  removed bigint not null,
  primary key (metric, day)
);

create function count_site_rows() returns trigger language plpgsql as $$
begin
  if tg_op = 'INSERT' then
    insert into site_total_changes (metric, day, added, removed)
      select tg_argv[0], (created_at at time zone 'UTC')::date, count(*), 0 from changed_rows group by 2;
  else
    insert into site_total_changes (metric, day, added, removed)
      select tg_argv[0], (clock_timestamp() at time zone 'UTC')::date, 0, count(*) from changed_rows having count(*) > 0;
  end if;
  return null;
end $$;

-- Of an erased account whose conversations or redemptions others still need, an empty profile stays in its place.
alter table profiles add column deleted_at timestamptz(3);
create function count_site_members() returns trigger language plpgsql as $$
begin
  if tg_op = 'INSERT' then
    insert into site_total_changes (metric, day, added, removed)
      select 'members', (created_at at time zone 'UTC')::date, count(*), 0
      from changed_rows where deleted_at is null group by 2;
  else
    insert into site_total_changes (metric, day, added, removed)
      select 'members', (clock_timestamp() at time zone 'UTC')::date, 0, count(*)
      from changed_rows where deleted_at is null having count(*) > 0;
  end if;
  return null;
end $$;
create trigger profiles_total_added after insert on profiles
  referencing new table as changed_rows for each statement execute function count_site_members();
create trigger profiles_total_removed after delete on profiles
  referencing old table as changed_rows for each statement execute function count_site_members();
create trigger outfits_total_added after insert on outfits
  referencing new table as changed_rows for each statement execute function count_site_rows('outfits');
create trigger outfits_total_removed after delete on outfits
  referencing old table as changed_rows for each statement execute function count_site_rows('outfits');
create trigger comments_total_added after insert on comments
  referencing new table as changed_rows for each statement execute function count_site_rows('comments');
create trigger comments_total_removed after delete on comments
  referencing old table as changed_rows for each statement execute function count_site_rows('comments');
create trigger likes_total_added after insert on likes
  referencing new table as changed_rows for each statement execute function count_site_rows('likes');
create trigger likes_total_removed after delete on likes
  referencing old table as changed_rows for each statement execute function count_site_rows('likes');

-- 'Points distributed' is the sum of the ledger: rows below zero are subtracted.
create function count_site_points() returns trigger language plpgsql as $$
declare
  gained bigint;
  lost bigint;
begin
  select coalesce(sum(greatest(points, 0)), 0), coalesce(sum(greatest(-points, 0)), 0) into gained, lost from changed_rows;
  if gained > 0 or lost > 0 then
    insert into site_total_changes (metric, day, added, removed) values (
      'points', (clock_timestamp() at time zone 'UTC')::date,
      case tg_op when 'INSERT' then gained else lost end, case tg_op when 'INSERT' then lost else gained end);
  end if;
  return null;
end $$;
create trigger points_total_added after insert on points_ledger
  referencing new table as changed_rows for each statement execute function count_site_points();
create trigger points_total_removed after delete on points_ledger
  referencing old table as changed_rows for each statement execute function count_site_points();

-- Redemptions are few, so they are counted row by row.
create function count_site_redemption() returns trigger language plpgsql as $$
begin
  if tg_op <> 'INSERT' and old.status in ('approved', 'awaiting approval') then
    insert into site_total_changes (metric, day, added, removed) values (
      case old.status when 'approved' then 'rewards_approved' else 'rewards_pending' end,
      (clock_timestamp() at time zone 'UTC')::date, 0, 1);
  end if;
  if tg_op <> 'DELETE' and new.status in ('approved', 'awaiting approval') then
    insert into site_total_changes (metric, day, added, removed) values (
      case new.status when 'approved' then 'rewards_approved' else 'rewards_pending' end,
      (clock_timestamp() at time zone 'UTC')::date, 1, 0);
  end if;
  return null;
end $$;
create trigger redemptions_total after insert or delete or update of status on reward_redemptions
  for each row execute function count_site_redemption();

insert into site_totals (metric, day, added, removed)
  select 'members', (created_at at time zone 'UTC')::date, count(*), 0 from profiles group by 2
  union all select 'outfits', (created_at at time zone 'UTC')::date, count(*), 0 from outfits group by 2
  union all select 'comments', (created_at at time zone 'UTC')::date, count(*), 0 from comments group by 2
  union all select 'likes', (created_at at time zone 'UTC')::date, count(*), 0 from likes group by 2
  union all select 'points', (created_at at time zone 'UTC')::date,
    sum(greatest(points, 0)), sum(greatest(-points, 0)) from points_ledger group by 2
  union all select 'rewards_approved', (created_at at time zone 'UTC')::date, count(*), 0
    from reward_redemptions where status = 'approved' group by 2
  union all select 'rewards_pending', (created_at at time zone 'UTC')::date, count(*), 0
    from reward_redemptions where status = 'awaiting approval' group by 2;

-- Days on which a member used the site: a session was opened or refreshed, or something was posted or said.
create table member_days (
  day date not null,
  user_id uuid not null references profiles on delete cascade,
  primary key (day, user_id)
);
create index member_days_by_user on member_days (user_id);

create function remember_session_day() returns trigger language plpgsql as $$
begin
  insert into member_days (day, user_id)
    select (new.refreshed_at at time zone 'UTC')::date, id from profiles where id = new.user_id on conflict do nothing;
  return null;
end $$;
create trigger sessions_member_day after insert or update of refreshed_at on auth.sessions
  for each row execute function remember_session_day();

create function remember_content_days() returns trigger language plpgsql as $$
begin
  insert into member_days (day, user_id)
    select distinct (created_at at time zone 'UTC')::date, user_id from changed_rows order by 2, 1 on conflict do nothing;
  return null;
end $$;
create trigger outfits_member_day after insert on outfits
  referencing new table as changed_rows for each statement execute function remember_content_days();
create trigger comments_member_day after insert on comments
  referencing new table as changed_rows for each statement execute function remember_content_days();

insert into member_days (day, user_id)
  select (created_at at time zone 'UTC')::date, user_id from outfits
  union select (created_at at time zone 'UTC')::date, user_id from comments
  union select (refreshed_at at time zone 'UTC')::date, s.user_id from auth.sessions s join profiles p on p.id = s.user_id
  on conflict do nothing;

-- Computed by a job: counting distinct members over 30 days takes too long for a page.
create table activity_days (
  day date primary key,
  daily integer not null,
  weekly integer not null,
  monthly integer not null
);
-- Of the members who joined in the week that begins on cohort_week (Monday), how many came back so many weeks later.
create table retention_cells (
  cohort_week date not null,
  weeks_later smallint not null check (weeks_later >= 0),
  members integer not null,
  primary key (cohort_week, weeks_later)
);

-- Stored pictures and their bytes, as a job last summed them.
create table storage_use (
  is_only boolean primary key default true check (is_only),
  images bigint not null,
  bytes bigint not null,
  computed_at timestamptz(3) not null default clock_timestamp()
);
insert into storage_use (images, bytes) select count(*), coalesce(sum(bytes), 0) from images;
