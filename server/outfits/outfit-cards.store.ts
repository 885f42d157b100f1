import type { KeysetCursor } from "#server/db/cursor.ts";
import { type Pool, runPrepared } from "#server/db/db.ts";
import { isoTime } from "#server/db/json-pages.ts";
import { authorProperties } from "#server/members/member-sql.ts";
import { isOutfitVisible } from "#server/visibility/outfit-sql.ts";
import type { OutfitViewer } from "./outfit-visibility.store.ts";

/** The page of a list that a viewer asks for, by keyset cursor. */
export interface PageRange {
  viewerId: string | null;
  after: KeysetCursor | null;
  limit: number;
}

/**
 * An outfit of a list. `card` is the JSON of the contract's OutfitCard without its last two fields, which depend on the
 * viewer. The database serializes it, so that this process does not parse and serialize each card.
 */
export interface CardRow {
  id: string;
  authorId: string;
  createdAt: string;
  card: string;
}
export interface ViewedCardRow extends CardRow {
  liked: boolean;
  saved: boolean;
}

/** SQL for the picture of outfit `o` as the contract's Picture. */
export const pictureColumn = `(select row_to_json(picture) from (
    select o.image_url as url, o.image_width as width, o.image_height as height, o.thumbhash) picture) as picture`;

/** SQL for the columns of a card, of `o` outfits, `p` its author and `s` its style; `author` lists the author's. */
export const cardColumns = (author = authorProperties): string => `
  o.id, o.title, o.shown_alt_text as "altText",
  ${pictureColumn},
  (select row_to_json(author) from (select ${author}) author) as author,
  (select row_to_json(style) from (select s.id, s.name) style) as style,
  o.tags, o.likes_count as "likesCount", o.comments_count as "commentsCount", o.views_count as "viewsCount",
  o.is_ai_made as "isAiMade", o.is_active as "isActive", ${isoTime("o.created_at")} as "createdAt"`;

/** SQL for the columns of a CardRow. */
export const cardRowColumns = `
  o.id, o.user_id as "authorId", ${isoTime("o.created_at")} as "createdAt",
  (select row_to_json(card)::text from (select ${cardColumns()}) card) as card`;

/**
 * SQL for the viewer's two flags. Scalar sub-selects are index-only probes, 20 a page; as joins the planner would hash all
 * of the viewer's likes (docs/performance.md#feed-query).
 */
export const flagColumns = (userId: string): string => `
  coalesce((select true from likes l where l.user_id = ${userId}::uuid and l.outfit_id = o.id), false) as liked,
  coalesce((select true from closet_saves c where c.user_id = ${userId}::uuid and c.outfit_id = o.id), false) as saved`;

/** SQL for the joins that the columns above need, after `from (...) o`. */
export const cardJoins = "join profiles p on p.id = o.user_id join styles s on s.id = o.style_id";

/** The JSON of one card for one viewer. */
export function composeCard(card: string, liked: boolean, saved: boolean): string {
  return `${card.slice(0, -1)},"liked":${liked},"saved":${saved}}`;
}

/**
 * SQL for the rows of `listViewedCards`, with `more` columns of `o`: $1 is the viewer, $2 whether they are an admin, $3 the
 * ids, whose order the rows keep.
 */
export const cardsByIdsText = (more: readonly string[] = []): string => `
  select ${[cardRowColumns, flagColumns("$1"), ...more].join(", ")}
  from unnest($3::uuid[]) with ordinality wanted(id, place)
  join outfits o on o.id = wanted.id ${cardJoins}
  where ${isOutfitVisible("$1", "$2")} order by wanted.place`;

const cardsByIds = { name: "cards_by_ids", text: cardsByIdsText() };

/** Cards in the order of `ids`; deleted ones and those that the viewer may not see are left out. */
export function listViewedCards(pool: Pool, viewer: OutfitViewer, ids: string[]): Promise<ViewedCardRow[]> {
  if (ids.length === 0) return Promise.resolve([]);
  return runPrepared<ViewedCardRow>(pool, cardsByIds, [viewer.userId, viewer.isAdmin, ids]);
}
