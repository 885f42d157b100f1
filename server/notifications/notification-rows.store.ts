import type { Notification } from "#contract/notifications.ts";
import type { Page, PageQuery } from "#contract/page.ts";
import { toPage, type KeysetCursor, readCursor } from "#server/db/cursor.ts";
import { type Db, runSql } from "#server/db/db.ts";
import type { NotificationType } from "#server/db/schema.ts";

interface NotificationRow {
  id: string;
  type: NotificationType;
  title: string;
  message: string;
  reference_id: string | null;
  /** The outfit, article or event that it is about, directly or through a comment. */
  subject_id: string | null;
  /** The comment that was liked or replied to, or that mentions the member. */
  comment_id: string | null;
  others_count: number;
  is_read: boolean;
  created_at: Date;
  actor_id: string | null;
  username: string | null;
  display_name: string | null;
  avatar_url: string | null;
  role: string | null;
  image_url: string | null;
  image_width: number | null;
  image_height: number | null;
  thumbhash: string | null;
  follow_state: Notification["actorFollowState"];
  is_article: boolean;
  is_about_event: boolean;
  is_about_outfit: boolean;
}

/**
 * SQL for notifications with their actor and, for likes, comments and mentions, the outfit, newest first. A like of a
 * comment, a reply and a mention refer to the comment. `chosen` follows `from
 * notifications` and limits them to a page before anything is joined, so that one plan suits all members.
 */
const noticesSql = (chosen: string) => `
  select n.id, n.type, n.title, n.message, n.reference_id, n.others_count, n.is_read, n.created_at,
    p.id as actor_id, p.username, p.display_name, p.avatar_url, r.role, coalesce(o.image_url, '/media/' || i.key) as image_url, coalesce(o.image_width, i.width) as image_width,
    coalesce(o.image_height, i.height) as image_height, coalesce(o.thumbhash, i.thumbhash) as thumbhash,
    case when n.type <> 'follower' or p.id is null then null
      when exists (select from follows f where f.follower_id = n.user_id and f.following_id = p.id) then 'following'
      when exists (select from follow_requests f where f.follower_id = n.user_id and f.following_id = p.id) then 'requested'
      else 'none' end as follow_state,
    coalesce(m.outfit_id, m.event_id, n.reference_id) as subject_id, m.id as comment_id,
    o.id is not null as is_about_outfit, e.id is not null as is_about_event, a.id is not null as is_article
  from (select * from notifications ${chosen}) n
  left join profiles p on p.id = n.actor_id
  left join user_roles r on r.user_id = p.id
  left join comments m on m.id = n.reference_id and n.type in ('like', 'comment', 'mention')
  left join outfits o on o.id = coalesce(m.outfit_id, n.reference_id) and n.type in ('like', 'comment', 'mention')
  left join articles a on a.id = n.reference_id and n.type in ('like', 'suggestion_accepted', 'article_update')
  left join events e on e.id = coalesce(m.event_id, n.reference_id)
    and n.type in ('like', 'comment', 'mention', 'event_reminder', 'event_update', 'suggestion_accepted')
  left join images i on i.id = e.image_id
  order by n.created_at desc, n.id desc`;

const beforeAll: KeysetCursor = { createdAt: "infinity", id: "ffffffff-ffff-ffff-ffff-ffffffffffff" };

/** One page of a member's listed notifications, newest first, ties by id. */
export async function listNotificationRows(
  db: Db,
  userId: string,
  { cursor, limit }: PageQuery,
): Promise<Page<Notification>> {
  const { createdAt, id } = readCursor(cursor) ?? beforeAll;
  const page = noticesSql(`
    where user_id = $1 and is_listed and (created_at, id) < ($2::timestamptz, $3::uuid)
    order by created_at desc, id desc limit ${limit + 1}`);
  const rows = await runSql<NotificationRow>(db, page, [userId, createdAt, id]);
  return toPage(rows.map(toNotification), limit);
}

/** An unread notification, or undefined. */
export async function findUnreadNotification(db: Db, id: string): Promise<Notification | undefined> {
  const [row] = await runSql<NotificationRow>(db, noticesSql("where id = $1 and not is_read"), [id]);
  return row && toNotification(row);
}

/**
 * A member's unread notifications pending for the digest, newest first, and the ids of all pending ones, read or not.
 */
export async function listWaiting(db: Db, userId: string): Promise<{ unread: Notification[]; ids: string[] }> {
  const waiting = noticesSql("where user_id = $1 and mail_pending_since is not null");
  const rows = await runSql<NotificationRow>(db, waiting, [userId]);
  return { unread: rows.filter((row) => !row.is_read).map(toNotification), ids: rows.map((row) => row.id) };
}

/** Types with an actor: their sentence begins with the actor's name. */
const typesWithActor = new Set<NotificationType>([
  "like",
  "comment",
  "mention",
  "follower",
  "message",
  "follow_request",
]);

function toNotification(row: NotificationRow): Notification {
  const { actor_id: actorId, username } = row;
  const actor =
    actorId !== null && username !== null
      ? {
          id: actorId,
          username,
          displayName: row.display_name,
          avatarUrl: row.avatar_url,
          isVerified: row.role === "admin",
        }
      : null;
  return {
    id: row.id,
    type: row.type,
    title: row.title,
    message: typesWithActor.has(row.type)
      ? `${nameActors(row.display_name ?? username, row.others_count)} ${row.message}`
      : row.message,
    referenceId: row.reference_id,
    actor,
    actorFollowState: row.follow_state,
    othersCount: row.others_count,
    path: subjectPathOf(row) ?? pathsByType[row.type](row),
    picture: toPicture(row),
    isRead: row.is_read,
    createdAt: row.created_at.toISOString(),
  };
}

function nameActors(actor: string | null, othersCount: number): string {
  const name = actor === null ? "Someone" : isolate(actor);
  if (othersCount === 0) return name;
  return `${name} and ${othersCount} ${othersCount === 1 ? "other" : "others"}`;
}

const rightToLeft =
  /[\p{Script=Arabic}\p{Script=Hebrew}\p{Script=Syriac}\p{Script=Thaana}\p{Script=Nko}\p{Script=Adlam}]/u;

/** The name in direction isolates if it is written from right to left, so that the sentence around it keeps its order. */
function isolate(name: string): string {
  return rightToLeft.test(name) ? `\u2068${name}\u2069` : name;
}

/** The page of the article or event that a notification is about; null if it is about neither. */
function subjectPathOf(row: NotificationRow): string | null {
  // An article with news for its author alone is off the site or still unpublished: the way leads to its editor.
  if (row.is_article) return `/articles/${row.reference_id}${row.type === "article_update" ? "/edit" : ""}`;
  return row.is_about_event ? `/events/${row.subject_id}${commentIn(row)}` : null;
}

/** Opens the page at the comment, docs/product.md#links-to-comments. */
const commentIn = ({ comment_id: id }: NotificationRow) => (id === null ? "" : `?comment=${id}`);

type PathOf = (row: NotificationRow) => string;
const outfitPathOf: PathOf = (row) => (row.is_about_outfit ? `/outfit/${row.subject_id}${commentIn(row)}` : "/explore");
const profilePathOf: PathOf = ({ username }) => (username === null ? "/explore" : `/profile/${username}`);
const eventPathOf: PathOf = ({ reference_id: id }) => (id === null ? "/events" : `/events/${id}`);
/** With a reference it is about something of the member's own; without, about something that they reported. */
const moderationPathOf: PathOf = ({ reference_id: id }) => (id === null ? "/notifications" : "/account-status");

/** docs/product.md#notifications: /explore if the outfit or the account is deleted. */
const pathsByType: Record<NotificationType, PathOf> = {
  message: ({ reference_id: id }) => `/messages?thread=${id}`,
  like: outfitPathOf,
  comment: outfitPathOf,
  mention: outfitPathOf,
  follower: profilePathOf,
  follow_request: profilePathOf,
  event_reminder: eventPathOf,
  event_update: eventPathOf,
  suggestion_accepted: eventPathOf,
  article_update: () => "/articles",
  reward: () => "/rewards#requests",
  moderation: moderationPathOf,
};

function toPicture({ image_url: url, image_width: width, image_height: height, thumbhash }: NotificationRow) {
  if (url === null || width === null || height === null || thumbhash === null) return null;
  return { url, width, height, thumbhash };
}
