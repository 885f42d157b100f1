import type { Badge } from "#contract/notifications.ts";
import type { PageQuery } from "#contract/page.ts";
import { collectForCommit, type Tx } from "#server/db/db.ts";
import type { NotificationType } from "#server/db/schema.ts";
import type { RequestContext, AppContext } from "#server/http/context.ts";
import { requireMember } from "#server/http/require-member.ts";
import { SerializedReply } from "#server/http/serve.ts";
import { fail } from "#server/lib/app-error.ts";
import { shortenText } from "#server/lib/cut-text.ts";
import {
  type Chosen,
  deleteAbout,
  deleteNotificationRows,
  hasNotification,
  insertNotifications,
  markRead,
  findUnreadCount,
  listUnreadCounts,
  withdrawNotificationRows,
} from "./notifications.store.ts";
import { listNotificationRows } from "./notification-rows.store.ts";
import { notificationTypes } from "./notification-types.ts";
import { queuePushes } from "./push.store.ts";

/** A notification to create. */
export interface NewNotification {
  /** The recipient. */
  userId: string;
  type: NotificationType;
  /** Who caused it; null if no member did, as for a reminder. */
  actorId: string | null;
  /** The outfit, thread or member it refers to. */
  referenceId: string | null;
  /** Of its push message. Defaults to the type's. */
  title?: string;
  /**
   * Follows the actor's name, as in `liked your outfit`; without an actor it is the full sentence. Defaults to the
   * type's text.
   */
  message?: string;
  /** The module that writes it sends a separate mail, so the digest omits it. */
  hasOwnMail?: boolean;
}

/** What it takes to update the badges of members. */
export type Notifier = Pick<AppContext, "db" | "live"> & Partial<Pick<RequestContext, "log">>;

const messageCharsMax = 500;

/** What moderators write is kept in full: who reported something reads it nowhere else. */
const toKept = (type: NotificationType, message: string): string =>
  type === "moderation" ? message : shortenText(message, messageCharsMax);

/**
 * Notifies members of actions, in the transaction of the actions: never of their own, across a block or by a muted
 * member. Likes, comments and messages on the same object share a notification while it is unread: 'mia and 12 others'.
 * Respects each member's channels; push messages are queued in the same transaction, badges are updated after its commit,
 * mails follow with the digest.
 *
 * Locks members in id order; a transaction that locks other members, too, must lock all of them before, sorted.
 *
 * @see docs/product.md#principles
 */
export async function notify(tx: Tx, app: Notifier, notifications: NewNotification | NewNotification[]): Promise<void> {
  const rows = [notifications].flat().map(({ title, message, hasOwnMail = false, ...notification }) => ({
    ...notification,
    title: title ?? notificationTypes[notification.type].title,
    message: toKept(notification.type, message ?? notificationTypes[notification.type].message),
    byMail: notificationTypes[notification.type].byMail,
    byPush: notificationTypes[notification.type].byPush,
    hasOwnMail,
  }));
  if (rows.length === 0) return;
  const written = await insertNotifications(tx, rows);
  await queuePushes(
    tx,
    written.filter((notification) => notification.isPushed),
  );
  const listed = written.filter((notification) => notification.isListed);
  updateBadges(
    tx,
    app,
    listed.map((notification) => notification.userId),
  );
}

/**
 * Withdraws the notification of an undone action (an unlike, an unfollow, a deleted comment), in its transaction; with several
 * actors, those of all of them. Without `type`, all that the actor caused for the member. Updates the badge after the commit.
 */
export async function withdrawNotification(
  tx: Tx,
  app: Notifier,
  action: { userId: string; actorId: string | string[]; type?: NotificationType; referenceId?: string | null },
): Promise<void> {
  if (await withdrawNotificationRows(tx, action)) updateBadges(tx, app, [action.userId]);
}

/**
 * Deletes all notifications that refer to an object such as an outfit, or to a comment on it, in the transaction that deletes
 * the object. Updates the badges after the commit.
 */
export async function withdrawNotificationsAbout(tx: Tx, app: Notifier, referenceId: string): Promise<void> {
  updateBadges(tx, app, await deleteAbout(tx, referenceId));
}

/** Updates the badges, and what the screens list beside them, in these members' open tabs after the commit. */
export const updateBadges = collectForCommit(pushBadges);

/** It never fails, since what is done is done and a badge is correct again on its next request. */
async function pushBadges(app: Notifier, userIds: string[]): Promise<void> {
  try {
    for (const { id, unreadCount } of await listUnreadCounts(app.db, userIds)) {
      app.live.emitToMembers([id], "notifications", { unreadCount });
    }
  } catch (error) {
    app.log?.warn({ err: error }, "badges were not pushed");
  }
}

/**
 * One page of the caller's notifications, newest first.
 *
 * @throws auth.required
 */
export async function listNotifications(context: RequestContext, query: PageQuery): Promise<SerializedReply> {
  return new SerializedReply(await listNotificationRows(context.pool, requireMember(context).userId, query));
}

/**
 * The number of the caller's unread notifications.
 *
 * @throws auth.required
 */
export async function getBadge(context: RequestContext): Promise<Badge> {
  return { unreadCount: await findUnreadCount(context.pool, requireMember(context).userId) };
}

/** One notification of the caller, or all; with `until`, those no newer than what they have seen. */
interface Wanted {
  id?: string | undefined;
  until?: string | undefined;
}

/**
 * Marks one notification of the caller as read, or all, and updates their other tabs.
 *
 * @throws auth.required, notification.not_found
 */
export async function markNotificationsRead(context: RequestContext, wanted: Wanted): Promise<Badge> {
  await markRead(context.db, await choose(context, wanted));
  return pushOwnBadge(context);
}

/** Marks the caller's notifications about an object as read when they open the object. */
export async function markNotificationsAboutRead(context: RequestContext, referenceId: string): Promise<void> {
  if (await markRead(context.db, { userId: requireMember(context).userId, referenceId })) await pushOwnBadge(context);
}

/**
 * Deletes one notification of the caller, or all, and updates their other tabs.
 *
 * @throws auth.required, notification.not_found
 */
export async function removeNotifications(context: RequestContext, wanted: Wanted): Promise<Badge> {
  await deleteNotificationRows(context.db, await choose(context, wanted));
  return pushOwnBadge(context);
}

async function choose(context: RequestContext, { id, until }: Wanted): Promise<Chosen> {
  const userId = requireMember(context).userId;
  if (id === undefined) return { userId, until };
  if (!(await hasNotification(context.db, { userId, id }))) fail("notification.not_found");
  return { userId, id, until };
}

async function pushOwnBadge(context: RequestContext): Promise<Badge> {
  const badge = await getBadge(context);
  context.live.emitToMembers([requireMember(context).userId], "notifications", badge);
  return badge;
}
