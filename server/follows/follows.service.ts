import type { Follow, FollowOutcome } from "#contract/follows.ts";
import type { Done, Page, PageQuery } from "#contract/page.ts";
import { type Tx, transact } from "#server/db/db.ts";
import type { Call } from "#server/http/call.ts";
import { fail } from "#server/lib/app-error.ts";
import { announce, notify, unnotify } from "#server/notifications/notifications.service.ts";
import { findMember, findVisibleMember, lockMembers } from "#server/profiles/members.service.ts";
import {
  deleteFollow,
  deleteRequest,
  doesFollow,
  type FollowList,
  insertFollow,
  insertRequest,
  listAskers,
  listFollows,
  type Pair,
  readOutcome,
} from "./follows.store.ts";

export { doesFollow, followStateOf } from "./follows.store.ts";

/**
 * Follows a member, or asks to where the profile is private: row, both counts and the notice, all or nothing. Twice is once.
 *
 * @throws auth.required, member.is_self, profile.not_found, rate.limited
 * @see decisions.md "Follow is local only"
 */
export async function followMember(call: Call, memberId: string): Promise<FollowOutcome> {
  const viewer = call.viewer ?? fail("auth.required");
  if (memberId === viewer.userId) fail("member.is_self");
  await call.rateLimiter.spend("follows", { key: viewer.userId, isNew: viewer.isNew });
  const pair = { followerId: viewer.userId, followingId: memberId };
  const { outcome, told } = await transact(call.db, async (tx) => {
    await lockMembers(tx, [pair.followerId, pair.followingId]);
    const member = (await findMember(tx, viewer.userId, { id: memberId })) ?? fail("profile.not_found");
    const heard = await followOrAsk(tx, pair, member.isPrivate);
    return { outcome: await readOutcome(tx, pair), told: heard };
  });
  await announce(call, told);
  return outcome;
}

/**
 * Follows a member no longer, or takes the request back; nothing happens where there was neither.
 *
 * @throws auth.required, profile.not_found
 */
export async function unfollowMember(call: Call, memberId: string): Promise<FollowOutcome> {
  const followerId = call.userId ?? fail("auth.required");
  const pair = { followerId, followingId: memberId };
  const { outcome, told } = await transact(call.db, async (tx) => {
    await lockMembers(tx, [followerId, memberId]);
    if (!(await findMember(tx, followerId, { id: memberId }))) fail("profile.not_found");
    const heard = await endFollow(tx, pair);
    return { outcome: await readOutcome(tx, pair), told: heard };
  });
  await announce(call, told);
  return outcome;
}

/**
 * Lets a member who asked follow the caller: request, follow and both counts, all or nothing.
 *
 * @throws auth.required, follow.request_not_found
 */
export async function acceptRequest(call: Call, memberId: string): Promise<Done> {
  const userId = call.userId ?? fail("auth.required");
  const pair = { followerId: memberId, followingId: userId };
  const told = await transact(call.db, async (tx) => {
    await lockMembers(tx, [userId, memberId]);
    if (!(await deleteRequest(tx, pair))) fail("follow.request_not_found");
    await insertFollow(tx, pair);
    return unnotify(tx, { userId, actorId: memberId, type: "follow_request" });
  });
  await announce(call, told);
  return { ok: true };
}

/**
 * Declines a member's request; they are not told.
 *
 * @throws auth.required, follow.request_not_found
 */
export async function declineRequest(call: Call, memberId: string): Promise<Done> {
  const userId = call.userId ?? fail("auth.required");
  const told = await transact(call.db, async (tx) => {
    await lockMembers(tx, [userId, memberId]);
    if (!(await deleteRequest(tx, { followerId: memberId, followingId: userId }))) fail("follow.request_not_found");
    return unnotify(tx, { userId, actorId: memberId, type: "follow_request" });
  });
  await announce(call, told);
  return { ok: true };
}

/**
 * Makes a member follow the caller no longer; they are not told.
 *
 * @throws auth.required
 */
export async function removeFollower(call: Call, memberId: string): Promise<Done> {
  const userId = call.userId ?? fail("auth.required");
  const told = await transact(call.db, async (tx) => {
    await lockMembers(tx, [userId, memberId]);
    return endFollow(tx, { followerId: memberId, followingId: userId });
  });
  await announce(call, told);
  return { ok: true };
}

/**
 * One page of who follows a member, or whom they follow; empty where their profile is not open to the caller.
 *
 * @throws auth.required, profile.not_found
 */
export async function listFollowsOf(
  call: Call,
  list: Exclude<FollowList, "requests">,
  username: string,
  query: PageQuery,
): Promise<Page<Follow>> {
  if (!call.userId && !call.config.arePublicProfilesOn) fail("auth.required");
  const member = (await findVisibleMember(call, username)) ?? fail("profile.not_found");
  if (!member.isOpen) return { items: [], nextCursor: null };
  return listFollows(call.db, list, { userId: member.id, viewerId: call.userId }, query);
}

/**
 * One page of who asks to follow the caller.
 *
 * @throws auth.required
 */
export async function listRequests(call: Call, query: PageQuery): Promise<Page<Follow>> {
  const userId = call.userId ?? fail("auth.required");
  return listFollows(call.db, "requests", { userId, viewerId: userId }, query);
}

/** Ends follows and requests between two members, either way, with their notices. The caller has locked both. */
export async function endFollowsBetween(tx: Tx, first: string, second: string): Promise<void> {
  await endFollow(tx, { followerId: first, followingId: second });
  await endFollow(tx, { followerId: second, followingId: first });
}

/** Makes all who asked followers, for a profile that opens up. Locks all of them; call it before other members are locked. */
export async function acceptAllRequests(tx: Tx, userId: string): Promise<void> {
  const askers = await listAskers(tx, userId);
  if (askers.length === 0) return;
  await lockMembers(tx, [userId, ...askers]);
  for (const followerId of askers) {
    const pair = { followerId, followingId: userId };
    if (await deleteRequest(tx, pair)) await insertFollow(tx, pair);
    await unnotify(tx, { userId, actorId: followerId, type: "follow_request" });
  }
}

async function followOrAsk(tx: Tx, pair: Pair, isPrivate: boolean): Promise<string[]> {
  const notice = { userId: pair.followingId, actorId: pair.followerId, referenceId: pair.followerId };
  if (!isPrivate) {
    await deleteRequest(tx, pair);
    return (await insertFollow(tx, pair)) ? notify(tx, { ...notice, type: "follower" }) : [];
  }
  if (await doesFollow(tx, pair.followerId, pair.followingId)) return [];
  return (await insertRequest(tx, pair)) ? notify(tx, { ...notice, type: "follow_request" }) : [];
}

/** Ends follow and request, and takes their notices along; gives whose badge may have changed. */
async function endFollow(tx: Tx, pair: Pair): Promise<string[]> {
  const deed = { userId: pair.followingId, actorId: pair.followerId };
  if (await deleteFollow(tx, pair)) return unnotify(tx, { ...deed, type: "follower" });
  if (await deleteRequest(tx, pair)) return unnotify(tx, { ...deed, type: "follow_request" });
  return [];
}
