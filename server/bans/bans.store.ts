import { type Db, runSql, type Tx } from "#server/db/db.ts";

/** Members whose ban has expired but was not lifted yet; at most a thousand. */
export async function listExpiredBans(db: Db, now: Date): Promise<string[]> {
  const text = "select id from auth.users where banned_until <= $1 order by banned_until limit 1000";
  const rows = await runSql<{ id: string }>(db, text, [now]);
  return rows.map(({ id }) => id);
}

/** Locks a member whose ban has expired; false if another process lifted or renewed the ban. */
export async function lockExpiredBan(tx: Tx, userId: string, now: Date): Promise<boolean> {
  const text = "select id from auth.users where id = $1 and banned_until <= $2 for no key update";
  return (await runSql(tx, text, [userId, now])).length > 0;
}

/** Of a member's suspensions in force, the one that ends last; its end is null where it is permanent. */
export async function findLastSuspension(
  tx: Tx,
  userId: string,
  now: Date,
): Promise<{ endsAt: Date | null } | undefined> {
  const [found] = await runSql<{ endsAt: Date | null }>(
    tx,
    `select ends_at as "endsAt" from moderation_actions
     where member_id = $1 and kind = 'suspended' and revoked_at is null and (ends_at is null or ends_at > $2)
     order by ends_at desc nulls first limit 1`,
    [userId, now],
  );
  return found;
}
