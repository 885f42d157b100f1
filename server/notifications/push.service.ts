import { z } from "zod";
import { limits } from "#contract/limits.ts";
import type { PushAddress } from "#contract/notifications.ts";
import type { Done } from "#contract/page.ts";
import { transact } from "#server/db/db.ts";
import type { RequestContext, AppContext } from "#server/http/context.ts";
import { requireMember } from "#server/http/require-member.ts";
import { failField } from "#server/lib/app-error.ts";
import { shortenText } from "#server/lib/cut-text.ts";
import { findPushedNotification } from "./notification-rows.store.ts";
import { getPushKeys } from "./push-keys.service.ts";
import {
  countTimeout,
  countUnread,
  deleteDeadAddress,
  deletePushAddress,
  findPushAddress,
  forgetTimeouts,
  upsertPushAddress,
} from "./push.store.ts";

/**
 * Subscribes this session's browser to push messages until the session ends. Idempotent.
 *
 * @throws auth.required, request.invalid if the address is not a push service's
 * @see docs/security.md#s-26, docs/security.md#s-53
 */
export async function subscribe(context: RequestContext, address: PushAddress): Promise<Done> {
  const { userId, sessionId } = requireMember(context);
  if (!context.push.accepts(address.endpoint)) failField("endpoint", "Must be the URL of a push service");
  await transact(context.db, (tx) =>
    upsertPushAddress(tx, { userId, sessionId, address }, limits.memberPushDevicesMax),
  );
  return { ok: true };
}

/**
 * Unsubscribes this session's browser from push messages.
 *
 * @throws auth.required
 */
export async function unsubscribe(context: RequestContext): Promise<Done> {
  const { userId, sessionId } = requireMember(context);
  await transact(context.db, (tx) => deletePushAddress(tx, { userId, sessionId }));
  return { ok: true };
}

/** Push services take 4 kB, in which a character may need three bytes. */
const bodyCharsMax = 500;
const PushJob = z.object({ noticeId: z.uuid(), sessionId: z.uuid() });

/** The payload for the service worker, see web/service-worker/push.ts. */
interface PushText {
  title: string;
  body: string;
  path: string;
  /** A later message about the same notification replaces the earlier one. */
  tag: string;
  /** For the app's icon. */
  unreadCount: number;
  /** Whether it is among them, so that it is known to be read once none is left. */
  isCounted: boolean;
}

/**
 * More than the tries of one message. A browser whose subscription is deleted after an outage of its push service
 * subscribes again at the member's next visit.
 */
const timeoutsInRowMax = 10;

/**
 * Pushes one notification to one device, unless it was read, withdrawn or switched off. Deletes a subscription that its
 * push service reports as gone, that belongs to former keys of the site, or whose push service left ten messages in a row
 * without an answer; its browser subscribes again at the member's next visit. Writes `push_subscriptions`.
 *
 * @throws Error if the push service is unreachable or rejects it; the queue retries
 */
export async function sendPush(app: AppContext, job: unknown): Promise<void> {
  const { noticeId, sessionId } = PushJob.parse(job);
  const [notification, address] = await Promise.all([
    findPushedNotification(app.db, noticeId),
    findPushAddress(app.db, sessionId),
  ]);
  if (!notification || !address) return;
  const text: PushText = {
    title: notification.title,
    body: shortenText(notification.message, bodyCharsMax),
    // The page where a request can be answered.
    path: notification.type === "follow_request" ? "/notifications" : notification.path,
    tag: notification.id,
    unreadCount: await countUnread(app.db, sessionId),
    isCounted: notification.isCounted,
  };
  const fate = await app.push.send(address, JSON.stringify(text), await getPushKeys(app));
  if (fate === "gone") await deleteDeadAddress(app.db, address.endpoint);
  if (fate === "refused") {
    await deleteDeadAddress(app.db, address.endpoint);
    // For the log: the retry finds no subscription.
    throw new Error("The push service refused the site's key");
  }
  if (fate === "taken") await forgetTimeouts(app.db, address.endpoint);
  if (fate === "late") {
    await countTimeout(app.db, address.endpoint, timeoutsInRowMax);
    throw new Error("The push service did not answer");
  }
}
