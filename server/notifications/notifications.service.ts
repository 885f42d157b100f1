import type { Badge, Notification } from "#contract/notifications.ts";
import type { Page, PageQuery } from "#contract/page.ts";
import type { Tx } from "#server/db/db.ts";
import type { NotificationType } from "#server/db/schema.ts";
import type { Call, World } from "#server/http/call.ts";
import { fail } from "#server/lib/app-error.ts";
import {
  type Chosen,
  deleteAbout,
  deleteNotices,
  hasNotice,
  insertNotices,
  markRead,
  readUnreadCounts,
  withdrawNotices,
} from "./notifications.store.ts";
import { listNotices } from "./notice-rows.store.ts";
import { noticeTypes } from "./notice-types.service.ts";
import { queuePushes } from "./push.store.ts";

/** A deed that a member is to hear of. */
export interface Notice {
  /** Who is told. */
  userId: string;
  type: NotificationType;
  /** Who did it; null where nobody did, as for a reminder. */
  actorId: string | null;
  /** The outfit, thread or member it points to. */
  referenceId: string | null;
  /** Goes on after the actor's name, `liked your outfit`; without an actor it is the whole sentence. Else the type's own words. */
  message?: string;
}

const messageCharsMax = 500;

/**
 * Tells members of deeds, in the transaction of the deeds: never of one's own, never across a block, not of a muted
 * member's. Likes, comments and messages on one thing share a notice while it is unread: 'mia and 12 others'. Each member
 * hears in the ways that they chose; push messages are queued in the same transaction, mails come with the digest.
 *
 * Members are locked in the order of ids; a transaction that also locks other members takes all of them before, sorted.
 *
 * @returns The members who have something new; hand them to `announce` after the commit.
 * @see decisions.md "Who writes notifications and totals"
 */
export async function notify(tx: Tx, notices: Notice | Notice[]): Promise<string[]> {
  const rows = [notices].flat().map(({ message, ...notice }) => ({
    ...notice,
    title: noticeTypes[notice.type].title,
    message: (message ?? noticeTypes[notice.type].message).slice(0, messageCharsMax),
    byMail: noticeTypes[notice.type].byMail,
    byPush: noticeTypes[notice.type].byPush,
  }));
  if (rows.length === 0) return [];
  const written = await insertNotices(tx, rows);
  await queuePushes(
    tx,
    written.filter((notice) => notice.isPushed),
  );
  return [...new Set(written.filter((notice) => notice.isListed).map((notice) => notice.userId))];
}

/**
 * Takes a deed back that somebody was told of: an unlike, an unfollow, a deleted comment. In its transaction.
 * Without `type`, everything that the actor ever did to the member.
 *
 * @returns The member where there was such a notice; hand them to `announce` after the commit.
 */
export async function unnotify(
  tx: Tx,
  deed: { userId: string; actorId: string; type?: NotificationType; referenceId?: string | null },
): Promise<string[]> {
  return (await withdrawNotices(tx, deed)) ? [deed.userId] : [];
}

/** Deletes all notices of something that is gone, such as an outfit, in its transaction; gives who had any. */
export function forgetNotices(tx: Tx, referenceId: string): Promise<string[]> {
  return deleteAbout(tx, referenceId);
}

/** Brings the badge of these members' open tabs up to date; after the commit. */
export async function announce(world: Pick<World, "db" | "live">, userIds: string[]): Promise<void> {
  if (userIds.length === 0) return;
  for (const { id, unreadCount } of await readUnreadCounts(world.db, userIds)) {
    world.live.tellMembers([id], "notifications", { unreadCount });
  }
}

/**
 * One page of the caller's notices, newest first.
 *
 * @throws auth.required
 */
export async function listNotifications(call: Call, query: PageQuery): Promise<Page<Notification>> {
  return listNotices(call.db, requireMember(call), query);
}

/**
 * How many of the caller's notices are unread.
 *
 * @throws auth.required
 */
export async function readBadge(call: Call): Promise<Badge> {
  const [own] = await readUnreadCounts(call.db, [requireMember(call)]);
  return { unreadCount: own?.unreadCount ?? 0 };
}

/**
 * Marks one notice of the caller as read, or all; their other tabs hear of it.
 *
 * @throws auth.required, notification.not_found
 */
export async function readNotifications(call: Call, id?: string): Promise<Badge> {
  await markRead(call.db, await choose(call, id));
  return tellOwnTabs(call);
}

/** Marks what the caller was told about one thing as read, when they look at the thing itself. */
export async function readNotificationsAbout(call: Call, referenceId: string): Promise<void> {
  if (await markRead(call.db, { userId: requireMember(call), referenceId })) await tellOwnTabs(call);
}

/**
 * Deletes one notice of the caller, or all; their other tabs hear of it.
 *
 * @throws auth.required, notification.not_found
 */
export async function removeNotifications(call: Call, id?: string): Promise<Badge> {
  await deleteNotices(call.db, await choose(call, id));
  return tellOwnTabs(call);
}

async function choose(call: Call, id: string | undefined): Promise<Chosen> {
  const userId = requireMember(call);
  if (id === undefined) return { userId };
  if (!(await hasNotice(call.db, { userId, id }))) fail("notification.not_found");
  return { userId, id };
}

async function tellOwnTabs(call: Call): Promise<Badge> {
  const badge = await readBadge(call);
  call.live.tellMembers([requireMember(call)], "notifications", badge);
  return badge;
}

const requireMember = (call: Call): string => call.userId ?? fail("auth.required");
