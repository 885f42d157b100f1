import { sql } from "kysely";
import type { Db } from "#server/db/db.ts";

/** Read notices older than this go; unread ones stay. */
const readNoticeDays = 180;
/** What was for the mail or a push alone is of no use once both are done. */
const unlistedNoticeDays = 2;

/** What has gone stale and is only in the way; how many rows of each went. */
export async function deleteStale(db: Db, now: Date): Promise<Record<string, number>> {
  const nowMs = now.getTime();
  const before = (ms: number) => new Date(nowMs - ms);
  const [limits, views, notices] = await Promise.all([
    sql`delete from rate_limits where expire < ${nowMs}`.execute(db),
    sql`delete from outfit_views where counted_at < ${before(2 * 3_600_000)}`.execute(db),
    sql`delete from notifications where (is_read and created_at < ${before(readNoticeDays * 86_400_000)})
      or (not is_listed and mail_waits_since is null and created_at < ${before(unlistedNoticeDays * 86_400_000)})`.execute(
      db,
    ),
  ]);
  return {
    rateLimits: Number(limits.numAffectedRows ?? 0),
    views: Number(views.numAffectedRows ?? 0),
    readNotices: Number(notices.numAffectedRows ?? 0),
  };
}
