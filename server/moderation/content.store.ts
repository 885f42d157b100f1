import type { AdminComment, AdminOutfit } from "#contract/admin-content.ts";
import type { Author, Page } from "#contract/page.ts";
import { toPage, readCursor } from "#server/db/cursor.ts";
import { type Db, runSql } from "#server/db/db.ts";
import { toLikePattern } from "#server/lib/like-patterns.ts";
import { toSearchPatterns } from "#server/lib/search-text.ts";
import { authorJsonById } from "#server/members/member-sql.ts";

export interface ContentQuery {
  cursor?: string | undefined;
  limit: number;
  search?: string | undefined;
  memberId?: string | undefined;
}

interface OutfitRow {
  id: string;
  title: string;
  image_url: string;
  image_width: number;
  image_height: number;
  thumbhash: string;
  shown_alt_text: string;
  is_active: boolean;
  is_cover_pick: boolean;
  likes_count: number;
  comments_count: number;
  created_at: Date;
  style_name: string;
  author: Author;
}

type Bind = (value: unknown) => string;

/** SQL for what comes after a position in a list of rows `row`. */
function isAfter(row: string, cursor: string | undefined, bind: Bind): string[] {
  const after = readCursor(cursor);
  if (!after) return [];
  const [time, id] = [bind(after.createdAt), bind(after.id)];
  return [
    `${row}.created_at <= ${time}::timestamptz`,
    `(${row}.created_at, ${row}.id) < (${time}::timestamptz, ${id}::uuid)`,
  ];
}

export type OutfitState = "active" | "hidden" | "cover";
const isInState: Record<OutfitState, string> = {
  active: "o.is_active",
  hidden: "not o.is_active",
  cover: "o.id in (select outfit_id from cover_picks)",
};

/** Outfits of all members, newest first, limited before anything is joined. */
export async function listAllOutfits(
  db: Db,
  query: ContentQuery & { state?: OutfitState | undefined },
): Promise<Page<AdminOutfit>> {
  const values: unknown[] = [];
  const bind: Bind = (value) => `$${values.push(value)}`;
  const conditions = [
    query.state ? isInState[query.state] : "true",
    ...(query.memberId ? [`o.user_id = ${bind(query.memberId)}::uuid`] : []),
    ...toSearchPatterns(query.search ?? "").map((pattern) => `o.search_text like ${bind(pattern)}`),
    ...isAfter("o", query.cursor, bind),
  ];
  const rows = await runSql<OutfitRow>(
    db,
    `select o.id, o.title, o.image_url, o.image_width, o.image_height, o.thumbhash, o.shown_alt_text, o.is_active,
       o.likes_count, o.comments_count, o.created_at, s.name as style_name,
       exists (select from cover_picks k where k.outfit_id = o.id) as is_cover_pick,
       ${authorJsonById("o.user_id")} as author
     from (select id, user_id, style_id, title, image_url, image_width, image_height, thumbhash, shown_alt_text,
         is_active, likes_count, comments_count, created_at from outfits o where ${conditions.join(" and ")}
       order by o.created_at desc, o.id desc limit ${query.limit + 1}) o
     join styles s on s.id = o.style_id
     order by o.created_at desc, o.id desc`,
    values,
  );
  return toPage(rows.map(toOutfit), query.limit);
}

function toOutfit(row: OutfitRow): AdminOutfit {
  return {
    id: row.id,
    title: row.title,
    picture: { url: row.image_url, width: row.image_width, height: row.image_height, thumbhash: row.thumbhash },
    altText: row.shown_alt_text,
    author: row.author,
    styleName: row.style_name,
    isActive: row.is_active,
    isCoverPick: row.is_cover_pick,
    likesCount: row.likes_count,
    commentsCount: row.comments_count,
    createdAt: row.created_at.toISOString(),
  };
}

interface CommentRow {
  id: string;
  content: string;
  outfit_id: string | null;
  event_id: string | null;
  subject_title: string;
  is_hidden: boolean;
  created_at: Date;
  author: Author;
}

/** Moderators have not deleted the comment `c`, which is hidden until it is erased. */
const isKept = `not exists (select from moderation_actions a
  where a.target_type = 'comment' and a.target_id = c.id and a.kind = 'deleted' and a.revoked_at is null)`;

/** Comments of all members, newest first, limited before anything is joined, without those that moderators deleted. */
export async function listAllComments(
  db: Db,
  query: ContentQuery & { state?: "shown" | "hidden" | undefined },
): Promise<Page<AdminComment>> {
  const values: unknown[] = [];
  const bind: Bind = (value) => `$${values.push(value)}`;
  const { state, memberId, search } = query;
  const conditions = [
    "c.deleted_at is null",
    isKept,
    ...(state ? [state === "hidden" ? "c.is_hidden" : "not c.is_hidden"] : []),
    ...(memberId ? [`c.user_id = ${bind(memberId)}::uuid`] : []),
    ...(search ? [`lower(c.content) like ${bind(toLikePattern(search.toLowerCase()))}`] : []),
    ...isAfter("c", query.cursor, bind),
  ];
  const rows = await runSql<CommentRow>(
    db,
    `select c.id, c.content, c.outfit_id, c.event_id, c.is_hidden, c.created_at,
       coalesce(o.title, e.title) as subject_title, ${authorJsonById("c.user_id")} as author
     from (select * from comments c where ${conditions.join(" and ")} order by c.created_at desc, c.id desc limit ${query.limit + 1}) c
     left join outfits o on o.id = c.outfit_id left join events e on e.id = c.event_id
     order by c.created_at desc, c.id desc`,
    values,
  );
  const items = rows.map((row) => ({
    id: row.id,
    content: row.content,
    author: row.author,
    outfitId: row.outfit_id,
    eventId: row.event_id,
    subjectTitle: row.subject_title,
    isHidden: row.is_hidden,
    createdAt: row.created_at.toISOString(),
  }));
  return toPage(items, query.limit);
}
