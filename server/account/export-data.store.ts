import type { PoolClient } from "pg";
import type { Pool } from "#server/db/db.ts";
import { isEventVisible, isNewsReadable } from "#server/visibility/event-sql.ts";
import { hasNoBlock } from "#server/members/member-sql.ts";
import { isReadable } from "#server/visibility/article-sql.ts";
import { isOutfitVisible } from "#server/visibility/outfit-sql.ts";

const isAdmin = "(select exists (select from user_roles r where r.user_id = $1 and r.role = 'admin'))";
/** SQL for the title of outfit `o` and of event `e`, null if the member may not open it. */
const outfitTitle = `case when ${isOutfitVisible("$1", isAdmin)} then o.title end`;
const eventTitle = `case when ${isEventVisible("$1", isAdmin, "now()")} then e.title end`;
/** SQL for the title of article `a`, null if the member may not read it. */
const articleTitle = `case when ${isReadable("$1", isAdmin)} then a.title end`;
/** SQL for whether the member may open what a row is about: outfit `o`, event `e` or neither. */
const isSubjectVisible = `case when o.id is not null then ${isOutfitVisible("$1", isAdmin)}
    when e.id is not null then ${isEventVisible("$1", isAdmin, "now()")} else true end`;
const isEventNews = "n.type in ('event_reminder', 'event_update')";
/** SQL for the words of notification `n`, null if they quote what the member may not open. */
const notificationText = `case when ${isSubjectVisible} or (${isEventNews} and ${isNewsReadable}) then n.message end`;
/** SQL for the words of comment `c` on outfit `o` or event `e`, null if the member may not read it. */
const commentText = `case when ${isSubjectVisible} and ${hasNoBlock("$1::uuid", "c.user_id")}
    and (not c.is_hidden or $1 in (c.user_id, o.user_id, e.user_id) or ${isAdmin}) then c.content end`;
/** SQL for the current username of member `p`; across a block neither member finds the other. */
const usernameAcross = `case when ${hasNoBlock("$1::uuid", "p.id")} then p.username else 'A member' end`;
const isOpenToAll =
  "event in ('account_created', 'code_failed', 'code_sent', 'factor_locked', 'recovery_requested', 'sign_in_failed')";
/** SQL for who caused a line of the audit trail: unknown for what anybody may try. */
const doneBy = `case when actor is null and ${isOpenToAll} then 'unknown'
    when actor is null or actor = user_id::text then 'you' when actor = 'service' then 'service' else 'admin' end`;
/** SQL for whether a line has its address and browser; those of an admin are not the member's data. */
const isPlaceShown = `${doneBy} in ('you', 'unknown')`;
const commentSubjects = "left join outfits o on o.id = c.outfit_id left join events e on e.id = c.event_id";

/**
 * What a member's export contains: a file name and the rows of the member `$1`, oldest first. Titles and words of others that
 * the member may not see are null.
 *
 * @see docs/product.md#visibility
 */
export const exportedTables = {
  account: `select u.id, u.email::text as email, u.phone, u.created_at, u.last_sign_in_at, p.username, p.display_name, p.bio, p.location,
      p.instagram_url, p.twitter_url, p.facebook_url, p.youtube_url, p.tiktok_url, p.membership_tier, p.is_private,
      p.closet_private, p.points, p.followers_count, p.following_count, r.role
    from auth.users u join profiles p on p.id = u.id left join user_roles r on r.user_id = u.id where u.id = $1`,
  former_usernames: `select username, changed_at from former_usernames where user_id = $1 order by changed_at, username`,
  sign_ins: `select provider, last_sign_in_at, created_at from auth.identities where user_id = $1 order by created_at`,
  sessions: `select user_agent, ip, created_at, refreshed_at from auth.sessions where user_id = $1 order by created_at`,
  second_factors: `select factor_type, friendly_name, phone, created_at from auth.factors
    where user_id = $1 and status = 'verified' order by created_at, id`,
  account_events: `select event, ${doneBy} as done_by, case when ${isPlaceShown} then ip end as ip,
      case when ${isPlaceShown} then user_agent end as user_agent, created_at
    from auth.audit where user_id = $1 order by created_at, id`,
  outfits: `select o.id, o.title, o.description, s.name as style, o.tags, o.alt_text, o.is_ai_made, o.is_active, o.views_count,
      o.likes_count, o.comments_count, i.key as image_key, o.created_at,
      (select json_agg(json_build_object('image_key', m.key, 'alt_text', f.alt_text) order by f.position)
       from outfit_photos f join images m on m.id = f.image_id where f.outfit_id = o.id) as more_photos,
      (select json_agg(json_build_object('category', c.name, 'brand', t.brand, 'product', t.product_name,
        'url', t.product_url, 'spot_x', t.spot_x, 'spot_y', t.spot_y) order by t.position)
       from outfit_items t join categories c on c.id = t.category_id where t.outfit_id = o.id) as items
    from outfits o join styles s on s.id = o.style_id join images i on i.id = o.image_id
    where o.user_id = $1 order by o.created_at, o.id`,
  articles: `select a.id, v.content->>'title' as title, v.content->>'summary' as summary, a.status, a.note as editor_note,
      a.is_hidden, a.likes_count, v.content, v.saved_at, a.published_at, a.created_at
    from articles a left join lateral (
      select * from article_versions w where w.article_id = a.id order by w.number desc limit 1) v on true
    where a.author_id = $1 order by a.created_at, a.id`,
  events: `select e.title, e.description, e.status, s.name as style, i.key as image_key, e.cover_alt, e.location, e.address,
      e.starts_at, e.ends_at, e.time_zone, e.capacity, e.going_count, e.is_hidden, e.review_note, e.cancelled_at,
      e.cancel_reason, e.published_at, e.created_at,
      (select json_build_object('title', c.title, 'description', c.description, 'cover_alt', c.cover_alt,
         'image_key', (select m.key from images m where m.id = c.image_id), 'submitted_at', c.submitted_at)
       from event_proposals c where c.event_id = e.id) as proposed_change
    from events e left join styles s on s.id = e.style_id left join images i on i.id = e.image_id
    where e.user_id = $1 order by e.created_at, e.id`,
  attendances: `select ${eventTitle} as event, t.state, t.joined_at, t.checked_in_at
    from event_attendees t join events e on e.id = t.event_id where t.user_id = $1 order by t.joined_at, t.event_id`,
  article_likes: `select ${articleTitle} as article, l.created_at
    from article_likes l join articles a on a.id = l.article_id where l.user_id = $1 order by l.created_at, l.article_id`,
  article_saves: `select ${articleTitle} as article, l.created_at
    from article_saves l join articles a on a.id = l.article_id where l.user_id = $1 order by l.created_at, l.article_id`,
  comments: `select c.content, ${outfitTitle} as outfit, ${eventTitle} as event, c.parent_id is not null as is_reply,
      c.likes_count, c.created_at
    from comments c ${commentSubjects}
    where c.user_id = $1 order by c.created_at, c.id`,
  comment_likes: `select ${commentText} as comment, l.created_at
    from comment_likes l join comments c on c.id = l.comment_id ${commentSubjects}
    where l.user_id = $1 order by l.created_at, l.comment_id`,
  mentions: `select ${commentText} as comment, c.created_at
    from comment_mentions m join comments c on c.id = m.comment_id ${commentSubjects}
    where m.user_id = $1 order by c.created_at, c.id`,
  likes: `select ${outfitTitle} as outfit, l.created_at from likes l join outfits o on o.id = l.outfit_id
    where l.user_id = $1 order by l.created_at, l.outfit_id`,
  closet: `select ${outfitTitle} as outfit, s.is_hidden, s.created_at from closet_saves s join outfits o on o.id = s.outfit_id
    where s.user_id = $1 order by s.created_at, s.id`,
  boards: `select b.name, b.is_hidden, b.created_at,
      (select json_agg(${outfitTitle} order by x.position) from board_saves x join closet_saves s on s.id = x.save_id
       join outfits o on o.id = s.outfit_id where x.board_id = b.id) as outfits
    from boards b where b.user_id = $1 order by b.created_at, b.id`,
  following: `select p.username, f.created_at from follows f join profiles p on p.id = f.following_id
    where f.follower_id = $1 order by f.created_at, p.id`,
  followers: `select p.username, f.created_at from follows f join profiles p on p.id = f.follower_id
    where f.following_id = $1 order by f.created_at, p.id`,
  follow_requests: `select r.follower_id = $1 as is_mine, p.username, r.created_at
    from follow_requests r join profiles p on p.id = case when r.follower_id = $1 then r.following_id else r.follower_id end
    where $1 in (r.follower_id, r.following_id) order by r.created_at, p.id`,
  top_stylists: `select s.position, p.username from favorite_stylists s join profiles p on p.id = s.stylist_id
    where s.user_id = $1 order by s.position`,
  blocked: `select p.username, b.created_at from blocks b join profiles p on p.id = b.blocked_id
    where b.blocker_id = $1 order by b.created_at, p.id`,
  muted: `select ${usernameAcross} as username, m.created_at from mutes m join profiles p on p.id = m.muted_id
    where m.muter_id = $1 order by m.created_at, p.id`,
  messages: `select case when p.deleted_at is null then ${usernameAcross} else 'Deleted member' end as conversation_with,
      m.sender_id = $1 as is_mine, m.content, m.created_at
    from thread_members t join messages m on m.thread_id = t.thread_id join profiles p on p.id = t.other_id
    where t.user_id = $1 and m.created_at > coalesce(t.cleared_at, 'epoch') and not (t.is_declined and m.sender_id <> $1)
    order by t.thread_id, m.created_at, m.id`,
  notifications: `select n.title, ${notificationText} as message, n.is_read, n.created_at
    from notifications n
    left join comments c on c.id = n.reference_id and n.type in ('like', 'comment', 'mention')
    left join outfits o on o.id = coalesce(c.outfit_id, n.reference_id) and n.type in ('like', 'comment', 'mention')
    left join events e on e.id = coalesce(c.event_id, n.reference_id)
      and (n.type in ('like', 'comment', 'mention') or ${isEventNews})
    where n.user_id = $1 order by n.created_at, n.id`,
  notification_choices: `select type::text as type, in_app, by_mail, by_push from notification_settings
    where user_id = $1 order by type`,
  views: `select ${outfitTitle} as outfit, v.counted_at from outfit_views v join outfits o on o.id = v.outfit_id
    where v.user_id = $1 order by v.counted_at, v.outfit_id`,
  swipes: `select ${outfitTitle} as outfit, s.direction, s.created_at from swipes s join outfits o on o.id = s.outfit_id
    where s.user_id = $1 order by s.created_at, s.outfit_id`,
  points: `select action, points, note, created_at from points_ledger where user_id = $1 order by created_at, id`,
  daily_logins: `select last_visit_at, current_days, best_days from login_streaks where user_id = $1`,
  days_active: `select day::text as day from member_days where user_id = $1 order by day`,
  redemptions: `select reward_name as reward, points, status::text as status, created_at
    from reward_redemptions where user_id = $1 order by created_at, id`,
  reports: `select target_type, reason, details, status, created_at from reports where reporter_id = $1
    order by created_at, id`,
  moderation: `select a.kind, a.target_type, a.excerpt, a.reason, a.ends_at, a.revoked_at, a.created_at,
      p.message as appeal, p.status as appeal_status, p.answer as appeal_answer
    from moderation_actions a left join appeals p on p.action_id = a.id where a.member_id = $1 order by a.created_at, a.id`,
} as const;
export type ExportedTable = keyof typeof exportedTables;

const rowsAtOnce = 500;

export interface ExportedPicture {
  id: string;
  key: string;
}

/** A consistent view of a member's rows, read piece by piece, so that memory does not grow with their number. */
export interface ExportReader {
  rows(table: ExportedTable, userId: string): AsyncGenerator<Record<string, unknown>>;
  /** All pictures of the member, each with the key of its full-size file. */
  pictures(userId: string): AsyncGenerator<ExportedPicture>;
  close(): void;
}

/** Opens a snapshot of the database on a separate connection, until it is closed. */
export async function openExportReader(pool: Pool): Promise<ExportReader> {
  const client = await pool.connect();
  // Closes the connection: it may be lost, or in the middle of a read that was given up.
  const close = () => client.release(true);
  try {
    await client.query("begin transaction isolation level repeatable read read only");
  } catch (error) {
    close();
    throw error;
  }
  return {
    rows: (table, userId) => readRows(client, exportedTables[table], userId),
    async *pictures(userId) {
      const pictures = "select id, key from images where user_id = $1 order by created_at, id";
      for await (const { id, key } of readRows(client, pictures, userId)) yield { id: String(id), key: String(key) };
    },
    close,
  };
}

let cursors = 0;

async function* readRows(client: PoolClient, text: string, userId: string): AsyncGenerator<Record<string, unknown>> {
  cursors += 1;
  const name = `export_${cursors}`;
  await client.query(`declare ${name} no scroll cursor for ${text}`, [userId]);
  for (;;) {
    const { rows } = await client.query<Record<string, unknown>>(`fetch ${rowsAtOnce} from ${name}`);
    yield* rows;
    if (rows.length < rowsAtOnce) break;
  }
  await client.query(`close ${name}`);
}
