import { sql } from "kysely";
import type { Follow, FollowOutcome, FollowState } from "#contract/follows.ts";
import type { Page, PageQuery } from "#contract/page.ts";
import { cutPage, readCursor } from "#server/db/cursor.ts";
import type { Db } from "#server/db/db.ts";
import { authorColumns, type AuthorRow, isThereFor, toAuthor } from "#server/profiles/members.service.ts";

/** Who follows, and whom. */
export interface Pair {
  followerId: string;
  followingId: string;
}

const toRow = ({ followerId, followingId }: Pair) => ({ follower_id: followerId, following_id: followingId });

/** Inserts a follow and raises both counts; false when it was there. Writes `follows`, `profiles`. Lock both members before. */
export async function insertFollow(tx: Db, pair: Pair): Promise<boolean> {
  const inserted = await tx
    .insertInto("follows")
    .values(toRow(pair))
    .onConflict((conflict) => conflict.doNothing())
    .returning("follower_id")
    .executeTakeFirst();
  if (inserted) await changeCounts(tx, pair, 1);
  return inserted !== undefined;
}

/** Deletes a follow and lowers both counts; false when there was none. Writes `follows`, `profiles`. Lock both members before. */
export async function deleteFollow(tx: Db, pair: Pair): Promise<boolean> {
  const { numDeletedRows } = await tx
    .deleteFrom("follows")
    .where("follower_id", "=", pair.followerId)
    .where("following_id", "=", pair.followingId)
    .executeTakeFirstOrThrow();
  if (numDeletedRows > 0n) await changeCounts(tx, pair, -1);
  return numDeletedRows > 0n;
}

async function changeCounts(tx: Db, { followerId, followingId }: Pair, by: 1 | -1): Promise<void> {
  await sql`update profiles set
      following_count = following_count + case when id = ${followerId} then ${by}::int else 0 end,
      followers_count = followers_count + case when id = ${followingId} then ${by}::int else 0 end
    where id in (${followerId}, ${followingId})`.execute(tx);
}

/** Inserts a request; false when it was there. Writes `follow_requests`. */
export async function insertRequest(tx: Db, pair: Pair): Promise<boolean> {
  const inserted = await tx
    .insertInto("follow_requests")
    .values(toRow(pair))
    .onConflict((conflict) => conflict.doNothing())
    .returning("follower_id")
    .executeTakeFirst();
  return inserted !== undefined;
}

/** Deletes a request; false when there was none. Writes `follow_requests`. */
export async function deleteRequest(tx: Db, pair: Pair): Promise<boolean> {
  const { numDeletedRows } = await tx
    .deleteFrom("follow_requests")
    .where("follower_id", "=", pair.followerId)
    .where("following_id", "=", pair.followingId)
    .executeTakeFirstOrThrow();
  return numDeletedRows > 0n;
}

/** Who asks to follow the member. */
export async function listAskers(tx: Db, followingId: string): Promise<string[]> {
  const rows = await tx
    .selectFrom("follow_requests")
    .select("follower_id")
    .where("following_id", "=", followingId)
    .execute();
  return rows.map((row) => row.follower_id);
}

/** Whether the first follows the second. */
export async function doesFollow(db: Db, followerId: string, followingId: string): Promise<boolean> {
  const found = await db
    .selectFrom("follows")
    .select("follower_id")
    .where("follower_id", "=", followerId)
    .where("following_id", "=", followingId)
    .executeTakeFirst();
  return found !== undefined;
}

/** Which list of members: who follows one, whom one follows, or who asks. */
export type FollowList = "followers" | "following" | "requests";

const lists = {
  followers: { table: sql`follows`, owner: sql`following_id`, listed: sql`follower_id` },
  following: { table: sql`follows`, owner: sql`follower_id`, listed: sql`following_id` },
  requests: { table: sql`follow_requests`, owner: sql`following_id`, listed: sql`follower_id` },
} as const;

/** SQL for how the viewer stands to the member `p`. */
export const followStateOf = (viewerId: string | null) => sql<FollowState>`case
  when exists (select from follows v where v.follower_id = ${viewerId}::uuid and v.following_id = p.id) then 'following'
  when exists (select from follow_requests v where v.follower_id = ${viewerId}::uuid and v.following_id = p.id) then 'requested'
  else 'none' end`;

/** How the first of a pair stands to the second, and the second's kept count of followers. */
export async function readOutcome(db: Db, { followerId, followingId }: Pair): Promise<FollowOutcome> {
  const { rows } = await sql<FollowOutcome>`
    select ${followStateOf(followerId)} as state, p.followers_count as "followersCount"
    from profiles p where p.id = ${followingId}`.execute(db);
  const [outcome] = rows;
  if (!outcome) throw new Error("The member was there a moment ago");
  return outcome;
}

/** One page of a member's list, newest first, ties broken by member; without those who are not there for the viewer. */
export async function listFollows(
  db: Db,
  list: FollowList,
  of: { userId: string; viewerId: string | null },
  { cursor, limit }: PageQuery,
): Promise<Page<Follow>> {
  const after = readCursor(cursor);
  const { table, owner, listed } = lists[list];
  const { rows } = await sql<AuthorRow & { created_at: Date; state: FollowState }>`
    select ${authorColumns}, f.created_at, ${followStateOf(of.viewerId)} as state
    from ${table} f join profiles p on p.id = f.${listed}
    where f.${owner} = ${of.userId} and ${isThereFor(of.viewerId)}
      and ${after ? sql`(f.created_at, f.${listed}) < (${after.createdAt}::timestamptz, ${after.id}::uuid)` : sql`true`}
    order by f.created_at desc, f.${listed} desc
    limit ${sql.lit(limit + 1)}`.execute(db);
  const follows = rows.map((row) => ({
    id: row.id,
    member: toAuthor(row),
    state: row.state,
    createdAt: row.created_at.toISOString(),
  }));
  return cutPage(follows, limit);
}
