import type { Notification } from "#contract/notifications.ts";
import type { PageQuery } from "#contract/page.ts";
import { type KeysetCursor, readCursor } from "#server/db/cursor.ts";
import { type Db, type Pool, runSql } from "#server/db/db.ts";
import { isoTime, jsonList, readJsonPage } from "#server/db/json-pages.ts";
import { isEventVisible, isNewsReadable } from "#server/visibility/event-sql.ts";
import { authorJson, isMemberNotBanned } from "#server/members/member-sql.ts";
import { isOutfitVisible } from "#server/visibility/outfit-sql.ts";
import { notificationTypes } from "./notification-types.ts";

/** Arabic, Hebrew, Syriac, Thaana, N'Ko, Adlam and their presentation forms. */
const rightToLeft = String.raw`[\u0590-\u08FF\uFB1D-\uFDFF\uFE70-\uFEFF\U00010800-\U00010FFF\U0001E900-\U0001E95F]`;

/**
 * SQL for who did it: the actor and how many others. A name that is written from right to left stands in direction isolates,
 * so that the sentence around it keeps its order.
 */
const actors = `case when p.id is null then 'Someone'
      when regexp_like(coalesce(p.display_name, p.username), '${rightToLeft}') then U&'\\2068' || coalesce(p.display_name, p.username) || U&'\\2069'
      else coalesce(p.display_name, p.username) end
    || case n.others_count when 0 then '' when 1 then ' and 1 other' else ' and ' || n.others_count || ' others' end`;

/** SQL for the query that opens a page at the comment, docs/product.md#links-to-comments. */
const atComment = "coalesce('?comment=' || m.id, '')";

/**
 * SQL for the page that a notification leads to, docs/product.md#notifications: /explore or /events if what it is about is
 * deleted or cannot be opened. An article that is off the site or still unpublished is news for its author alone: the way
 * leads to its editor. With a reference, moderation is about something of the member's own; without, about something that
 * they reported.
 */
const path = `case
    when a.id is not null then '/articles/' || a.id || case when n.type = 'article_update' or not a.is_public then '/edit' else '' end
    when e.id is not null and t.is_open then '/events/' || e.id || ${atComment}
    when n.type in ('event_reminder', 'event_update', 'suggestion_accepted') then '/events'
    when not t.is_open then '/explore'
    when n.type = 'message' then '/messages' || coalesce('?thread=' || n.reference_id, '')
    when o.id is not null then '/outfit/' || o.id || ${atComment}
    when n.type in ('follower', 'follow_request') and p.id is not null then '/profile/' || p.username
    when n.type = 'article_update' then '/articles'
    when n.type = 'reward' then '/rewards#requests'
    when n.type = 'moderation' and n.reference_id is null then '/notifications'
    when n.type = 'moderation' then '/account-status'
    else '/explore' end`;

const isAdmin = "exists (select from user_roles r where r.user_id = n.user_id and r.role = 'admin')";

/**
 * SQL for whether the recipient may open what a notification is about. An article is its author's, who is the one that hears
 * of it.
 */
const isOpen = `case
    when o.id is not null then ${isOutfitVisible("n.user_id", isAdmin)}
    when e.id is not null then ${isEventVisible("n.user_id", isAdmin, "now()")}
    else true end`;

/**
 * SQL for what happened, after the actors. Texts about comments quote the title of their outfit or event, so one that the
 * recipient may no longer open gets another text. The owner may always open it: a like or a comment is then about a comment.
 */
const message = `case when t.is_open then n.message else case n.type
      when 'like' then 'liked your comment'
      when 'comment' then 'replied to your comment'
      when 'mention' then '${notificationTypes.mention.message}'
      else n.message end end`;

/**
 * SQL for news of an event: of one that moderators have hidden since, without its organiser's words. News of a change or a
 * cancellation begins with the title, that of a seat or a check-in does not.
 */
const eventMessage = `case when t.is_open or ${isNewsReadable} then n.message
      else 'An event that you replied to ' || case when n.type = 'event_reminder' then 'is no longer shown'
        when e.cancelled_at is not null then 'is cancelled'
        when left(n.message, 1) = '“' then 'has changed' else 'is no longer shown' end end`;

/**
 * SQL for the contract's Notification with its actor and what it is about, newest first. A like of a comment, a reply and a
 * mention refer to the comment. Of what the recipient may no longer open it has neither title, picture nor address, and of
 * banned members no name. `chosen` follows `from notifications` and limits them to a page before anything is joined, so that
 * one plan suits all members. `more` are further columns.
 *
 * @see docs/product.md#visibility
 */
const notificationsSql = (chosen: string, more: string[] = []) => `
  select n.id, n.type, n.title,
    case when n.type in ('like', 'comment', 'mention', 'follower', 'message', 'follow_request')
      then ${actors} || ' ' || ${message}
      when e.id is not null then ${eventMessage} else n.message end as message,
    case when t.is_open then n.reference_id end as "referenceId",
    case when p.id is not null then ${authorJson} end as actor,
    case when n.type <> 'follower' or p.id is null then null
      when exists (select from follows f where f.follower_id = n.user_id and f.following_id = p.id) then 'following'
      when exists (select from follow_requests f where f.follower_id = n.user_id and f.following_id = p.id) then 'requested'
      else 'none' end as "actorFollowState",
    n.others_count as "othersCount", ${path} as path,
    case
      when not t.is_open then null
      when o.id is not null then
        json_build_object('url', o.image_url, 'width', o.image_width, 'height', o.image_height, 'thumbhash', o.thumbhash)
      when i.id is not null then
        json_build_object('url', '/media/' || i.key, 'width', i.width, 'height', i.height, 'thumbhash', i.thumbhash)
    end as picture,
    n.is_read as "isRead", ${[isoTime("n.created_at") + ' as "createdAt"', ...more].join(", ")}
  from (select * from notifications ${chosen}) n
  left join profiles p on p.id = n.actor_id and ${isMemberNotBanned("p.id")}
  left join comments m on m.id = n.reference_id and n.type in ('like', 'comment', 'mention')
  left join outfits o on o.id = coalesce(m.outfit_id, n.reference_id) and n.type in ('like', 'comment', 'mention')
  left join articles a on a.id = n.reference_id and n.type in ('like', 'suggestion_accepted', 'article_update')
  left join events e on e.id = coalesce(m.event_id, n.reference_id)
    and n.type in ('like', 'comment', 'mention', 'event_reminder', 'event_update', 'suggestion_accepted')
  left join images i on i.id = e.image_id
  cross join lateral (select ${isOpen} as is_open offset 0) t
  order by n.created_at desc, n.id desc`;

/**
 * A notification, and whether mails and push messages tell it: neither comments that are hidden or on what the recipient may
 * not open, nor reminders of an event that moderators hide.
 */
type ToldNotification = Notification & { isTold: boolean };
const toldNotificationsSql = (chosen: string, more: string[] = []) =>
  notificationsSql(chosen, [
    `(t.is_open and m.is_hidden is not true) or n.type = 'event_update' or (n.type = 'event_reminder' and not e.is_hidden) as "isTold"`,
    ...more,
  ]);

const beforeAll: KeysetCursor = { createdAt: "infinity", id: "ffffffff-ffff-ffff-ffff-ffffffffffff" };

/** The JSON of one page of a member's listed notifications, newest first, ties by id. */
export function listNotificationRows(pool: Pool, userId: string, { cursor, limit }: PageQuery): Promise<string> {
  const { createdAt, id } = readCursor(cursor) ?? beforeAll;
  const text = jsonList(
    notificationsSql(`
    where user_id = $1 and is_listed and (created_at, id) < ($2::timestamptz, $3::uuid)
    order by created_at desc, id desc limit ${limit + 1}`),
  );
  return readJsonPage(pool, { name: `notifications_${limit}`, text }, [userId, createdAt, id], limit);
}

/** A notification, and whether the badges count it while it is unread: in the list, or as a message. */
type PushedNotification = Notification & { isCounted: boolean };

/** An unread notification that is to be told, of a type whose push messages were not switched off since; or undefined. */
export async function findPushedNotification(db: Db, id: string): Promise<PushedNotification | undefined> {
  const chosen = `where id = $1 and not is_read and not exists (
    select from notification_settings c
    where c.user_id = notifications.user_id and c.type = notifications.type and not c.by_push)`;
  const pushed = toldNotificationsSql(chosen, [`n.is_listed or n.type = 'message' as "isCounted"`]);
  const [found] = await runSql<PushedNotification & ToldNotification>(db, pushed, [id]);
  return found?.isTold ? found : undefined;
}

/**
 * A member's unread notifications pending for the digest, newest first, without those that are not to be told, and the ids
 * of all pending ones, read or not.
 */
export async function listWaiting(db: Db, userId: string): Promise<{ unread: Notification[]; ids: string[] }> {
  const waiting = toldNotificationsSql("where user_id = $1 and mail_pending_since is not null");
  const all = await runSql<ToldNotification>(db, waiting, [userId]);
  return { unread: all.filter(({ isRead, isTold }) => isTold && !isRead), ids: all.map(({ id }) => id) };
}
