import type { Thread } from "#contract/messages.ts";
import { type KeysetCursor, readCursor } from "#server/db/cursor.ts";
import { type Db, type Pool, runPrepared, runSql, type Tx } from "#server/db/db.ts";
import { isoTime, jsonList, type JsonList, toJsonPage, toObjects } from "#server/db/json-pages.ts";
import { newId } from "#server/lib/ids.ts";
import { toLikePattern } from "#server/lib/like-patterns.ts";
import { blockedEitherWay, formerAuthorJson } from "#server/members/member-sql.ts";

export const previewCharsMax = 120;

/** SQL that is true if the row `row` of `thread_members` is the member's, without a block between the two. */
export const isOpenThread = (row: string, member: string): string =>
  `${row}.user_id = ${member} and ${row}.other_id <> all (${blockedEitherWay(member)})`;

/**
 * SQL for the contract's Thread, of the threads of member $1 with the other member, latest first, without blocked ones.
 * `chosen` filters the member's rows `m` after `where ... and` and limits them before anything is joined; otherwise the
 * planner would join all of a member's threads. Blocks are an array for the same reason. The sender of a request sees no read
 * receipts until it is accepted. A thread without a message yet is no request, whoever opened it.
 */
export const threadsSql = (chosen: string) => `
  select m.thread_id as id,
    ${formerAuthorJson} as other,
    m.last_message_preview as "lastMessagePreview", coalesce(m.last_sender_id <> m.other_id, false) as "isLastMessageMine",
    ${isoTime("m.last_message_at")} as "lastMessageAt", m.unread_count as "unreadCount",
    case when t.requested_by = m.user_id then '1970-01-01T00:00:00.000Z' else ${isoTime("o.last_read_at")} end as "otherReadAt",
    coalesce(t.requested_by = m.other_id and m.last_sender_id is not null, false) as "isRequest", p.deleted_at is not null as "isOtherDeleted", m.is_muted as "isMuted"
  from (
    select * from thread_members m where ${isOpenThread("m", "$1")} and ${chosen}
  ) m
  join message_threads t on t.id = m.thread_id
  join profiles p on p.id = m.other_id
  join thread_members o on o.thread_id = m.thread_id and o.user_id = m.other_id
  order by m.last_message_at desc, m.thread_id desc`;

/** The rows of one page, without threads that have no message yet. */
const threadPage = (rows: number, more = "true") => `
  m.last_message_preview is not null and (m.last_message_at, m.thread_id) < ($2::timestamptz, $3::uuid) and ${more}
  order by m.last_message_at desc, m.thread_id desc limit ${rows}`;
const fitsSearch =
  "(m.last_message_preview ilike $4 or (select f.username || ' ' || coalesce(f.display_name, '') from profiles f where f.id = m.other_id) ilike $5)";
const beforeAll: KeysetCursor = { createdAt: "infinity", id: "ffffffff-ffff-ffff-ffff-ffffffffffff" };

/**
 * The JSON of one page of a member's threads, latest first, ties by id; `search` matches the other's names, also written as
 * `@name`, and the latest message.
 */
export async function listThreads(
  pool: Pool,
  userId: string,
  { cursor, limit, search }: { cursor?: string | undefined; limit: number; search?: string | undefined },
): Promise<string> {
  const { createdAt, id } = readCursor(cursor) ?? beforeAll;
  const values = [userId, createdAt, id];
  const [list] = search
    ? await searchThreads(pool, [...values, toLikePattern(search), toLikePattern(search.replace(/^@/, ""))], limit + 1)
    : await runPrepared<JsonList>(pool, { name: `threads_${limit}`, text: pageOfThreads(limit + 1) }, values);
  return toJsonPage(toObjects(list), limit, { time: "lastMessageAt" });
}

const pageOfThreads = (rows: number, more?: string) => jsonList(threadsSql(threadPage(rows, more)));

/** Unnamed, so that each pattern gets its own plan. */
async function searchThreads(pool: Pool, values: string[], rows: number): Promise<JsonList[]> {
  return (await pool.query<JsonList>(pageOfThreads(rows, fitsSearch), values)).rows;
}

/** The thread as this member sees it; undefined if it is not theirs or a block exists. */
export async function findThread(db: Db, userId: string, threadId: string): Promise<Thread | undefined> {
  const [thread] = await runSql<Thread>(db, threadsSql("m.thread_id = $2"), [userId, threadId]);
  return thread;
}

const threadThatReaches = threadsSql(
  `m.thread_id = $2 and not exists (
     select from thread_members o where o.thread_id = m.thread_id and o.user_id = m.other_id and o.is_declined)`,
);

/**
 * The member who may see this member typing in a thread; null if it is not theirs, a block exists, it is a request to
 * them, or the other declined theirs.
 */
export async function findPartner(db: Db, userId: string, threadId: string): Promise<string | null> {
  const [thread] = await runSql<Thread>(db, threadThatReaches, [userId, threadId]);
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

/**
 * Accepts a request to this member and returns until when they have read, or null. A declined one shows in their list
 * again, by the messages that came since. Writes `message_threads` and `thread_members`; the thread's row must be locked.
 */
export async function acceptRequest(tx: Tx, userId: string, threadId: string): Promise<string | null> {
  const [row] = await runSql<{ last_read_at: Date }>(
    tx,
    `with accepted as (
       update message_threads t set requested_by = null from thread_members m
       where t.id = $2 and m.thread_id = t.id and m.user_id = $1 and t.requested_by = m.other_id
       returning m.last_read_at
     ), open as (
       update thread_members m set is_declined = false,
         last_message_preview = (
           select left(n.content, ${previewCharsMax}) from messages n
           where n.thread_id = m.thread_id and n.created_at > coalesce(m.cleared_at, 'epoch')
           order by n.created_at desc, n.id desc limit 1),
         unread_count = (
           select count(*) from messages n
           where n.thread_id = m.thread_id and n.sender_id <> m.user_id and n.created_at > greatest(m.last_read_at, m.cleared_at))
       from accepted
       where m.thread_id = $2 and m.user_id = $1 and m.is_declined
     )
     select last_read_at from accepted`,
    [userId, threadId],
  );
  return row ? row.last_read_at.toISOString() : null;
}
