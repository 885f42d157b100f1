import { type Db, runSql } from "#server/db/db.ts";

/** With growing pauses, over about 16 hours: a mail server that is away for some time loses no digest. */
const triesMax = 12;

/**
 * Queues a digest for each member whose oldest pending notification is older than `before`, unless one is queued: adding it
 * again would start its tries and pauses anew.
 */
export async function queueDigests(db: Db, before: Date): Promise<void> {
  await runSql(
    db,
    `select graphile_worker.add_job(
       'sendDigest', json_build_object('userId', due.user_id), max_attempts := $2, job_key := 'digest ' || due.user_id)
     from (select distinct user_id from notifications where mail_pending_since <= $1) due
     where not exists (select from graphile_worker.jobs j where j.key = 'digest ' || due.user_id
       and (j.attempts < j.max_attempts or j.locked_at is not null))`,
    [before, triesMax],
  );
}

export interface Mailbox {
  email: string;
  username: string;
  /** The member is suspended and can only read what the moderators decided, or leaves and is told nothing else. */
  isForDecisions: boolean;
}

/** A member with email notifications on and a confirmed address who can sign in, or undefined. */
export async function findMailbox(db: Db, userId: string, now: Date): Promise<Mailbox | undefined> {
  const row = await db
    .selectFrom("profiles as p")
    .innerJoin("auth.users as u", "u.id", "p.id")
    .leftJoin("account_deletions as d", "d.user_id", "p.id")
    .select(["u.email", "p.username", "u.is_suspension", "u.banned_until", "d.delete_at"])
    .where("p.id", "=", userId)
    .where("p.notified_by_email", "=", true)
    .where("u.email_confirmed_at", "is not", null)
    .executeTakeFirst();
  if (!row || row.email === null) return undefined;
  const isBanned = row.banned_until !== null && row.banned_until > now;
  if (isBanned && !row.is_suspension) return undefined;
  return { email: row.email, username: row.username, isForDecisions: isBanned || row.delete_at !== null };
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
