import { z } from "zod";
import type { Follow, FollowOutcome, FollowPage } from "#contract/follows.ts";
import type { Done, Page, PageQuery } from "#contract/page.ts";
import { type Tx, transact } from "#server/db/db.ts";
import type { AppContext, RequestContext } from "#server/http/context.ts";
import { requireMember, requireProfileReader } from "#server/http/require-member.ts";
import { fail } from "#server/lib/app-error.ts";
import {
  type Notifier,
  notify,
  updateBadges,
  withdrawNotification,
} from "#server/notifications/notifications.service.ts";
import { findMember, findVisibleMember, lockMembers } from "#server/members/members.service.ts";
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
  getOutcome,
  hasEndedLately,
  queueAcceptance,
  rememberEnd,
  turnIntoFollows,
} from "./follows.store.ts";

export { deleteEndedFollows, doesFollow, followStateOf } from "./follows.store.ts";

/**
 * Follows a member, or requests to if the profile is private. Writes row, both counts and the notification atomically; none
 * where a follow or request of the same member ended in the last day. Idempotent.
 *
 * @throws auth.required, member.is_self, profile.not_found
 * @see docs/product.md#follows
 */
export async function followMember(context: RequestContext, memberId: string): Promise<FollowOutcome> {
  const { userId } = requireMember(context);
  if (memberId === userId) fail("member.is_self");
  const pair = { followerId: userId, followingId: memberId };
  return transact(context.db, async (tx) => {
    await lockMembers(tx, [pair.followerId, pair.followingId]);
    const member = (await findMember(tx, userId, { id: memberId })) ?? fail("profile.not_found");
    await followOrAsk(tx, context, pair, member.isPrivate);
    return getOutcome(tx, pair);
  });
}

/**
 * Unfollows a member or withdraws the request. Idempotent.
 *
 * @throws auth.required, profile.not_found
 */
export async function unfollowMember(context: RequestContext, memberId: string): Promise<FollowOutcome> {
  const followerId = requireMember(context).userId;
  const pair = { followerId, followingId: memberId };
  return transact(context.db, async (tx) => {
    await lockMembers(tx, [followerId, memberId]);
    if (!(await findMember(tx, followerId, { id: memberId }))) fail("profile.not_found");
    await endFollow(tx, context, pair);
    return getOutcome(tx, pair);
  });
}

/**
 * Accepts a follow request and notifies the requester: deletes it, inserts the follow and updates both counts, atomically.
 *
 * @throws auth.required, follow.request_not_found
 */
export async function acceptRequest(context: RequestContext, memberId: string): Promise<Done> {
  const { userId } = requireMember(context);
  const pair = { followerId: memberId, followingId: userId };
  await transact(context.db, async (tx) => {
    await lockMembers(tx, [userId, memberId]);
    if (!(await deleteRequest(tx, pair))) fail("follow.request_not_found");
    await insertFollow(tx, pair);
    await withdrawNotification(tx, context, { userId, actorId: memberId, type: "follow_request" });
    await notifyAccepted(tx, context, [memberId], userId);
    updateBadges(tx, context, [userId]);
  });
  return { ok: true };
}

/**
 * Declines a member's request without notifying them.
 *
 * @throws auth.required, follow.request_not_found
 */
export async function declineRequest(context: RequestContext, memberId: string): Promise<Done> {
  const { userId } = requireMember(context);
  await transact(context.db, async (tx) => {
    await lockMembers(tx, [userId, memberId]);
    const pair = { followerId: memberId, followingId: userId };
    if (!(await deleteRequest(tx, pair))) fail("follow.request_not_found");
    await rememberEnd(tx, pair);
    await withdrawNotification(tx, context, { userId, actorId: memberId, type: "follow_request" });
  });
  return { ok: true };
}

/**
 * Removes a follower without notifying them.
 *
 * @throws auth.required
 */
export async function removeFollower(context: RequestContext, memberId: string): Promise<Done> {
  const { userId } = requireMember(context);
  await transact(context.db, async (tx) => {
    await lockMembers(tx, [userId, memberId]);
    await endFollow(tx, context, { followerId: memberId, followingId: userId });
  });
  return { ok: true };
}

/**
 * One page of a member's followers or followed members; empty if the caller may not see the profile.
 *
 * @throws auth.required, profile.not_found
 */
export async function listFollowsOf(
  context: RequestContext,
  list: Exclude<FollowList, "requests">,
  username: string,
  query: PageQuery,
): Promise<FollowPage> {
  requireProfileReader(context);
  const member = (await findVisibleMember(context, username)) ?? fail("profile.not_found");
  const count = list === "followers" ? member.followersCount : member.followingCount;
  if (!member.isOpen) return { items: [], nextCursor: null, count };
  const follows = await listFollows(context.db, list, { userId: member.id, viewerId: context.userId }, query);
  return { ...follows, count };
}

/**
 * One page of the caller's follow requests.
 *
 * @throws auth.required
 */
export async function listRequests(context: RequestContext, query: PageQuery): Promise<Page<Follow>> {
  const { userId } = requireMember(context);
  return listFollows(context.db, "requests", { userId, viewerId: userId }, query);
}

/**
 * Ends follows and requests between two members in both directions, with their notifications. The caller must have
 * locked both.
 */
export async function endFollowsBetween(tx: Tx, app: Notifier, first: string, second: string): Promise<void> {
  await endFollow(tx, app, { followerId: first, followingId: second });
  await endFollow(tx, app, { followerId: second, followingId: first });
}

/** More would keep too many members locked, and with them the likes of everybody. */
const acceptedAtOnce = 100;

/**
 * Accepts the requests of a profile that becomes public and notifies the requesters: the first hundred at once, all others by
 * a job. Locks those hundred; call it before other members are locked. Writes `follow_requests`, `follows`, `profiles`.
 */
export async function acceptAllRequests(tx: Tx, app: Notifier, userId: string): Promise<void> {
  await acceptLocked(tx, app, userId, await lockAskers(tx, userId));
}

const Payload = z.object({ userId: z.uuid() });

/** Accepts what is left of a member's requests as `acceptAllRequests` does, unless the profile is private again; a job. */
export async function acceptRemainingRequests(app: AppContext, payload: unknown): Promise<void> {
  const { userId } = Payload.parse(payload);
  await transact(app.db, async (tx) => {
    const askers = await lockAskers(tx, userId);
    // A banned member too: nothing queues the job again when the ban ends.
    const member = await findMember(tx, userId, { id: userId }, { includesBanned: true });
    if (member && !member.isPrivate) await acceptLocked(tx, app, userId, askers);
  });
}

/** The member's oldest requests, and one more if there are more. Locks the member and all requesters but that one. */
async function lockAskers(tx: Tx, userId: string): Promise<string[]> {
  const early = new Set(await listAskers(tx, userId, acceptedAtOnce));
  await lockMembers(tx, [userId, ...early]);
  // With requests that were committed before the own row was locked. All others wait for it, and find the profile public.
  const askers = await listAskers(tx, userId, acceptedAtOnce + 1);
  const late = askers.slice(0, acceptedAtOnce).filter((id) => !early.has(id));
  // Out of the order of ids: a deadlock ends one of the two transactions, whose retry finds these requests at once.
  if (late.length > 0) await lockMembers(tx, late);
  return askers;
}

async function acceptLocked(tx: Tx, app: Notifier, userId: string, askers: string[]): Promise<void> {
  if (askers.length > acceptedAtOnce) await queueAcceptance(tx, userId);
  const accepted = await turnIntoFollows(tx, userId, askers.slice(0, acceptedAtOnce));
  await withdrawNotification(tx, app, { userId, actorId: accepted, type: "follow_request" });
  await notifyAccepted(tx, app, accepted, userId);
}

/** Notifies the requesters, unless they turned follow notifications off. It refers to the follower, as all about a follow do. */
function notifyAccepted(tx: Tx, app: Notifier, followerIds: string[], followingId: string): Promise<void> {
  return notify(
    tx,
    app,
    followerIds.map((followerId) => ({
      userId: followerId,
      actorId: followingId,
      referenceId: followerId,
      type: "follower",
      title: "Follow request accepted",
      message: "accepted your follow request",
    })),
  );
}

async function followOrAsk(tx: Tx, app: Notifier, pair: Pair, isPrivate: boolean): Promise<void> {
  if (!isPrivate) {
    await deleteRequest(tx, pair);
    if (!(await insertFollow(tx, pair))) return;
    await notifyFollowed(tx, app, pair, "follower");
    // Also where the list leaves it out: an open profile shows the followers.
    updateBadges(tx, app, [pair.followingId]);
    return;
  }
  if (await doesFollow(tx, pair.followerId, pair.followingId)) return;
  if (await insertRequest(tx, pair)) await notifyFollowed(tx, app, pair, "follow_request");
}

/** Following and unfollowing in turns would notify, and push, each time; the list of requests shows it in silence. */
async function notifyFollowed(tx: Tx, app: Notifier, pair: Pair, type: "follower" | "follow_request"): Promise<void> {
  const { followerId, followingId } = pair;
  if (await hasEndedLately(tx, pair)) updateBadges(tx, app, [followingId]);
  else await notify(tx, app, { userId: followingId, actorId: followerId, referenceId: followerId, type });
}

/** Ends follow and request with their notifications. */
async function endFollow(tx: Tx, app: Notifier, pair: Pair): Promise<void> {
  const { followerId, followingId } = pair;
  const action = { userId: followingId, actorId: followerId, referenceId: followerId };
  if (await deleteFollow(tx, pair)) {
    const accepted = { userId: followerId, actorId: followingId, referenceId: followerId };
    await rememberEnd(tx, pair);
    await withdrawNotification(tx, app, { ...action, type: "follower" });
    await withdrawNotification(tx, app, { ...accepted, type: "follower" });
    updateBadges(tx, app, [followingId]);
    return;
  }
  if (!(await deleteRequest(tx, pair))) return;
  await rememberEnd(tx, pair);
  await withdrawNotification(tx, app, { ...action, type: "follow_request" });
}
