import { sql } from "kysely";
import { dayMs } from "#contract/durations.ts";
import type { Db } from "#server/db/db.ts";

/** Read notifications older than this are deleted; unread ones are kept. */
const readNotificationDays = 180;
/** Unlisted notifications are useless once mail and push are sent. */
const unlistedNotificationDays = 2;

/** Deletes stale rows and returns the number of each kind. */
export async function deleteStaleRows(db: Db, now: Date): Promise<Record<string, number>> {
  const nowMs = now.getTime();
  const before = (ms: number) => new Date(nowMs - ms);
  const [limits, views, notifications] = await Promise.all([
    sql`delete from rate_limits where expire < ${nowMs}`.execute(db),
    sql`delete from outfit_views where counted_at < ${before(2 * 3_600_000)}`.execute(db),
    sql`delete from notifications where (is_read and created_at < ${before(readNotificationDays * dayMs)})
      or (not is_listed and mail_pending_since is null and created_at < ${before(unlistedNotificationDays * dayMs)})`.execute(
      db,
    ),
  ]);
  return {
    rateLimits: Number(limits.numAffectedRows ?? 0),
    views: Number(views.numAffectedRows ?? 0),
    notifications: Number(notifications.numAffectedRows ?? 0),
  };
}
