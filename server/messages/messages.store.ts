import type { Message, Thread } from "#contract/messages.ts";
import { type KeysetCursor, readCursor } from "#server/db/cursor.ts";
import { type Db, type Pool, runPrepared, runSql, type Tx } from "#server/db/db.ts";
import { isoTime, jsonList, type JsonList, toObjects } from "#server/db/json-pages.ts";
import { newId } from "#server/lib/ids.ts";
import { isOpenThread, previewCharsMax, threadsSql } from "./threads.store.ts";

/** SQL for the columns of the contract's Message, of messages `m`. */
const messageColumns = `m.id, m.thread_id as "threadId", m.sender_id as "senderId", m.client_id as "clientId", m.content,
    ${isoTime("m.created_at")} as "createdAt"`;

/** A message to insert. */
export interface SentMessage {
  threadId: string;
  senderId: string;
  /** The sender's id for it, which makes sending idempotent. */
  clientId: string;
}

const duplicateOf = (thread: string) => `
  select ${messageColumns} from messages m where m.thread_id = ${thread} and m.sender_id = $1 and m.client_id = $3`;

/** The message that the sender already sent with this client id, if any. */
export async function findDuplicate(
  db: Db,
  { threadId, senderId, clientId }: SentMessage,
): Promise<Message | undefined> {
  const [duplicate] = await runSql<Message>(db, duplicateOf("$2"), [senderId, threadId, clientId]);
  return duplicate;
}

const threadAndDuplicate = `
  select row_to_json(t) as thread, (select row_to_json(d) from (${duplicateOf("t.id")}) d) as duplicate
  from (${threadsSql("m.thread_id = $2")}) t`;

/** The thread as the sender sees it, and the message that they already sent with this client id, if any. */
export async function findThreadAndDuplicate(
  db: Db,
  { threadId, senderId, clientId }: SentMessage,
): Promise<{ thread: Thread; duplicate: Message | null } | undefined> {
  const values = [senderId, threadId, clientId];
  const [found] = await runSql<{ thread: Thread; duplicate: Message | null }>(db, threadAndDuplicate, values);
  return found;
}

/**
 * The thread's row is locked first, so that timestamps increase strictly. A message that a concurrent request inserted
 * is left as it is; the thread's timestamp then advances without visible effect.
 */
const insertIntoThread = `
  with thread as (
    update message_threads
    set last_message_at = greatest(clock_timestamp(), last_message_at + interval '1 millisecond'),
      requested_by = case
        when exists (select from thread_members m where m.thread_id = $2 and m.last_sender_id is not null)
          then case when requested_by = $3 then requested_by end
        when not exists (
          select from follows f where f.following_id = $3 and f.follower_id in (participant_a, participant_b)
        ) then $3::uuid end
    where id = $2 returning id, last_message_at
  ), sent as (
    insert into messages (id, thread_id, sender_id, client_id, content, created_at)
    select $1, id, $3, $4, $5, last_message_at from thread
    on conflict (thread_id, sender_id, client_id) do nothing
    returning *
  ), listed as (
    update thread_members m
    set last_message_at = s.created_at, last_sender_id = s.sender_id,
      last_message_preview = case when m.is_declined and m.user_id <> s.sender_id then null
        else left(s.content, ${previewCharsMax}) end,
      unread_count = case when m.user_id = s.sender_id or m.is_declined then 0 else m.unread_count + 1 end,
      is_declined = m.is_declined and m.user_id <> s.sender_id,
      last_read_at = case when m.user_id = s.sender_id then s.created_at else m.last_read_at end
    from sent s where m.thread_id = s.thread_id
  )
  select ${messageColumns} from sent m`;

/**
 * Inserts a message and updates both members' list rows: the recipient's unread count rises by 1, the sender has read the
 * thread. The first one is a request unless the recipient follows the sender, and a reply accepts it. Messages do not reach
 * who declined their sender's request, until they write themselves. Undefined if the client id was used before. Writes
 * `messages`, `message_threads`, `thread_members`, in one statement. Locks the thread until the transaction ends.
 */
export async function insertMessage(
  tx: Tx,
  { threadId, senderId, clientId, content }: SentMessage & { content: string },
): Promise<Message | undefined> {
  const [message] = await runSql<Message>(tx, insertIntoThread, [newId(), threadId, senderId, clientId, content]);
  return message;
}

/** A member who reads a thread. */
interface Reading {
  threadId: string;
  userId: string;
}

/** The messages of thread $1 that member $2 has not deleted for themselves, before or after ($3, $4); no row if it is not theirs. */
const messagesFor = (direction: "before" | "after", rows: number) => `
  select (${jsonList(`
    select ${messageColumns} from messages m
    where m.thread_id = t.thread_id and (m.created_at, m.id) ${direction === "before" ? "<" : ">"} ($3::timestamptz, $4::uuid)
      and m.created_at > coalesce(t.cleared_at, 'epoch')
    order by ${direction === "before" ? "m.created_at desc, m.id desc" : "m.created_at, m.id"} limit ${rows}`)}) as json
  from thread_members t where t.thread_id = $1 and ${isOpenThread("t", "$2")}`;

const end: KeysetCursor = { createdAt: "infinity", id: "ffffffff-ffff-ffff-ffff-ffffffffffff" };

/**
 * The JSON texts of a page of a thread and one more if there are more: before the cursor, newest first, or after it, oldest
 * first, ties by id. Undefined if the thread is not the member's or a block exists.
 */
export async function listMessages(
  pool: Pool,
  { threadId, userId }: Reading,
  { cursor, after, limit }: { cursor?: string | undefined; after?: string | undefined; limit: number },
): Promise<string[] | undefined> {
  const direction = after === undefined ? "before" : "after";
  const { createdAt, id } = readCursor(after ?? cursor) ?? end;
  const statement = { name: `messages_${direction}_${limit}`, text: messagesFor(direction, limit + 1) };
  const [list] = await runPrepared<JsonList>(pool, statement, [threadId, userId, createdAt, id]);
  return list && toObjects(list);
}

/** SQL that shows the text of the `changed` message also where the thread list does. */
const intoPreview = `
  update thread_members m set last_message_preview = left(c.content, ${previewCharsMax}) from changed c
  where m.thread_id = c.thread_id and m.last_sender_id = c.sender_id and m.last_message_at = c.created_at
    and m.last_message_preview is not null`;

/** Where a message was changed, and for whom. */
interface ChangedMessage {
  threadId: string;
  memberIds: string[];
}
const changedMessage = `
  select c.thread_id as "threadId", array[t.participant_a, t.participant_b] as "memberIds"
  from changed c join message_threads t on t.id = c.thread_id`;

/**
 * Shows a text in place of a message's own words, which are kept apart; undefined if it does not exist or is removed already.
 * Writes `messages` and `thread_members`.
 */
export async function replaceMessageContent(
  tx: Tx,
  messageId: string,
  content: string,
): Promise<ChangedMessage | undefined> {
  const [changed] = await runSql<ChangedMessage>(
    tx,
    `with changed as (
       update messages set removed_content = content, content = $2 where id = $1 and removed_content is null returning *
     ), listed as (${intoPreview})
     ${changedMessage}`,
    [messageId, content],
  );
  return changed;
}

/** Shows a removed message's own words again; undefined if they are not kept. Writes `messages` and `thread_members`. */
export async function restoreMessageContent(tx: Tx, messageId: string): Promise<ChangedMessage | undefined> {
  const [changed] = await runSql<ChangedMessage>(
    tx,
    `with changed as (
       update messages set content = removed_content, removed_content = null
       where id = $1 and removed_content <> '' returning *
     ), listed as (${intoPreview})
     ${changedMessage}`,
    [messageId],
  );
  return changed;
}

/** Erases the words of a removed message, which stays removed. Writes `messages`. */
export async function clearRemovedContent(tx: Tx, messageId: string): Promise<void> {
  await runSql(tx, "update messages set removed_content = '' where id = $1 and removed_content is not null", [
    messageId,
  ]);
}

/**
 * How many messages the sender has in a request of theirs that waits; 0 in every other thread. Holds the thread's row, so
 * that of two first messages at once the later is a reply.
 */
export async function countRequestMessages(tx: Tx, { threadId, senderId }: SentMessage): Promise<number> {
  const held = `select requested_by = $2 as "isOwnRequest" from message_threads where id = $1 for no key update`;
  const [thread] = await runSql<{ isOwnRequest: boolean | null }>(tx, held, [threadId, senderId]);
  if (!thread?.isOwnRequest) return 0;
  const count = "select count(*)::int as count from messages where thread_id = $1 and sender_id = $2";
  const [row] = await runSql<{ count: number }>(tx, count, [threadId, senderId]);
  return row?.count ?? 0;
}
