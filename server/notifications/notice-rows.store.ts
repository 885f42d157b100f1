import { sql } from "kysely";
import type { Notification } from "#contract/notifications.ts";
import type { Page, PageQuery } from "#contract/page.ts";
import { cutPage, readCursor } from "#server/db/cursor.ts";
import type { Db } from "#server/db/db.ts";
import type { NotificationType } from "#server/db/schema.ts";

/** One page of a member's listed notices, newest first, ties broken by id. */
export async function listNotices(db: Db, userId: string, { cursor, limit }: PageQuery): Promise<Page<Notification>> {
  const after = readCursor(cursor);
  let query = noticeRows(db).where("n.user_id", "=", userId).where("n.is_listed", "=", true);
  if (after) {
    query = query.where(sql<boolean>`(n.created_at, n.id) < (${after.createdAt}::timestamptz, ${after.id}::uuid)`);
  }
  const rows = await query
    .orderBy("n.created_at", "desc")
    .orderBy("n.id", "desc")
    .limit(limit + 1)
    .execute();
  return cutPage(rows.map(toNotification), limit);
}

/** A notice that is still unread, or undefined. */
export async function findUnreadNotice(db: Db, id: string): Promise<Notification | undefined> {
  const row = await noticeRows(db).where("n.id", "=", id).where("n.is_read", "=", false).executeTakeFirst();
  return row && toNotification(row);
}

/** What of a member waits for the digest mail and is still unread, newest first; and all that waits, read or not. */
export async function listWaiting(db: Db, userId: string): Promise<{ unread: Notification[]; ids: string[] }> {
  const rows = await noticeRows(db)
    .where("n.user_id", "=", userId)
    .where("n.mail_waits_since", "is not", null)
    .orderBy("n.created_at", "desc")
    .orderBy("n.id", "desc")
    .execute();
  return { unread: rows.filter((row) => !row.is_read).map(toNotification), ids: rows.map((row) => row.id) };
}

/** Notices with who did it, and the outfit that a like or comment is about. */
const noticeRows = (db: Db) =>
  db
    .selectFrom("notifications as n")
    .leftJoin("profiles as p", "p.id", "n.actor_id")
    .leftJoin("user_roles as r", "r.user_id", "p.id")
    .leftJoin("outfits as o", (join) =>
      join.onRef("o.id", "=", "n.reference_id").on("n.type", "in", ["like", "comment"]),
    )
    .select(["n.id", "n.type", "n.title", "n.message", "n.reference_id", "n.others_count", "n.is_read", "n.created_at"])
    .select(["p.id as actor_id", "p.username", "p.avatar_url", "r.role"])
    .select(["o.image_url", "o.image_width", "o.image_height", "o.thumbhash"]);
type NoticeRow = Awaited<ReturnType<ReturnType<typeof noticeRows>["executeTakeFirstOrThrow"]>>;

/** Types that somebody did: their sentence opens with a name. */
const deedsOfMembers = new Set<NotificationType>(["like", "comment", "follower", "message", "follow_request"]);

function toNotification(row: NoticeRow): Notification {
  const { actor_id: actorId, username } = row;
  const actor =
    actorId !== null && username !== null
      ? { id: actorId, username, avatarUrl: row.avatar_url, isVerified: row.role === "admin" }
      : null;
  return {
    id: row.id,
    type: row.type,
    title: row.title,
    message: deedsOfMembers.has(row.type) ? `${nameActors(username, row.others_count)} ${row.message}` : row.message,
    referenceId: row.reference_id,
    actor,
    othersCount: row.others_count,
    path: pathOf(row),
    picture: toPicture(row),
    isRead: row.is_read,
    createdAt: row.created_at.toISOString(),
  };
}

function nameActors(username: string | null, othersCount: number): string {
  const name = username ?? "Someone";
  if (othersCount === 0) return name;
  return `${name} and ${othersCount} ${othersCount === 1 ? "other" : "others"}`;
}

/** Spec §2 "Notifications", decisions.md "Notification click on 'follower'": /explore where the account is gone. */
function pathOf({ type, reference_id: referenceId, username }: NoticeRow): string {
  switch (type) {
    case "message":
      return `/messages?thread=${referenceId}`;
    case "like":
    case "comment":
      return `/outfit/${referenceId}`;
    case "follower":
    case "follow_request":
      return username === null ? "/explore" : `/profile/${username}`;
    case "event_reminder":
    case "suggestion_accepted":
      return referenceId === null ? "/events" : `/events/${referenceId}`;
    case "reward":
      return "/rewards";
  }
}

function toPicture({ image_url: url, image_width: width, image_height: height, thumbhash }: NoticeRow) {
  if (url === null || width === null || height === null || thumbhash === null) return null;
  return { url, width, height, thumbhash };
}
