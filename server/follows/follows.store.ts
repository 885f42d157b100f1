import { sql } from "kysely";
import { dayMs } from "#contract/durations.ts";
import type { Follow, FollowOutcome, FollowState } from "#contract/follows.ts";
import type { Author, Page, PageQuery } from "#contract/page.ts";
import { toPage, readCursor } from "#server/db/cursor.ts";
import type { Db } from "#server/db/db.ts";
import { followStateFor, isPublicOrFollowed } from "#server/members/member-sql.ts";
import { author, isVisibleMember, ofViewer } from "#server/members/members.service.ts";

/** The follower and the followed member. */
export interface Pair {
  followerId: string;
  followingId: string;
}

const toRow = ({ followerId, followingId }: Pair) => ({ follower_id: followerId, following_id: followingId });

/**
 * Inserts a follow and raises both counts. Returns false if it exists. Writes `follows`, `profiles`. Both members must
 * be locked.
 */
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

/**
 * Deletes a follow and lowers both counts. Returns false if there was none. Writes `follows`, `profiles`. Both members
 * must be locked.
 */
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

/**
 * Remembers that a follow or request ended, or when it did so last. Writes `ended_follows`. Both members must be locked.
 */
export async function rememberEnd(tx: Db, pair: Pair): Promise<void> {
  const ended_at = sql<Date>`clock_timestamp()`;
  await tx
    .insertInto("ended_follows")
    .values({ ...toRow(pair), ended_at })
    .onConflict((conflict) => conflict.columns(["follower_id", "following_id"]).doUpdateSet({ ended_at }))
    .execute();
}

/** Whether a follow or request of this pair ended in the last day. */
export async function hasEndedLately(tx: Db, { followerId, followingId }: Pair): Promise<boolean> {
  const found = await tx
    .selectFrom("ended_follows")
    .select("follower_id")
    .where("follower_id", "=", followerId)
    .where("following_id", "=", followingId)
    .where("ended_at", ">", sql<Date>`clock_timestamp() - interval '1 day'`)
    .executeTakeFirst();
  return found !== undefined;
}

/** Forgets the follows that ended more than a day ago; returns how many. Writes `ended_follows`. */
export async function deleteEndedFollows(db: Db, now: Date): Promise<number> {
  const { numDeletedRows } = await db
    .deleteFrom("ended_follows")
    .where("ended_at", "<", new Date(now.getTime() - dayMs))
    .executeTakeFirstOrThrow();
  return Number(numDeletedRows);
}

/** Inserts a request. Returns false if it exists. Writes `follow_requests`. */
export async function insertRequest(tx: Db, pair: Pair): Promise<boolean> {
  const inserted = await tx
    .insertInto("follow_requests")
    .values(toRow(pair))
    .onConflict((conflict) => conflict.doNothing())
    .returning("follower_id")
    .executeTakeFirst();
  return inserted !== undefined;
}

/** Deletes a request. Returns false if there was none. Writes `follow_requests`. */
export async function deleteRequest(tx: Db, pair: Pair): Promise<boolean> {
  const { numDeletedRows } = await tx
    .deleteFrom("follow_requests")
    .where("follower_id", "=", pair.followerId)
    .where("following_id", "=", pair.followingId)
    .executeTakeFirstOrThrow();
  return numDeletedRows > 0n;
}

/** The ids of members who requested to follow the member, in the order of their requests. */
export async function listAskers(tx: Db, followingId: string, limit: number): Promise<string[]> {
  const rows = await tx
    .selectFrom("follow_requests")
    .select("follower_id")
    .where("following_id", "=", followingId)
    .orderBy("created_at")
    .orderBy("follower_id")
    .limit(limit)
    .execute();
  return rows.map((row) => row.follower_id);
}

/**
 * Turns the requests of these members into follows and raises all counts; returns those whose requests were there. Writes
 * `follow_requests`, `follows`, `profiles`. All must be locked.
 */
export async function turnIntoFollows(tx: Db, followingId: string, askers: string[]): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    with accepted as (
      delete from follow_requests where following_id = ${followingId} and follower_id = any(${askers}::uuid[])
      returning follower_id
    ), followed as (
      insert into follows (follower_id, following_id) select follower_id, ${followingId}::uuid from accepted
      on conflict do nothing returning follower_id
    ), following as (
      update profiles p set following_count = p.following_count + 1 from followed f where p.id = f.follower_id
    ), followers as (
      update profiles set followers_count = followers_count + (select count(*) from followed) where id = ${followingId}
    )
    select follower_id as id from accepted`.execute(tx);
  return rows.map((row) => row.id);
}

/** Queues the job that accepts what is left of a member's requests. */
export async function queueAcceptance(tx: Db, userId: string): Promise<void> {
  await sql`select graphile_worker.add_job('acceptRequests', json_build_object('userId', ${userId}::uuid))`.execute(tx);
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

/** The kind of list: followers, followed members or requesters. */
export type FollowList = "followers" | "following" | "requests";

const lists = {
  followers: { table: sql`follows`, owner: sql`following_id`, listed: sql`follower_id` },
  following: { table: sql`follows`, owner: sql`follower_id`, listed: sql`following_id` },
  requests: { table: sql`follow_requests`, owner: sql`following_id`, listed: sql`follower_id` },
} as const;

/** SQL for the viewer's follow state for the member `p`. */
export const followStateOf = ofViewer<FollowState>(followStateFor);

/** The first member's follow state for the second, and the second's kept follower count. */
export async function getOutcome(db: Db, { followerId, followingId }: Pair): Promise<FollowOutcome> {
  const { rows } = await sql<FollowOutcome>`
    select ${followStateOf(followerId)} as state, p.followers_count as "followersCount"
    from profiles p where p.id = ${followingId}`.execute(db);
  const [outcome] = rows;
  if (!outcome) throw new Error("The member must exist");
  return outcome;
}

/**
 * SQL condition: the viewer may know whom member `p` follows. A private member is in these lists, as in those of
 * likes, for themselves, for their followers and in the lists of the viewer's own profile only.
 */
const isListed = ({ userId, viewerId }: { userId: string; viewerId: string | null }) =>
  userId === viewerId ? sql`true` : ofViewer<boolean>(isPublicOrFollowed)(viewerId);

/** One page of a member's list, newest first, ties broken by member; without those who are not there for the viewer. */
export async function listFollows(
  db: Db,
  list: FollowList,
  of: { userId: string; viewerId: string | null },
  { cursor, limit }: PageQuery,
): Promise<Page<Follow>> {
  const after = readCursor(cursor);
  const { table, owner, listed } = lists[list];
  const { rows } = await sql<{ id: string; member: Author; created_at: Date; state: FollowState }>`
    select p.id, ${author} as member, f.created_at, ${followStateOf(of.viewerId)} as state
    from ${table} f join profiles p on p.id = f.${listed}
    where f.${owner} = ${of.userId} and ${isVisibleMember(of.viewerId)} and ${isListed(of)}
      and ${after ? sql`(f.created_at, f.${listed}) < (${after.createdAt}::timestamptz, ${after.id}::uuid)` : sql`true`}
    order by f.created_at desc, f.${listed} desc
    limit ${sql.lit(limit + 1)}`.execute(db);
  const follows = rows.map(({ created_at, ...follow }) => ({ ...follow, createdAt: created_at.toISOString() }));
  return toPage(follows, limit);
}
