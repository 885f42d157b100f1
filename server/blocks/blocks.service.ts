import type { BlockedOrMutedMember } from "#contract/blocks.ts";
import type { Done, Page, PageQuery } from "#contract/page.ts";
import { transact } from "#server/db/db.ts";
import { endFollowsBetween } from "#server/follows/follows.service.ts";
import type { RequestContext } from "#server/http/context.ts";
import { requireMember } from "#server/http/require-member.ts";
import { fail } from "#server/lib/app-error.ts";
import { endAttendanceBetween } from "#server/events/events.service.ts";
import { findMember, lockMembers } from "#server/members/members.service.ts";
import { refreshThreadBetween } from "#server/messages/messages.service.ts";
import { withdrawNotification } from "#server/notifications/notifications.service.ts";
import { resetSeenRanges } from "#server/swipes/swipes.service.ts";
import {
  deleteBlock,
  deleteChoices,
  deleteMute,
  insertBlock,
  insertMute,
  listBlockedAndMuted,
} from "./blocks.store.ts";

/**
 * Hides the caller and a member from each other everywhere: the block, the end of follows, requests and Top 3 choices
 * either way, and of their notifications, all or nothing. Idempotent; a member who blocked the caller can be blocked too, and
 * a banned one, who is still seen in conversations and among comments. Open tabs of both learn that their conversation is gone.
 *
 * @throws auth.required, member.is_self, profile.not_found
 * @see docs/product.md#blocks-and-mutes and docs/product.md#reports
 */
export async function blockMember(context: RequestContext, memberId: string): Promise<Done> {
  const { userId } = requireMember(context);
  if (memberId === userId) fail("member.is_self");
  await transact(context.db, async (tx) => {
    // Lock order: events, then members (prevents deadlocks).
    await endAttendanceBetween(tx, context, userId, memberId);
    await lockMembers(tx, [userId, memberId]);
    // Looked up without a viewer, because a member who blocked the caller is invisible to them.
    if (!(await findMember(tx, null, { id: memberId }, { includesBanned: true }))) fail("profile.not_found");
    if (await insertBlock(tx, userId, memberId)) await refreshThreadBetween(tx, context, userId, memberId);
    await endFollowsBetween(tx, context, userId, memberId);
    await deleteChoices(tx, userId, memberId);
    await withdrawNotification(tx, context, { userId, actorId: memberId });
    await withdrawNotification(tx, context, { userId: memberId, actorId: userId });
  });
  return { ok: true };
}

/**
 * Removes a block of the caller; follows are not restored.
 *
 * @throws auth.required
 */
export async function unblockMember(context: RequestContext, memberId: string): Promise<Done> {
  const { userId } = requireMember(context);
  await transact(context.db, async (tx) => {
    if (await deleteBlock(tx, userId, memberId)) await refreshThreadBetween(tx, context, userId, memberId);
  });
  await resetSeenRanges(context.db, [userId, memberId]);
  return { ok: true };
}

/**
 * Removes a member, also a banned one, from the caller's feeds and notifications, without informing them. Idempotent.
 *
 * @throws auth.required, member.is_self, profile.not_found
 */
export async function muteMember(context: RequestContext, memberId: string): Promise<Done> {
  const { userId } = requireMember(context);
  if (memberId === userId) fail("member.is_self");
  if (!(await findMember(context.db, userId, { id: memberId }, { includesBanned: true }))) fail("profile.not_found");
  await insertMute(context.db, userId, memberId);
  return { ok: true };
}

/**
 * Ends a mute of the caller's.
 *
 * @throws auth.required
 */
export async function unmuteMember(context: RequestContext, memberId: string): Promise<Done> {
  const { userId } = requireMember(context);
  await deleteMute(context.db, userId, memberId);
  await resetSeenRanges(context.db, [userId]);
  return { ok: true };
}

/**
 * One page of members whom the caller has blocked or muted, newest first.
 *
 * @throws auth.required
 */
export async function listOwnBlockedAndMuted(
  context: RequestContext,
  list: "blocks" | "mutes",
  query: PageQuery,
): Promise<Page<BlockedOrMutedMember>> {
  return listBlockedAndMuted(context.db, list, requireMember(context).userId, query);
}
