import type { z } from "zod";
import type { Message, MessageQuery, NewMessage, Thread } from "#contract/messages.ts";
import type { Done, Page } from "#contract/page.ts";
import { transact } from "#server/db/db.ts";
import type { Call } from "#server/http/call.ts";
import { fail } from "#server/lib/app-error.ts";
import { announce, notify, readNotificationsAbout } from "#server/notifications/notifications.service.ts";
import { findVisibleMember } from "#server/profiles/members.service.ts";
import { refuseSpam } from "#server/safety/safety.service.ts";
import { doesFollow } from "#server/follows/follows.service.ts";
import * as store from "./messages.store.ts";

export { findPartner, upsertThread } from "./messages.store.ts";

const requireUser = (call: Call): string => call.userId ?? fail("auth.required");

/** The caller's threads, latest first. */
export async function listOwnThreads(
  call: Call,
  query: { cursor?: string | undefined; limit: number; search?: string | undefined },
): Promise<Page<Thread>> {
  return store.listThreads(call.pool, requireUser(call), query);
}

/**
 * One thread of the caller.
 *
 * @throws auth.required, thread.not_found
 */
export async function getThread(call: Call, threadId: string): Promise<Thread> {
  return (await store.findThread(call.db, requireUser(call), threadId)) ?? fail("thread.not_found");
}

/**
 * The one thread of the caller and another member, made when there is none. The first word to somebody who does not
 * follow the caller is a request until it is answered or accepted.
 *
 * @throws auth.required, profile.not_found, thread.with_self, rate.limited
 * @see Spec §4 "Message thread"
 */
export async function startThread(call: Call, username: string): Promise<Thread> {
  const { userId, isNew } = call.viewer ?? fail("auth.required");
  const other = (await findVisibleMember(call, username)) ?? fail("profile.not_found");
  if (other.id === userId) fail("thread.with_self");
  const known = await store.findThreadOf(call.db, userId, other.id);
  if (known !== undefined) return getThread(call, known);
  await call.rateLimiter.spend("threads", { key: userId, isNew });
  const isExpected = await doesFollow(call.db, other.id, userId);
  const threadId = await call.db
    .transaction()
    .execute((tx) => store.upsertThread(tx, { userId, otherId: other.id, requestedBy: isExpected ? null : userId }));
  return getThread(call, threadId);
}

/**
 * Messages of one of the caller's threads: a page back in time, or with `after` what came since.
 *
 * @throws auth.required, thread.not_found
 */
export async function listThreadMessages(
  call: Call,
  threadId: string,
  { after, cursor, limit }: z.output<typeof MessageQuery>,
): Promise<Page<Message> & { latestCursor: string | null }> {
  await getThread(call, threadId);
  const page =
    after === undefined
      ? await store.listMessages(call.db, threadId, { cursor, limit })
      : await store.listMessagesAfter(call.db, threadId, { after, limit });
  return { ...page, latestCursor: store.latestPlace(page.items) ?? after ?? null };
}

/**
 * Sends a message: the row, both list rows, the unread count and the notice in one transaction, then live to both ends.
 * The same `clientId` again answers with the first message and does nothing.
 *
 * @throws auth.required, thread.not_found, content.refused, rate.limited
 * @see Spec §4 "Message thread", security.md rows 66, 71, 72
 */
export async function sendMessage(call: Call, threadId: string, input: NewMessage): Promise<Message> {
  const { userId, isNew } = call.viewer ?? fail("auth.required");
  const { content, clientId } = input;
  const sent = { threadId, senderId: userId, clientId, content };
  const { thread, twin } = (await store.findThreadAndTwin(call.db, sent)) ?? fail("thread.not_found");
  if (twin) return twin;
  await refuseSpam(call, { kind: "message", content });
  await call.rateLimiter.spend("messages", { key: userId, isNew });
  const written = await transact(call.db, async (tx) => {
    const message = await store.insertMessage(tx, sent);
    if (!message) return undefined;
    const notice = { userId: thread.other.id, type: "message", actorId: userId, referenceId: threadId } as const;
    return { message, told: await notify(tx, notice) };
  });
  if (!written) return findTwin(call, sent);
  call.live.tellMembers([userId, thread.other.id], "message", written.message);
  await announce(call, written.told);
  return written.message;
}

/** The message that was sent under this id at the same moment; it is committed, since its insertion was waited for. */
async function findTwin(call: Call, sent: store.SentMessage): Promise<Message> {
  const found = (await store.findThreadAndTwin(call.db, sent)) ?? fail("thread.not_found");
  return found.twin ?? fail("thread.not_found");
}

/**
 * Marks a thread as read and tells both ends; of a request only the reader's own tabs, until it is accepted.
 *
 * @throws auth.required, thread.not_found
 */
export async function readThread(call: Call, threadId: string): Promise<Done> {
  const userId = requireUser(call);
  const { other, isRequest } = await getThread(call, threadId);
  const readAt = await store.markRead(call.db, userId, threadId);
  await readNotificationsAbout(call, threadId);
  const told = isRequest ? [userId] : [userId, other.id];
  if (readAt) call.live.tellMembers(told, "read", { threadId, userId, readAt });
  return { ok: true };
}

/**
 * The request becomes a conversation, and who asked for it sees what is read.
 *
 * @throws auth.required, thread.not_found
 */
export async function acceptThread(call: Call, threadId: string): Promise<Thread> {
  const userId = requireUser(call);
  const { other } = await getThread(call, threadId);
  const readAt = await store.acceptRequest(call.db, userId, threadId);
  if (readAt) call.live.tellMembers([other.id], "read", { threadId, userId, readAt });
  return getThread(call, threadId);
}
