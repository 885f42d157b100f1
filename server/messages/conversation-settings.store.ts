import { type Db, runSql, type Tx } from "#server/db/db.ts";

/** Mutes a thread for a member, or ends it. Writes `thread_members`. */
export async function updateMuted(db: Db, userId: string, threadId: string, isMuted: boolean): Promise<void> {
  await runSql(
    db,
    "update thread_members set is_muted = $3 where user_id = $1 and thread_id = $2 and is_muted is distinct from $3",
    [userId, threadId, isMuted],
  );
}

/** What a member has left of a thread after a deletion. */
interface Remainder {
  isEmpty: boolean;
  unreadCount: number;
}

/**
 * Deletes a thread's messages up to a time for one member. Later ones stay, with their unread count; those that are
 * deleted already stay deleted, also if an earlier deletion arrives late. Writes `thread_members`; the thread's row must
 * be locked.
 *
 * @returns What is left of it.
 */
export async function clearThread(tx: Tx, userId: string, threadId: string, until: Date): Promise<Remainder> {
  const [left] = await runSql<Remainder>(
    tx,
    `update thread_members t set
       cleared_at = greatest(t.cleared_at, least(t.last_message_at, $3::timestamptz)),
       last_message_preview = case when t.last_message_at > $3 then t.last_message_preview end,
       unread_count = (select count(*) from messages m where not t.is_declined
         and m.thread_id = t.thread_id and m.sender_id <> t.user_id
         and m.created_at > greatest(t.last_read_at, t.cleared_at, least(t.last_message_at, $3::timestamptz)))
     where t.user_id = $1 and t.thread_id = $2 and t.last_message_at > coalesce(t.cleared_at, 'epoch')
     returning last_message_preview is null as "isEmpty", unread_count as "unreadCount"`,
    [userId, threadId, until],
  );
  return left ?? { isEmpty: true, unreadCount: 0 };
}

/**
 * Deletes the messages that both members of a thread have deleted, except reported ones and those of a request that waits,
 * which count towards its limit. Writes `messages`; the thread's row must be locked.
 */
export async function deleteClearedMessages(tx: Tx, threadId: string): Promise<void> {
  await runSql(
    tx,
    `delete from messages m where m.thread_id = $1
       and m.created_at <= (select min(coalesce(t.cleared_at, 'epoch')) from thread_members t where t.thread_id = $1)
       and not exists (select from message_threads t where t.id = $1 and t.requested_by is not null)
       and not exists (select from reports r where r.target_type = 'message' and r.target_id = m.id)`,
    [threadId],
  );
}

/** Declines a request to this member; false if it is none. Writes `thread_members`; the thread's row must be locked. */
export async function declineRequest(tx: Tx, userId: string, threadId: string): Promise<boolean> {
  const declined = await runSql(
    tx,
    `update thread_members m set is_declined = true from message_threads t
     where m.user_id = $1 and m.thread_id = $2 and t.id = m.thread_id and t.requested_by = m.other_id returning m.thread_id`,
    [userId, threadId],
  );
  return declined.length > 0;
}

/** Holds a thread's row until the transaction ends, as sending does. */
export async function lockThread(tx: Tx, threadId: string): Promise<void> {
  await runSql(tx, "select from message_threads where id = $1 for no key update", [threadId]);
}

interface RecipientSettings {
  isMuted: boolean;
  isDeclined: boolean;
  /** Until when they have deleted the messages. */
  clearedAt: Date;
}

/** How the recipient of a member's messages takes them. */
export async function getRecipientSettings(db: Db, senderId: string, threadId: string): Promise<RecipientSettings> {
  const [row] = await runSql<RecipientSettings>(
    db,
    `select is_muted as "isMuted", is_declined as "isDeclined", coalesce(cleared_at, 'epoch') as "clearedAt"
     from thread_members where thread_id = $2 and other_id = $1`,
    [senderId, threadId],
  );
  return row ?? { isMuted: false, isDeclined: false, clearedAt: new Date(0) };
}
