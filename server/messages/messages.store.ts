import type { Message, Thread } from "#contract/messages.ts";
import type { Page } from "#contract/page.ts";
import { toPage, type KeysetCursor, readCursor, writeCursor } from "#server/db/cursor.ts";
import { type Db, type Pool, runPrepared, runSql, type Tx } from "#server/db/db.ts";
import { newId } from "#server/lib/ids.ts";

const previewCharsMax = 120;

interface ThreadRow {
  id: string;
  last_message_at: Date;
  last_message_preview: string | null;
  last_sender_id: string | null;
  unread_count: number;
  other_id: string;
  other_read_at: Date;
  requested_by: string | null;
  username: string;
  display_name: string | null;
  avatar_url: string | null;
  role: string | null;
}

/**
 * SQL for threads of member $1 with the other member, latest first, without blocked ones. `chosen` filters the member's
 * rows `m` after `where ... and` and limits them before anything is joined; otherwise the planner would join all of a
 * member's threads. Blocks are an array for the same reason. The sender of a request sees no read receipts until it is
 * accepted.
 */
const threadsSql = (chosen: string) => `
  select m.thread_id as id, m.last_message_at, m.last_message_preview, m.last_sender_id, m.unread_count, m.other_id,
    case when t.requested_by = m.user_id then 'epoch' else o.last_read_at end as other_read_at,
    t.requested_by,
    case when p.deleted_at is null then p.username else 'Deleted member' end as username,
    p.display_name, p.avatar_url, r.role
  from (
    select * from thread_members m where m.user_id = $1 and m.other_id <> all (array(
      select b.blocked_id from blocks b where b.blocker_id = $1
      union all select b.blocker_id from blocks b where b.blocked_id = $1
    )) and ${chosen}
  ) m
  join message_threads t on t.id = m.thread_id
  join profiles p on p.id = m.other_id
  join thread_members o on o.thread_id = m.thread_id and o.user_id = m.other_id
  left join user_roles r on r.user_id = p.id
  order by m.last_message_at desc, m.thread_id desc`;

const toThread = (row: ThreadRow): Thread => ({
  id: row.id,
  other: {
    id: row.other_id,
    username: row.username,
    displayName: row.display_name,
    avatarUrl: row.avatar_url,
    isVerified: row.role === "admin",
  },
  lastMessagePreview: row.last_message_preview,
  isLastMessageMine: row.last_sender_id !== null && row.last_sender_id !== row.other_id,
  lastMessageAt: row.last_message_at.toISOString(),
  unreadCount: row.unread_count,
  otherReadAt: row.other_read_at.toISOString(),
  isRequest: row.requested_by === row.other_id,
});

/** The rows of one page, without threads that have no message yet. */
const threadPage = (rows: number, more = "true") => `
  m.last_message_preview is not null and (m.last_message_at, m.thread_id) < ($2::timestamptz, $3::uuid) and ${more}
  order by m.last_message_at desc, m.thread_id desc limit ${rows}`;
const fitsSearch =
  "(m.last_message_preview ilike $4 or (select f.username || ' ' || coalesce(f.display_name, '') from profiles f where f.id = m.other_id) ilike $4)";
const beforeAll: KeysetCursor = { createdAt: "infinity", id: "ffffffff-ffff-ffff-ffff-ffffffffffff" };

/**
 * A page of a member's threads, latest first, ties by id; `search` matches the other's names and the latest message.
 */
export async function listThreads(
  pool: Pool,
  userId: string,
  { cursor, limit, search }: { cursor?: string | undefined; limit: number; search?: string | undefined },
): Promise<Page<Thread>> {
  const { createdAt, id } = readCursor(cursor) ?? beforeAll;
  const values = [userId, createdAt, id];
  const rows = search
    ? await searchThreads(pool, [...values, toPattern(search)], limit + 1)
    : await runPrepared<ThreadRow>(pool, { name: `threads_${limit}`, text: threadsSql(threadPage(limit + 1)) }, values);
  const places = toPage(
    rows.map((row) => ({ id: row.id, createdAt: row.last_message_at.toISOString() })),
    limit,
  );
  return { items: rows.slice(0, limit).map(toThread), nextCursor: places.nextCursor };
}

const toPattern = (search: string) => `%${search.replaceAll(/[\\%_]/g, String.raw`\$&`)}%`;

/** Unnamed, so that each pattern gets its own plan. */
async function searchThreads(pool: Pool, values: string[], rows: number): Promise<ThreadRow[]> {
  return (await pool.query<ThreadRow>(threadsSql(threadPage(rows, fitsSearch)), values)).rows;
}

/** The thread as this member sees it; undefined if it is not theirs or a block exists. */
export async function findThread(db: Db, userId: string, threadId: string): Promise<Thread | undefined> {
  const [row] = await runSql<ThreadRow>(db, threadsSql("m.thread_id = $2"), [userId, threadId]);
  return row && toThread(row);
}

/**
 * The member who may see this member typing in a thread; null if it is not theirs, a block exists, or it is a request
 * to them.
 */
export async function findPartner(db: Db, userId: string, threadId: string): Promise<string | null> {
  const thread = await findThread(db, userId, threadId);
  return thread && !thread.isRequest ? thread.other.id : null;
}

/** The id of the thread of two members, in either order. */
export async function findThreadOf(db: Db, userId: string, otherId: string): Promise<string | undefined> {
  const [first, second] = inOrder(userId, otherId);
  const known = await db
    .selectFrom("message_threads")
    .select("id")
    .where("participant_a", "=", first)
    .where("participant_b", "=", second)
    .executeTakeFirst();
  return known?.id;
}

const inOrder = (one: string, other: string): [string, string] => (one < other ? [one, other] : [other, one]);

/** The id of the thread of two members, created if there is none. Writes `message_threads` and `thread_members`. */
export async function upsertThread(
  tx: Tx,
  pair: { userId: string; otherId: string; requestedBy: string | null },
): Promise<string> {
  const [first, second] = inOrder(pair.userId, pair.otherId);
  const made = await tx
    .insertInto("message_threads")
    .values({ id: newId(), participant_a: first, participant_b: second, requested_by: pair.requestedBy })
    .onConflict((conflict) => conflict.columns(["participant_a", "participant_b"]).doNothing())
    .returning(["id", "last_message_at"])
    .executeTakeFirst();
  if (!made) {
    const known = await findThreadOf(tx, pair.userId, pair.otherId);
    if (known === undefined) throw new Error("The thread exists after a conflict");
    return known;
  }
  const side = (userId: string, otherId: string) => ({
    user_id: userId,
    thread_id: made.id,
    other_id: otherId,
    last_message_at: made.last_message_at,
    last_message_preview: null,
    last_sender_id: null,
  });
  await tx
    .insertInto("thread_members")
    .values([side(first, second), side(second, first)])
    .execute();
  return made.id;
}

const messageColumns = ["id", "thread_id", "sender_id", "client_id", "content", "created_at"] as const;
interface MessageRow {
  id: string;
  thread_id: string;
  sender_id: string;
  client_id: string | null;
  content: string;
  created_at: Date;
}
const toMessage = (row: MessageRow): Message => ({
  id: row.id,
  threadId: row.thread_id,
  senderId: row.sender_id,
  clientId: row.client_id,
  content: row.content,
  createdAt: row.created_at.toISOString(),
});

/** A message to insert. */
export interface SentMessage {
  threadId: string;
  senderId: string;
  /** The sender's id for it, which makes sending idempotent. */
  clientId: string;
}

const threadAndTwin = `
  select twin.id as twin_id, twin.content, twin.created_at, t.*
  from (${threadsSql("m.thread_id = $2")}) t
  left join messages twin on twin.thread_id = t.id and twin.sender_id = $1 and twin.client_id = $3`;

/** The thread as the sender sees it, and the message that they already sent with this client id, if any. */
export async function findThreadAndDuplicate(
  db: Db,
  { threadId, senderId, clientId }: SentMessage,
): Promise<{ thread: Thread; duplicate: Message | undefined } | undefined> {
  const [row] = await runSql<ThreadRow & { twin_id: string | null; content: string; created_at: Date }>(
    db,
    threadAndTwin,
    [senderId, threadId, clientId],
  );
  if (!row) return undefined;
  const { twin_id: id, content, created_at } = row;
  const duplicate = id === null ? undefined : { id, content, created_at };
  const ids = { thread_id: threadId, sender_id: senderId, client_id: clientId };
  return { thread: toThread(row), duplicate: duplicate && toMessage({ ...duplicate, ...ids }) };
}

/**
 * The thread's row is locked first, so that timestamps increase strictly. A message that a concurrent request inserted
 * is left as it is; the thread's timestamp then advances without visible effect.
 */
const insertIntoThread = `
  with thread as (
    update message_threads
    set last_message_at = greatest(clock_timestamp(), last_message_at + interval '1 millisecond'),
      requested_by = case when requested_by = $3 then requested_by end
    where id = $2 returning id, last_message_at
  ), sent as (
    insert into messages (id, thread_id, sender_id, client_id, content, created_at)
    select $1, id, $3, $4, $5, last_message_at from thread
    on conflict (thread_id, sender_id, client_id) do nothing
    returning ${messageColumns.join(", ")}
  ), listed as (
    update thread_members m
    set last_message_at = s.created_at, last_message_preview = $6, last_sender_id = s.sender_id,
      unread_count = case when m.user_id = s.sender_id then 0 else m.unread_count + 1 end,
      last_read_at = case when m.user_id = s.sender_id then s.created_at else m.last_read_at end
    from sent s where m.thread_id = s.thread_id
  )
  select * from sent`;

/**
 * Inserts a message and updates both members' list rows: the recipient's unread count rises by 1, the sender has read
 * the thread, and a reply accepts a request. Undefined if the client id was used before. Writes `messages`,
 * `message_threads`, `thread_members`, in one statement. Locks the thread until the transaction ends.
 */
export async function insertMessage(
  tx: Tx,
  { threadId, senderId, clientId, content }: SentMessage & { content: string },
): Promise<Message | undefined> {
  const preview = content.slice(0, previewCharsMax);
  const values = [newId(), threadId, senderId, clientId, content, preview];
  const [row] = await runSql<MessageRow>(tx, insertIntoThread, values);
  return row && toMessage(row);
}

/** A page of a thread, newest first, ties by id. */
export async function listMessages(
  db: Db,
  threadId: string,
  { cursor, limit }: { cursor?: string | undefined; limit: number },
): Promise<Page<Message>> {
  const before = readCursor(cursor);
  let query = db.selectFrom("messages").select(messageColumns).where("thread_id", "=", threadId);
  if (before) {
    query = query.where((is) =>
      is(is.refTuple("created_at", "id"), "<", is.tuple(new Date(before.createdAt), before.id)),
    );
  }
  const rows = await query
    .orderBy("created_at", "desc")
    .orderBy("id", "desc")
    .limit(limit + 1)
    .execute();
  return toPage(rows.map(toMessage), limit);
}

/** The messages of a thread after a cursor, oldest first; the next cursor continues after the last one. */
export async function listMessagesAfter(
  db: Db,
  threadId: string,
  { after, limit }: { after: string; limit: number },
): Promise<Page<Message>> {
  const place = readCursor(after);
  let query = db.selectFrom("messages").select(messageColumns).where("thread_id", "=", threadId);
  if (place) {
    query = query.where((is) =>
      is(is.refTuple("created_at", "id"), ">", is.tuple(new Date(place.createdAt), place.id)),
    );
  }
  const rows = await query
    .orderBy("created_at")
    .orderBy("id")
    .limit(limit + 1)
    .execute();
  return toPage(rows.map(toMessage), limit);
}

/** The cursor after a thread's newest known message. */
export function latestPlace(messages: Message[]): string | null {
  const latest = messages.reduce<Message | undefined>(
    (newest, message) => (newest && newest.createdAt >= message.createdAt ? newest : message),
    undefined,
  );
  return latest ? writeCursor(latest) : null;
}

/** Marks a thread as read by a member and returns until when; null if nothing was unread. Writes `thread_members`. */
export async function markRead(db: Db, userId: string, threadId: string): Promise<string | null> {
  const row = await db
    .updateTable("thread_members")
    .set((is) => ({ unread_count: 0, last_read_at: is.ref("last_message_at") }))
    .where("user_id", "=", userId)
    .where("thread_id", "=", threadId)
    .where((is) => is(is.ref("last_read_at"), "<", is.ref("last_message_at")))
    .returning("last_read_at")
    .executeTakeFirst();
  return row ? row.last_read_at.toISOString() : null;
}

/** Accepts a request to this member and returns until when they have read, or null. Writes `message_threads`. */
export async function acceptRequest(db: Db, userId: string, threadId: string): Promise<string | null> {
  const [row] = await runSql<{ last_read_at: Date }>(
    db,
    `update message_threads t set requested_by = null from thread_members m
     where t.id = $2 and m.thread_id = t.id and m.user_id = $1 and t.requested_by = m.other_id returning m.last_read_at`,
    [userId, threadId],
  );
  return row ? row.last_read_at.toISOString() : null;
}

/** Replaces a message's text, also where the thread list shows it. Writes `messages` and `thread_members`. */
export async function replaceMessageContent(tx: Db, messageId: string, content: string): Promise<void> {
  await runSql(
    tx,
    `with changed as (update messages set content = $2 where id = $1 returning thread_id, sender_id, created_at)
     update thread_members m set last_message_preview = $2 from changed c
     where m.thread_id = c.thread_id and m.last_sender_id = c.sender_id and m.last_message_at = c.created_at`,
    [messageId, content],
  );
}

/** How many messages the sender has in a request of theirs that waits; 0 in every other thread. Holds the thread's row. */
export async function countRequestMessages(tx: Tx, { threadId, senderId }: SentMessage): Promise<number> {
  const held = "select id from message_threads where id = $1 and requested_by = $2 for update";
  if ((await runSql(tx, held, [threadId, senderId])).length === 0) return 0;
  const count = "select count(*)::int as count from messages where thread_id = $1 and sender_id = $2";
  const [row] = await runSql<{ count: number }>(tx, count, [threadId, senderId]);
  return row?.count ?? 0;
}
