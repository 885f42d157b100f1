import { type Db, runSql } from "#server/db/db.ts";

/** Days in a row with a visit. */
export interface LoginStreak {
  /** The latest day with a visit, in the time zone of that day. */
  lastDay: string;
  lastVisitAt: Date;
  currentDays: number;
  bestDays: number;
}

/** A member's streak, or undefined before the first visit. */
export async function findStreak(db: Db, userId: string): Promise<LoginStreak | undefined> {
  const [row] = await runSql<LoginStreak>(
    db,
    `select last_day::text as "lastDay", last_visit_at as "lastVisitAt", current_days as "currentDays",
       best_days as "bestDays" from login_streaks where user_id = $1`,
    [userId],
  );
  return row;
}

/** Stores a member's streak. Writes `login_streaks`. */
export async function upsertStreak(tx: Db, userId: string, streak: LoginStreak): Promise<void> {
  await runSql(
    tx,
    `insert into login_streaks (user_id, last_day, last_visit_at, current_days, best_days) values ($1, $2, $3, $4, $5)
     on conflict (user_id) do update set last_day = excluded.last_day, last_visit_at = excluded.last_visit_at,
       current_days = excluded.current_days, best_days = excluded.best_days`,
    [userId, streak.lastDay, streak.lastVisitAt, streak.currentDays, streak.bestDays],
  );
}

/** Stores a member's time zone and when their present day began. Writes `profiles`. */
export async function updatePointsDay(tx: Db, userId: string, timeZone: string, dayStart: Date): Promise<void> {
  await tx
    .updateTable("profiles")
    .set({ time_zone: timeZone, points_day_start: dayStart })
    .where("id", "=", userId)
    .execute();
}

/** When a member was last paid for a daily login, or null. */
export async function findLastLoginAward(db: Db, userId: string): Promise<Date | null> {
  const [row] = await runSql<{ at: Date | null }>(
    db,
    "select max(created_at) as at from points_ledger where user_id = $1 and action = 'DAILY_LOGIN'",
    [userId],
  );
  return row?.at ?? null;
}
