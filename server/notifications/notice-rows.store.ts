import type { Notification } from "#contract/notifications.ts";
import type { Page, PageQuery } from "#contract/page.ts";
import { cutPage, type Position, readCursor } from "#server/db/cursor.ts";
import { type Db, runSql } from "#server/db/db.ts";
import type { NotificationType } from "#server/db/schema.ts";

interface NoticeRow {
  id: string;
  type: NotificationType;
  title: string;
  message: string;
  reference_id: string | null;
  others_count: number;
  is_read: boolean;
  created_at: Date;
  actor_id: string | null;
  username: string | null;
  avatar_url: string | null;
  role: string | null;
  image_url: string | null;
  image_width: number | null;
  image_height: number | null;
  thumbhash: string | null;
}

/**
 * SQL for notices with who did it, and the outfit that a like or comment is about, newest first. `chosen` is what follows
 * `from notifications`: they are cut to a page before the rest is read for them, so that one plan is right for all members.
 */
const noticesSql = (chosen: string) => `
  select n.id, n.type, n.title, n.message, n.reference_id, n.others_count, n.is_read, n.created_at,
    p.id as actor_id, p.username, p.avatar_url, r.role, o.image_url, o.image_width, o.image_height, o.thumbhash
  from (select * from notifications ${chosen}) n
  left join profiles p on p.id = n.actor_id
  left join user_roles r on r.user_id = p.id
  left join outfits o on o.id = n.reference_id and n.type in ('like', 'comment')
  order by n.created_at desc, n.id desc`;

const beforeAll: Position = { createdAt: "infinity", id: "ffffffff-ffff-ffff-ffff-ffffffffffff" };

/** One page of a member's listed notices, newest first, ties broken by id. */
export async function listNotices(db: Db, userId: string, { cursor, limit }: PageQuery): Promise<Page<Notification>> {
  const { createdAt, id } = readCursor(cursor) ?? beforeAll;
  const page = noticesSql(`
    where user_id = $1 and is_listed and (created_at, id) < ($2::timestamptz, $3::uuid)
    order by created_at desc, id desc limit ${limit + 1}`);
  const rows = await runSql<NoticeRow>(db, page, [userId, createdAt, id]);
  return cutPage(rows.map(toNotification), limit);
}

/** A notice that is still unread, or undefined. */
export async function findUnreadNotice(db: Db, id: string): Promise<Notification | undefined> {
  const [row] = await runSql<NoticeRow>(db, noticesSql("where id = $1 and not is_read"), [id]);
  return row && toNotification(row);
}

/** What of a member waits for the digest mail and is still unread, newest first; and all that waits, read or not. */
export async function listWaiting(db: Db, userId: string): Promise<{ unread: Notification[]; ids: string[] }> {
  const waiting = noticesSql("where user_id = $1 and mail_waits_since is not null");
  const rows = await runSql<NoticeRow>(db, waiting, [userId]);
  return { unread: rows.filter((row) => !row.is_read).map(toNotification), ids: rows.map((row) => row.id) };
}

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
