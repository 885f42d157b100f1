import { type Db, runSql } from "#server/db/db.ts";

const triesMax = 5;

/** Queues a digest for each member whose oldest waiting news is older than `before`; a queued one is not queued twice. */
export async function queueDigests(db: Db, before: Date): Promise<void> {
  await runSql(
    db,
    `select graphile_worker.add_job(
       'sendDigest', json_build_object('userId', due.user_id), max_attempts := $2, job_key := 'digest ' || due.user_id)
     from (select distinct user_id from notifications where mail_waits_since <= $1) due`,
    [before, triesMax],
  );
}

/** A member who wants mails at an address that is known to be theirs, or undefined. */
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

/** Mails the member nothing more about what is new; whether they are still there or not. Writes `profiles`. */
export async function stopDigests(db: Db, userId: string): Promise<void> {
  await runSql(db, "update profiles set notified_by_email = false where id = $1 and notified_by_email", [userId]);
}

/** These notices wait for no mail any more. Writes `notifications`. */
export async function stopWaiting(db: Db, ids: string[]): Promise<void> {
  if (ids.length === 0) return;
  await runSql(db, "update notifications set mail_waits_since = null where id = any ($1::uuid[])", [ids]);
}
