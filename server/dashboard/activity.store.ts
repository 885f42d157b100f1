import { type Db, runSql, type Tx } from "#server/db/db.ts";

/** Computes who was active in the day, week and month that end on `day`. Writes `activity_days`. */
export async function upsertActivity(tx: Tx, day: string): Promise<void> {
  await runSql(
    tx,
    `insert into activity_days (day, daily, weekly, monthly)
     select $1::date, count(distinct user_id) filter (where day = $1::date),
       count(distinct user_id) filter (where day > $1::date - 7), count(distinct user_id)
     from member_days where day > $1::date - 30 and day <= $1::date
     on conflict (day) do update set daily = excluded.daily, weekly = excluded.weekly, monthly = excluded.monthly`,
    [day],
  );
}

/** Days of the last 30 whose activity was never computed, such as those before the first start. */
export async function listMissingActivity(db: Db, today: string): Promise<string[]> {
  const rows = await runSql<{ day: string }>(
    db,
    `select d::date::text as day from generate_series($1::date - 29, $1::date - 1, interval '1 day') d
     where not exists (select from activity_days a where a.day = d::date) order by d`,
    [today],
  );
  return rows.map(({ day }) => day);
}

/** Recomputes the retention of members who joined in the last weeks, up to the current one. Writes `retention_cells`. */
export async function replaceRetention(tx: Tx, { today, weeks }: { today: string; weeks: number }): Promise<void> {
  await runSql(tx, "delete from retention_cells", []);
  await runSql(
    tx,
    `insert into retention_cells (cohort_week, weeks_later, members)
     with cohort as (
       select id, date_trunc('week', created_at at time zone 'UTC')::date as week from profiles
       where deleted_at is null and created_at >= date_trunc('week', $1::date - $2::integer * 7)
     ), seen as (
       select distinct c.week, c.id, ((date_trunc('week', d.day)::date - c.week) / 7)::integer as later
       from cohort c join member_days d on d.user_id = c.id where d.day >= c.week
     )
     select week, 0, count(*)::integer from cohort group by week
     union all select c.week, n.later, count(s.id)::integer
     from (select distinct week from cohort) c cross join generate_series(1, $2::integer) n(later)
     left join seen s on s.week = c.week and s.later = n.later
     where c.week + 7 * n.later <= $1::date group by c.week, n.later`,
    [today, weeks],
  );
}

/** Activity by day since a day, the oldest first. */
export async function listActivity(
  db: Db,
  since: string,
): Promise<{ day: string; daily: number; weekly: number; monthly: number }[]> {
  return runSql(
    db,
    "select day::text as day, daily, weekly, monthly from activity_days where day >= $1::date order by day",
    [since],
  );
}

/** The retention table as it was last computed, the newest week first. */
export async function listRetention(db: Db): Promise<{ week: string; weeksLater: number; members: number }[]> {
  return runSql(
    db,
    `select cohort_week::text as week, weeks_later as "weeksLater", members from retention_cells
     order by cohort_week desc, weeks_later`,
    [],
  );
}
