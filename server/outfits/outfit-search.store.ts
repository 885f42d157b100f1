import { type Pool, type HotStatement, runHot } from "#server/db/db.ts";
import { toSearchPatterns } from "#server/lib/search-text.ts";
import type { FeedPage } from "./filtered-feeds.store.ts";
import { cardsByIdsText, readCards, type ViewedCardRow } from "./outfit-cards.store.ts";
import { isVisibleTo, membersOutOfSight } from "./outfit-visibility.store.ts";

/** What an outfit must be to be found; each filter narrows the others. */
export interface OutfitFilter {
  /** Its title, description, author, tags and brands together hold every word of it. */
  search?: string | undefined;
  styleId?: string | undefined;
  tag?: string | undefined;
  brand?: string | undefined;
  isByFollowed?: boolean;
}

/**
 * Listed outfits that fit, newest first; of followed members also those of private ones. One row more than `limit` when there
 * are more. A search without a letter finds nothing.
 *
 * @see Spec §2 "Explore feed"; performance.md 2e
 */
export async function findOutfits(pool: Pool, filter: OutfitFilter, page: FeedPage): Promise<ViewedCardRow[]> {
  const ids = await findOutfitIds(pool, filter, page);
  return readCards(pool, { userId: page.viewerId, isAdmin: false }, ids);
}

/** Whether the viewer's search would find an outfit. */
export async function hasOutfit(pool: Pool, viewerId: string | null, search: string): Promise<boolean> {
  const ids = await findOutfitIds(pool, { search }, { viewerId, after: null, limit: 0 });
  return ids.length > 0;
}

async function findOutfitIds(pool: Pool, filter: OutfitFilter, page: FeedPage): Promise<string[]> {
  const patterns = filter.search ? toSearchPatterns(filter.search) : [];
  if (filter.search && patterns.length === 0) return [];
  const values: unknown[] = [page.viewerId];
  const place = (value: unknown) => `$${values.push(value)}`;
  const conditions = [
    `o.user_id <> all (${membersOutOfSight("$1")})`,
    ...patterns.map((pattern) => `o.search_text like ${place(pattern)}`),
    ...filterConditions(filter, place),
    ...(page.after ? [`(o.created_at, o.id) < (${place(page.after.createdAt)}, ${place(page.after.id)}::uuid)`] : []),
  ];
  // Without a name, so that the planner sees the patterns: a reused plan reads newest-first and takes half a second for a
  // rare word, where the trigram index takes a millisecond.
  const found = await pool.query<{ id: string }>(
    `select o.id from outfits o where ${conditions.join(" and ")}
     order by o.created_at desc, o.id desc limit ${page.limit + 1}`,
    values,
  );
  return found.rows.map((row) => row.id);
}

function filterConditions(filter: OutfitFilter, place: (value: unknown) => string): string[] {
  const { styleId, tag, brand, isByFollowed = false } = filter;
  const bears = (table: string, column: string, value: string) =>
    `o.id in (select outfit_id from ${table} where lower(${column}) = lower(${place(value)}))`;
  const followed = "o.user_id = any (array(select following_id from follows where follower_id = $1::uuid))";
  return [
    ...(isByFollowed ? [followed, isVisibleTo("$1", "false")] : ["o.is_listed"]),
    ...(styleId === undefined ? [] : [`o.style_id = ${place(styleId)}::uuid`]),
    ...(tag === undefined ? [] : [bears("outfit_tags", "tag", tag)]),
    ...(brand === undefined ? [] : [bears("outfit_items", "brand", brand)]),
  ];
}

const foundCards: HotStatement = {
  name: "found_cards",
  text: cardsByIdsText([
    "o.description",
    "array(select distinct i.brand from outfit_items i where i.outfit_id = o.id) as brands",
  ]),
};

/** A card, and the parts that a search looks through and a card does not show. */
export interface FoundRow extends ViewedCardRow {
  description: string | null;
  brands: string[];
}

/** As `findOutfits`, with what a search looked through. */
export async function searchOutfits(pool: Pool, filter: OutfitFilter, page: FeedPage): Promise<FoundRow[]> {
  const ids = await findOutfitIds(pool, filter, page);
  return ids.length === 0 ? [] : runHot<FoundRow>(pool, foundCards, [page.viewerId, false, ids]);
}
