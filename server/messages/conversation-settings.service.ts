import type { Thread } from "#contract/messages.ts";
import type { Done } from "#contract/page.ts";
import { transact } from "#server/db/db.ts";
import type { RequestContext } from "#server/http/context.ts";
import { requireMember } from "#server/http/require-member.ts";
import { fail } from "#server/lib/app-error.ts";
import { markNotificationsAboutRead } from "#server/notifications/notifications.service.ts";
import {
  clearThread,
  declineRequest,
  deleteClearedMessages,
  lockThread,
  updateMuted,
} from "./conversation-settings.store.ts";
import { getThread } from "./messages.service.ts";

/**
 * Mutes a conversation for the caller, or ends it: its messages neither notify nor count on the navigation. The other
 * member does not learn of it.
 *
 * @throws auth.required, thread.not_found
 * @see docs/product.md#messages
 */
export async function setThreadMuted(context: RequestContext, threadId: string, isMuted: boolean): Promise<Thread> {
  const { userId } = requireMember(context);
  await getThread(context, threadId);
  await updateMuted(context.db, userId, threadId, isMuted);
  context.live.emitToMembers([userId], "thread", { threadId, isGone: false });
  return getThread(context, threadId);
}

/**
 * Deletes a conversation for the caller up to a message that they know, and their other tabs leave it; a later message
 * stays, with its notification, or brings it back without the deleted ones. What both members have deleted is deleted for good.
 *
 * @param until The time of the last message to delete.
 * @throws auth.required, thread.not_found
 * @see docs/product.md#messages
 */
export async function deleteThread(
  context: RequestContext,
  threadId: string,
  until: string | undefined,
): Promise<Done> {
  const { userId } = requireMember(context);
  const { lastMessageAt } = await getThread(context, threadId);
  const { isEmpty, unreadCount } = await transact(context.db, async (tx) => {
    await lockThread(tx, threadId);
    const left = await clearThread(tx, userId, threadId, new Date(until ?? lastMessageAt));
    await deleteClearedMessages(tx, threadId);
    return left;
  });
  // One notification tells of all its messages: it stays for those that are left.
  if (unreadCount === 0) await markNotificationsAboutRead(context, threadId);
  context.live.emitToMembers([userId], "thread", { threadId, isGone: isEmpty });
  return { ok: true };
}

/**
 * Declines a request: it is deleted for the caller, and further messages of its sender do not reach them until they write
 * themselves. The sender does not learn of it.
 *
 * @throws auth.required, thread.not_found
 * @see docs/product.md#messages
 */
export async function declineThread(context: RequestContext, threadId: string): Promise<Done> {
  const { userId } = requireMember(context);
  const { isRequest, lastMessageAt } = await getThread(context, threadId);
  if (!isRequest) fail("thread.not_found");
  await transact(context.db, async (tx) => {
    await lockThread(tx, threadId);
    if (!(await declineRequest(tx, userId, threadId))) fail("thread.not_found");
    await clearThread(tx, userId, threadId, new Date(lastMessageAt));
  });
  await markNotificationsAboutRead(context, threadId);
  context.live.emitToMembers([userId], "thread", { threadId, isGone: true });
  return { ok: true };
}
