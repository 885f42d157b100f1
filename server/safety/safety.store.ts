import { sql } from "kysely";
import type { NewReport, SilencedMember } from "#contract/safety.ts";
import type { Page, PageQuery } from "#contract/page.ts";
import { cutPage, readCursor } from "#server/db/cursor.ts";
import type { Db } from "#server/db/db.ts";
import { newId } from "#server/lib/ids.ts";
import { authorColumns, type AuthorRow, toAuthor } from "#server/profiles/members.service.ts";

/** Inserts a block; the same twice is once. Writes `blocks`. */
export async function insertBlock(tx: Db, blockerId: string, blockedId: string): Promise<void> {
  await tx
    .insertInto("blocks")
    .values({ blocker_id: blockerId, blocked_id: blockedId })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
}

/** Deletes a block. Writes `blocks`. */
export async function deleteBlock(db: Db, blockerId: string, blockedId: string): Promise<void> {
  await db.deleteFrom("blocks").where("blocker_id", "=", blockerId).where("blocked_id", "=", blockedId).execute();
}

/** The members across a block from this one, whoever of the two has blocked. */
export async function listKeptApart(db: Db, userId: string): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`select blocked_id as id from blocks where blocker_id = ${userId}
    union select blocker_id from blocks where blocked_id = ${userId}`.execute(db);
  return rows.map(({ id }) => id);
}

/** Takes each of two members out of the other's Top 3. Writes `favorite_stylists`. */
export async function deleteChoices(tx: Db, first: string, second: string): Promise<void> {
  await sql`delete from favorite_stylists
    where (user_id = ${first} and stylist_id = ${second}) or (user_id = ${second} and stylist_id = ${first})`.execute(
    tx,
  );
}

/** Inserts a mute; the same twice is once. Writes `mutes`. */
export async function insertMute(db: Db, muterId: string, mutedId: string): Promise<void> {
  await db
    .insertInto("mutes")
    .values({ muter_id: muterId, muted_id: mutedId })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
}

/** Deletes a mute. Writes `mutes`. */
export async function deleteMute(db: Db, muterId: string, mutedId: string): Promise<void> {
  await db.deleteFrom("mutes").where("muter_id", "=", muterId).where("muted_id", "=", mutedId).execute();
}

const lists = {
  blocks: { table: sql`blocks`, owner: sql`blocker_id`, listed: sql`blocked_id` },
  mutes: { table: sql`mutes`, owner: sql`muter_id`, listed: sql`muted_id` },
} as const;

/** One page of whom a member has blocked or muted, newest first, ties broken by member. */
export async function listSilenced(
  db: Db,
  list: keyof typeof lists,
  userId: string,
  { cursor, limit }: PageQuery,
): Promise<Page<SilencedMember>> {
  const after = readCursor(cursor);
  const { table, owner, listed } = lists[list];
  const { rows } = await sql<AuthorRow & { created_at: Date }>`
    select ${authorColumns}, s.created_at
    from ${table} s join profiles p on p.id = s.${listed}
    where s.${owner} = ${userId}
      and ${after ? sql`(s.created_at, s.${listed}) < (${after.createdAt}::timestamptz, ${after.id}::uuid)` : sql`true`}
    order by s.created_at desc, s.${listed} desc
    limit ${sql.lit(limit + 1)}`.execute(db);
  return cutPage(
    rows.map((row) => ({ id: row.id, member: toAuthor(row), createdAt: row.created_at.toISOString() })),
    limit,
  );
}

/** Whose comment it is, and under which outfit it stands. */
export async function findComment(
  db: Db,
  commentId: string,
): Promise<{ ownerId: string; outfitId: string } | undefined> {
  return db
    .selectFrom("comments")
    .select(["user_id as ownerId", "outfit_id as outfitId"])
    .where("id", "=", commentId)
    .executeTakeFirst();
}

/** Who sent a message, when it stands in a thread of the member's. */
export async function findSenderOfOwn(
  db: Db,
  userId: string,
  messageId: string,
): Promise<{ ownerId: string } | undefined> {
  return db
    .selectFrom("messages as m")
    .innerJoin("message_threads as t", "t.id", "m.thread_id")
    .select("m.sender_id as ownerId")
    .where("m.id", "=", messageId)
    .where((b) => b.or([b("t.participant_a", "=", userId), b("t.participant_b", "=", userId)]))
    .executeTakeFirst();
}

/** Inserts a report into the moderators' queue; the same target twice is once. Writes `reports`. */
export async function insertReport(
  db: Db,
  report: Required<NewReport> & { reporterId: string; memberId: string },
): Promise<void> {
  await db
    .insertInto("reports")
    .values({
      id: newId(),
      reporter_id: report.reporterId,
      target_type: report.targetType,
      target_id: report.targetId,
      member_id: report.memberId,
      reason: report.reason,
      details: report.details,
      decided_by: null,
    })
    .onConflict((conflict) => conflict.columns(["reporter_id", "target_type", "target_id"]).doNothing())
    .execute();
}

/** How often a member wrote these very words within the last hour, and whether under this outfit or in this thread. */
export async function countRepeats(
  db: Db,
  {
    userId,
    kind,
    content,
    placeId,
  }: { userId: string; kind: "comment" | "message"; content: string; placeId: string | null },
): Promise<{ times: number; isHere: boolean }> {
  const rows =
    kind === "comment"
      ? sql`select outfit_id as place from comments where user_id = ${userId} and lower(content) = lower(${content})
            and created_at > clock_timestamp() - interval '1 hour'`
      : sql`select thread_id as place from messages where sender_id = ${userId} and lower(content) = lower(${content})
            and created_at > clock_timestamp() - interval '1 hour'`;
  const { rows: counted } = await sql<{ times: number; isHere: boolean }>`
    select count(distinct place)::int as times, coalesce(bool_or(place = ${placeId}::uuid), false) as "isHere"
    from (${rows}) said`.execute(db);
  return counted[0] ?? { times: 0, isHere: false };
}
