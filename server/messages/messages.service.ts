import type { z } from "zod";
import { minuteMs } from "#contract/durations.ts";
import { limits } from "#contract/limits.ts";
import type { Message, MessageQuery, NewMessage, Thread } from "#contract/messages.ts";
import type { Done } from "#contract/page.ts";
import { writeCursor } from "#server/db/cursor.ts";
import { afterCommit, transact, type Tx } from "#server/db/db.ts";
import { positionOf, toJsonPage } from "#server/db/json-pages.ts";
import type { AppContext, RequestContext } from "#server/http/context.ts";
import { spendLimit } from "#server/http/rate-limit.ts";
import { SerializedReply } from "#server/http/serve.ts";
import { requireMember } from "#server/http/require-member.ts";
import { AppError, fail } from "#server/lib/app-error.ts";
import { notify, markNotificationsAboutRead } from "#server/notifications/notifications.service.ts";
import { findVisibleMember } from "#server/members/members.service.ts";
import { rejectRepeated, rejectSpam } from "#server/spam/spam.service.ts";
import { doesFollow } from "#server/follows/follows.service.ts";
import { getRecipientSettings, lockThread } from "./conversation-settings.store.ts";
import * as store from "./messages.store.ts";
import * as threads from "./threads.store.ts";

export { clearRemovedContent } from "./messages.store.ts";
export { findPartner, upsertThread } from "./threads.store.ts";

/** How long a repeated request sends its message's event again. */
const repeatMs = 5 * minuteMs;

/** The caller's threads, latest first. */
export async function listOwnThreads(
  context: RequestContext,
  query: { cursor?: string | undefined; limit: number; search?: string | undefined },
): Promise<SerializedReply> {
  return new SerializedReply(await threads.listThreads(context.pool, requireMember(context).userId, query));
}

/**
 * One thread of the caller.
 *
 * @throws auth.required, thread.not_found
 */
export async function getThread(context: RequestContext, threadId: string): Promise<Thread> {
  return (await threads.findThread(context.db, requireMember(context).userId, threadId)) ?? fail("thread.not_found");
}

/**
 * The thread of the caller and another member, created if there is none. The first message to a member who does not
 * follow the caller is a request until it is answered or accepted.
 *
 * @throws auth.required, profile.not_found, thread.with_self, rate.limited
 * @see docs/product.md#messages
 */
export async function startThread(context: RequestContext, username: string): Promise<Thread> {
  const { userId } = requireMember(context);
  const other = (await findVisibleMember(context, username)) ?? fail("profile.not_found");
  if (other.id === userId) fail("thread.with_self");
  const known = await threads.findThreadOf(context.db, userId, other.id);
  if (known !== undefined) return getThread(context, known);
  await spendLimit(context, "threads");
  const isExpected = await doesFollow(context.db, other.id, userId);
  const threadId = await transact(context.db, (tx) =>
    threads.upsertThread(tx, { userId, otherId: other.id, requestedBy: isExpected ? null : userId }),
  );
  return getThread(context, threadId);
}

/**
 * Messages of one of the caller's threads, newest first, or with `after` those since, oldest first.
 *
 * @throws auth.required, thread.not_found
 */
export async function listThreadMessages(
  context: RequestContext,
  threadId: string,
  query: z.output<typeof MessageQuery>,
): Promise<SerializedReply> {
  const { userId } = requireMember(context);
  const { after, limit } = query;
  const messages = (await store.listMessages(context.pool, { threadId, userId }, query)) ?? fail("thread.not_found");
  const latest = after === undefined ? messages[0] : messages.slice(0, limit).at(-1);
  const latestCursor = latest === undefined ? (after ?? null) : writeCursor(positionOf(latest));
  return new SerializedReply(toJsonPage(messages, limit, { more: { latestCursor } }));
}

/**
 * Sends a message: the row, both list rows, the unread count and the notification in one transaction, then live to both
 * members. Idempotent by `clientId`: a repeat sends only the event again, and only for a few minutes.
 *
 * @throws auth.required, thread.not_found, thread.not_accepted, thread.member_deleted, content.too_many_links,
 * content.blocked_words, content.repeated, rate.limited
 * @see docs/product.md#messages, docs/security.md#s-66, docs/security.md#s-71, docs/security.md#s-72
 */
export async function sendMessage(context: RequestContext, threadId: string, input: NewMessage): Promise<Message> {
  const { userId } = requireMember(context);
  const { content, clientId } = input;
  const sent = { threadId, senderId: userId, clientId, content };
  const { thread, duplicate } = (await store.findThreadAndDuplicate(context.db, sent)) ?? fail("thread.not_found");
  if (duplicate) {
    await repeatEvent(context, duplicate, thread.other.id);
    return duplicate;
  }
  if (thread.isOtherDeleted) fail("thread.member_deleted");
  rejectSpam(context, content);
  await spendLimit(context, "messages");
  const write = async (tx: Tx) => {
    await rejectRepeated(tx, { userId, kind: "message", content });
    if ((await store.countRequestMessages(tx, sent)) >= limits.requestMessagesMax) fail("thread.not_accepted");
    const message = await store.insertMessage(tx, sent);
    if (!message) return undefined;
    const { isMuted, isDeclined } = await getRecipientSettings(tx, userId, threadId);
    const notification = { userId: thread.other.id, type: "message", actorId: userId, referenceId: threadId } as const;
    if (!isMuted && !isDeclined) await notify(tx, context, notification);
    return { message, isDeclined };
  };
  const written = await transact(context.db, write).catch(async (error: unknown) => {
    // Two tabs may send it at once: the first has filled the request or the text's last place for the second.
    if (error instanceof AppError && (await store.findDuplicate(context.db, sent))) return undefined;
    throw error;
  });
  if (!written) return getDuplicate(context, sent);
  const reached = written.isDeclined ? [userId] : [userId, thread.other.id];
  context.live.emitToMembers(reached, "message", written.message);
  return written.message;
}

/**
 * Sends a message's event again: the server may have ended between the commit and the first one. Tabs drop repeats; one
 * that has deleted the message does not get it back. Later, pages have loaded it, and the event would only be traffic that no
 * rate limit counts.
 */
async function repeatEvent(context: RequestContext, message: Message, otherId: string): Promise<void> {
  if (context.clock.now().getTime() - new Date(message.createdAt).getTime() > repeatMs) return;
  const { isDeclined, clearedAt } = await getRecipientSettings(context.db, message.senderId, message.threadId);
  const isHidden = isDeclined || new Date(message.createdAt) <= clearedAt;
  context.live.emitToMembers(isHidden ? [message.senderId] : [message.senderId, otherId], "message", message);
}

/** The message that a concurrent request sent with this id; it is committed, because our transaction waited for it. */
async function getDuplicate(context: RequestContext, sent: store.SentMessage): Promise<Message> {
  return (await store.findDuplicate(context.db, sent)) ?? fail("thread.not_found");
}

/**
 * Marks a thread as read and informs both members; for a request, only the reader's own tabs until it is accepted.
 *
 * @throws auth.required, thread.not_found
 */
export async function markThreadRead(context: RequestContext, threadId: string): Promise<Done> {
  const userId = requireMember(context).userId;
  const { other, isRequest } = await getThread(context, threadId);
  const readAt = await threads.markRead(context.db, userId, threadId);
  await markNotificationsAboutRead(context, threadId);
  const recipients = isRequest ? [userId] : [userId, other.id];
  if (readAt) context.live.emitToMembers(recipients, "read", { threadId, userId, readAt });
  return { ok: true };
}

/**
 * Accepts a request, so that its sender sees read receipts, and updates the caller's other tabs; one that was declined is listed again.
 *
 * @throws auth.required, thread.not_found
 */
export async function acceptThread(context: RequestContext, threadId: string): Promise<Thread> {
  const userId = requireMember(context).userId;
  const { other } = await getThread(context, threadId);
  const readAt = await transact(context.db, async (tx) => {
    await lockThread(tx, threadId);
    return threads.acceptRequest(tx, userId, threadId);
  });
  if (readAt) {
    context.live.emitToMembers([other.id], "read", { threadId, userId, readAt });
    context.live.emitToMembers([userId], "thread", { threadId, isGone: false });
  }
  return getThread(context, threadId);
}

/**
 * Has the tabs of two members load their conversation again, if they have one, after the commit of the caller's transaction: a
 * block between them begins or ends.
 */
export async function refreshThreadBetween(
  tx: Tx,
  { live }: Pick<AppContext, "live">,
  userId: string,
  otherId: string,
): Promise<void> {
  const threadId = await threads.findThreadOf(tx, userId, otherId);
  if (threadId === undefined) return;
  afterCommit(tx, () => live.emitToMembers([userId, otherId], "thread", { threadId, isGone: false }));
}

/**
 * Takes a message's words away, so that both members see that moderators removed it, or gives them back, in the caller's
 * transaction; the members' open conversation follows its commit. Writes `messages` and `thread_members`.
 *
 * @returns Whether that changed anything.
 */
export async function setMessageRemoved(
  tx: Tx,
  app: Pick<AppContext, "live">,
  messageId: string,
  isRemoved: boolean,
): Promise<boolean> {
  const changed = isRemoved
    ? await store.replaceMessageContent(tx, messageId, "This message was removed by the moderators.")
    : await store.restoreMessageContent(tx, messageId);
  if (!changed) return false;
  const { memberIds, threadId } = changed;
  afterCommit(tx, () => app.live.emitToMembers(memberIds, "thread", { threadId, isGone: false }));
  return true;
}
