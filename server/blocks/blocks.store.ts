import { sql } from "kysely";
import type { BlockedOrMutedMember } from "#contract/blocks.ts";
import type { Author, Page, PageQuery } from "#contract/page.ts";
import { toPage, readCursor } from "#server/db/cursor.ts";
import type { Db } from "#server/db/db.ts";
import { author } from "#server/members/members.service.ts";

/** Inserts a block; the same twice is once. Writes `blocks`. @returns Whether it is new. */
export async function insertBlock(tx: Db, blockerId: string, blockedId: string): Promise<boolean> {
  const { numInsertedOrUpdatedRows } = await tx
    .insertInto("blocks")
    .values({ blocker_id: blockerId, blocked_id: blockedId })
    .onConflict((conflict) => conflict.doNothing())
    .executeTakeFirst();
  return numInsertedOrUpdatedRows === 1n;
}

/** Deletes a block. Writes `blocks`. @returns Whether there was one. */
export async function deleteBlock(db: Db, blockerId: string, blockedId: string): Promise<boolean> {
  const { numDeletedRows } = await db
    .deleteFrom("blocks")
    .where("blocker_id", "=", blockerId)
    .where("blocked_id", "=", blockedId)
    .executeTakeFirst();
  return numDeletedRows === 1n;
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

/** SQL that is true where profile `p` does not block the member. */
const isNotBlocking = (userId: string) =>
  sql`not exists (select from blocks b where b.blocker_id = p.id and b.blocked_id = ${userId})`;

/**
 * One page of members whom a member has blocked or muted, newest first, ties broken by member, banned ones too; of the
 * muted ones without those who block the member.
 */
export async function listBlockedAndMuted(
  db: Db,
  list: keyof typeof lists,
  userId: string,
  { cursor, limit }: PageQuery,
): Promise<Page<BlockedOrMutedMember>> {
  const after = readCursor(cursor);
  const { table, owner, listed } = lists[list];
  const { rows } = await sql<{ id: string; member: Author; created_at: Date }>`
    select p.id, ${author} as member, s.created_at
    from ${table} s join profiles p on p.id = s.${listed}
    where s.${owner} = ${userId} and ${list === "mutes" ? isNotBlocking(userId) : sql`true`}
      and ${after ? sql`(s.created_at, s.${listed}) < (${after.createdAt}::timestamptz, ${after.id}::uuid)` : sql`true`}
    order by s.created_at desc, s.${listed} desc
    limit ${sql.lit(limit + 1)}`.execute(db);
  return toPage(
    rows.map(({ id, member, created_at }) => ({ id, member, createdAt: created_at.toISOString() })),
    limit,
  );
}
