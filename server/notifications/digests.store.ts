import { type Db, runSql } from "#server/db/db.ts";

const triesMax = 5;

/**
 * Queues a digest for each member whose oldest pending notification is older than `before`. Idempotent while queued.
 */
export async function queueDigests(db: Db, before: Date): Promise<void> {
  await runSql(
    db,
    `select graphile_worker.add_job(
       'sendDigest', json_build_object('userId', due.user_id), max_attempts := $2, job_key := 'digest ' || due.user_id)
     from (select distinct user_id from notifications where mail_pending_since <= $1) due`,
    [before, triesMax],
  );
}

/** A member with email notifications on and a confirmed address, or undefined. */
export async function findMailbox(
  db: Db,
  userId: string,
  now: Date,
): Promise<{ email: string; username: string } | undefined> {
  const row = await db
    .selectFrom("profiles as p")
    .innerJoin("auth.users as u", "u.id", "p.id")
    .select(["u.email", "p.username"])
    .where("p.id", "=", userId)
    .where("p.notified_by_email", "=", true)
    .where("u.email_confirmed_at", "is not", null)
    .where((where) => where.or([where("u.banned_until", "is", null), where("u.banned_until", "<=", now)]))
    .executeTakeFirst();
  return row && row.email !== null ? { email: row.email, username: row.username } : undefined;
}

/** Turns off the member's email notifications; does nothing for a deleted member. Writes `profiles`. */
export async function stopDigests(db: Db, userId: string): Promise<void> {
  await runSql(db, "update profiles set notified_by_email = false where id = $1 and notified_by_email", [userId]);
}

/** Clears the pending mail of these notifications. Writes `notifications`. */
export async function stopWaiting(db: Db, ids: string[]): Promise<void> {
  if (ids.length === 0) return;
  await runSql(db, "update notifications set mail_pending_since = null where id = any ($1::uuid[])", [ids]);
}
