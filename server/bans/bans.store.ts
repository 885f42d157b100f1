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
