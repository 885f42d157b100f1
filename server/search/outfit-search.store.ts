import type { ColourKey } from "#contract/colours.ts";
import { dayMs } from "#contract/durations.ts";
import { limits } from "#contract/limits.ts";
import type { KeysetCursor, RankCursor } from "#server/db/cursor.ts";
import { type Pool, type PreparedStatement, runPrepared } from "#server/db/db.ts";
import { toColourPair, toOutfitTerms } from "#server/lib/colour-words.ts";
import { toLikePattern } from "#server/lib/like-patterns.ts";
import { toSparsePattern, toWholeWordExpression } from "#server/lib/search-text.ts";
import {
  cardsByIdsText,
  isLookCurrent,
  type PageRange,
  paletteKeys,
  listViewedCards,
  type ViewedCardRow,
} from "#server/outfits/outfits.service.ts";
import { hiddenMemberIds } from "#server/members/member-sql.ts";
import { isOutfitVisible } from "#server/visibility/outfit-sql.ts";

/** The filters of a search, all of which must match. */
export interface OutfitFilter {
  /** Title, description, author, tags, brands, items, style and colours together contain every word of it. */
  search?: string | undefined;
  styleId?: string | undefined;
  tag?: string | undefined;
  brand?: string | undefined;
  isByFollowed?: boolean;
  /** Its clothes have all of these colours; an empty list finds nothing. */
  colours?: readonly string[] | undefined;
  /** Leaves out outfits whose pictures an AI made. */
  isWithoutAi?: boolean;
}

/**
 * Listed outfits that match or, of followed members only, all that the viewer may open; newest first. One row more than
 * `limit` if there are more. A search without letters or digits finds nothing.
 *
 * @see docs/product.md#search and docs/performance.md#search
 */
export async function findOutfits(pool: Pool, filter: OutfitFilter, page: PageRange): Promise<ViewedCardRow[]> {
  const ids = await findOutfitIds(pool, filter, page);
  return listViewedCards(pool, { userId: page.viewerId, isAdmin: false }, ids);
}

/** Whether the viewer's search would find an outfit. */
export async function hasOutfit(pool: Pool, viewerId: string | null, filter: OutfitFilter): Promise<boolean> {
  const ids = await findOutfitIds(pool, filter, { viewerId, after: null, limit: 0 });
  return ids.length > 0;
}

const { popularDays, trendingViewsWeight, trendingLikesWeight, trendingCommentsWeight } = limits;
/** Weighted as the trending outfits are. */
const popularity = `(o.views_count * ${trendingViewsWeight} + o.likes_count * ${trendingLikesWeight}
  + o.comments_count * ${trendingCommentsWeight})`;

/**
 * As `findOutfits`, but those of the last seven days, the most popular first: one range of the index of the newest, sorted.
 *
 * @see docs/product.md#explore-feed
 */
export async function findPopularOutfits(
  pool: Pool,
  filter: OutfitFilter,
  { viewerId, after, limit, now }: { viewerId: string | null; after: RankCursor | null; limit: number; now: Date },
): Promise<(FoundRow & RankCursor)[]> {
  const values: unknown[] = [viewerId];
  const place = (value: unknown) => `$${values.push(value)}`;
  const conditions = matchConditions(filter, place);
  if (!conditions) return [];
  const since = place(new Date(now.getTime() - popularDays * dayMs));
  conditions.push(`o.created_at > ${since}`);
  if (after) conditions.push(`(${popularity}, o.id) < (${place(after.rank)}::integer, ${place(after.id)}::uuid)`);
  const { rows } = await pool.query<RankCursor>(
    `select o.id, ${popularity} as rank from outfits o where ${conditions.join(" and ")}
     order by ${popularity} desc, o.id desc limit ${limit + 1}`,
    values,
  );
  const cards = await listFoundCards(
    pool,
    viewerId,
    rows.map(({ id }) => id),
  );
  const ranks = new Map(rows.map(({ id, rank }) => [id, rank]));
  return cards.map((card) => ({ ...card, rank: ranks.get(card.id) ?? 0 }));
}

/** The conditions of a filter; undefined if nothing can match. */
function matchConditions(filter: OutfitFilter, place: (value: unknown) => string): string[] | undefined {
  const terms = filter.search ? toOutfitTerms(filter.search) : [];
  if ((filter.search && terms.length === 0) || filter.colours?.length === 0) return undefined;
  return [
    `o.user_id <> all (${hiddenMemberIds("$1")})`,
    ...terms.map((any) => `(${any.map((term) => termCondition(term, place)).join(" or ")})`),
    ...filterConditions(filter, place),
  ];
}

function termCondition(term: string, place: (value: unknown) => string): string {
  const sparse = toSparsePattern(term);
  if (sparse === undefined) return `o.search_text like ${place(toLikePattern(term))}`;
  // "<> 0", which the planner takes for always true: as "> 0" it would expect a third of the rows.
  return `(o.search_text like ${place(sparse)} and strpos(o.search_text, ${place(term)}) <> 0)`;
}

/** The ids of `findOutfits`. */
export async function findOutfitIds(pool: Pool, filter: OutfitFilter, page: PageRange): Promise<string[]> {
  const values: unknown[] = [page.viewerId];
  const place = (value: unknown) => `$${values.push(value)}`;
  const matching = matchConditions(filter, place);
  if (!matching) return [];
  const conditions = [
    ...matching,
    ...(page.after ? [`(o.created_at, o.id) < (${place(page.after.createdAt)}, ${place(page.after.id)}::uuid)`] : []),
  ];
  // Unnamed, so that the planner sees the patterns: a reused plan reads newest-first and takes half a second for a rare
  // word, where the trigram index takes a millisecond.
  const found = await pool.query<{ id: string }>(
    `select o.id from outfits o where ${conditions.join(" and ")}
     order by o.created_at desc, o.id desc limit ${page.limit + 1}`,
    values,
  );
  return found.rows.map((row) => row.id);
}

function filterConditions(filter: OutfitFilter, place: (value: unknown) => string): string[] {
  const { styleId, tag, brand, colours, isByFollowed = false, isWithoutAi = false } = filter;
  const bears = (table: string, column: string, value: string) =>
    `o.id in (select outfit_id from ${table} where lower(${column}) = lower(${place(value)}))`;
  const followed = "o.user_id = any (array(select following_id from follows where follower_id = $1::uuid))";
  return [
    ...(isByFollowed ? [followed, isOutfitVisible("$1", "false")] : ["o.is_listed"]),
    ...(styleId === undefined ? [] : [`o.style_id = ${place(styleId)}::uuid`]),
    ...colourConditions(colours ?? [], place),
    ...(isWithoutAi ? ["not o.is_ai_made"] : []),
    ...(tag === undefined ? [] : [bears("outfit_tags", "tag", tag)]),
    ...(brand === undefined ? [] : [bears("outfit_items", "brand", brand)]),
  ];
}

function colourConditions([first, second, ...others]: readonly string[], place: (value: unknown) => string): string[] {
  const bears = (colour: string) => `o.id in (select outfit_id from outfit_colours where colour = ${place(colour)})`;
  if (first === undefined) return [];
  if (second === undefined) return [isLookCurrent, bears(first)];
  const [one, other] = toColourPair(first, second);
  return [
    isLookCurrent,
    `o.id in (select outfit_id from outfit_colour_pairs
       where first_colour = ${place(one)} and second_colour = ${place(other)})`,
    ...others.map(bears),
  ];
}

const foundCards: PreparedStatement = {
  name: "found_cards",
  text: cardsByIdsText([
    "o.description",
    `(select coalesce(json_agg(json_build_array(i.brand, i.product_name) order by i.position), '[]')
      from outfit_items i where i.outfit_id = o.id) as items`,
    `${paletteKeys} as colours`,
  ]),
};

/** A card, with the searched parts that a card does not show. */
export interface FoundRow extends ViewedCardRow {
  description: string | null;
  /** The brand and the product name of each. */
  items: [string, string][];
  colours: ColourKey[];
}

interface CandidateRange {
  viewerId: string | null;
  until: string | undefined;
  after: KeysetCursor | undefined;
  limit: number;
  /** Returns only those with every word as a whole word: of these, the others are not needed. */
  isOnlyWhole: boolean;
}

/**
 * The newest outfits that match, up to a point in time and behind a place, each with whether it has every word of the search
 * as a whole word. Whole words do not limit what is read, so that the plan is the one of `findOutfits`.
 */
export async function listSearchCandidates(
  pool: Pool,
  filter: OutfitFilter,
  { viewerId, until, after, limit, isOnlyWhole }: CandidateRange,
): Promise<SearchCandidate[]> {
  const values: unknown[] = [viewerId];
  const place = (value: unknown) => `$${values.push(value)}`;
  const matching = matchConditions(filter, place);
  if (!matching) return [];
  const whole = place(toOutfitTerms(filter.search ?? "").flatMap((terms) => toWholeWordExpression(terms) ?? []));
  if (until !== undefined) matching.push(`o.created_at <= ${place(until)}`);
  if (after) matching.push(`(o.created_at, o.id) < (${place(after.createdAt)}, ${place(after.id)}::uuid)`);
  const candidates = `select o.id, o.created_at as "createdAt", o.search_text ~ all (${whole}::text[]) as "isWhole"
    from outfits o where ${matching.join(" and ")} order by o.created_at desc, o.id desc limit ${limit}`;
  const { rows } = await pool.query<{ id: string; createdAt: Date; isWhole: boolean }>(
    isOnlyWhole ? `select * from (${candidates}) c where "isWhole" order by "createdAt" desc, id desc` : candidates,
    values,
  );
  return rows.map(({ id, createdAt, isWhole }) => ({ id, createdAt: createdAt.toISOString(), isWhole }));
}

export interface SearchCandidate extends KeysetCursor {
  isWhole: boolean;
}

/** The cards of these outfits in their order, with the searched texts. */
export async function listFoundCards(pool: Pool, viewerId: string | null, ids: string[]): Promise<FoundRow[]> {
  return ids.length === 0 ? [] : runPrepared<FoundRow>(pool, foundCards, [viewerId, false, ids]);
}
