import { readColours } from "#contract/colours.ts";
import { limits } from "#contract/limits.ts";
import type { FeedQuery } from "#contract/outfits.ts";
import type { Page } from "#contract/page.ts";
import { toPage, toRankedPage, readCursor, readRankCursor } from "#server/db/cursor.ts";
import type { Pool } from "#server/db/db.ts";
import { composePage } from "#server/db/json-pages.ts";
import type { AppContext, RequestContext } from "#server/http/context.ts";
import { readWithinLimit } from "#server/http/rate-limit.ts";
import { inSearchQueue } from "#server/http/search-queue.ts";
import { SerializedReply } from "#server/http/serve.ts";
import { fail } from "#server/lib/app-error.ts";
import type { ClientKey } from "#server/lib/client-key.ts";
import { type CachedFirstPage, getCachedFirstPage } from "./cached-first-page.service.ts";
import { listFeedPage, type ViewerFlags } from "./feed.store.ts";
import { findFirstPageFlags } from "./first-page-flags.service.ts";
import { composeCard, type PageRange, type ViewedCardRow } from "#server/outfits/outfits.service.ts";
import { listBrandFeed, listColourFeed, listFollowingFeed, listTagFeed } from "./filtered-feeds.store.ts";
import {
  findMatches,
  findOutfits,
  findPopularOutfits,
  type FoundRow,
  type OutfitFilter,
  searchOutfits,
} from "#server/search/search.service.ts";

const privateCache = "private, no-cache";
// A shared cache may answer visitors for one second at most: hidden outfits must disappear at once
// (docs/security.md#s-57).
const publicCache = "public, max-age=0, s-maxage=1";

/**
 * A page of outfits, newest or most popular first, by search, style, tag, brand or followed members, as serialized JSON.
 *
 * @throws auth.required for followed members; rate.limited for searches; request.invalid for an invalid cursor
 * @see docs/performance.md#cached-first-page and docs/performance.md#pagination
 */
export async function getFeed(context: RequestContext, query: FeedQuery): Promise<SerializedReply> {
  if (query.from === "following" && context.userId === null) fail("auth.required");
  if (query.sort === "popular") return readPopular(context, query);
  if (query.search) return readSearch(context, query, query.search);
  if (isFirstPage(query)) return readFirstPage(context, query.style);
  const page = await renderPage(context.pool, query, toRange(context, query));
  return new SerializedReply(page, { "cache-control": privateCache });
}

const toRange = (context: RequestContext, query: FeedQuery): PageRange => ({
  viewerId: context.userId,
  after: readCursor(query.cursor),
  limit: query.limit,
});

const toFilter = ({ search, style, tag, brand, from, ai, colours }: FeedQuery): OutfitFilter => ({
  search,
  styleId: style,
  tag,
  brand,
  isByFollowed: from === "following",
  colours: colours === undefined ? undefined : readColours(colours),
  isWithoutAi: ai === "exclude",
});

/** A page as JSON. The feeds that screens show have prepared statements; other combinations are built per request. */
async function renderPage(pool: Pool, query: FeedQuery, page: PageRange): Promise<string> {
  const { style, tag, brand, from, ai, colours } = query;
  const filters = [style, tag, brand, from, ai, colours].filter((filter) => filter !== undefined);
  if (filters.length === 1 && colours !== undefined) return renderColours(pool, readColours(colours), page);
  if ((ai ?? colours) !== undefined) return renderMatches(pool, toFilter(query), page);
  const isBroad = tag === undefined && brand === undefined;
  if (isBroad && from !== undefined) return listFollowingFeed(pool, style, page);
  if (filters.length > 1) return renderMatches(pool, toFilter(query), page);
  if (tag !== undefined) return listTagFeed(pool, tag, page);
  if (brand !== undefined) return listBrandFeed(pool, brand, page);
  return listFeedPage(pool, { ...page, styleId: style });
}

const preparedColoursMax = 3;

async function renderColours(pool: Pool, colours: readonly string[], page: PageRange): Promise<string> {
  const isPrepared = colours.length > 0 && colours.length <= preparedColoursMax;
  return isPrepared ? listColourFeed(pool, colours, page) : renderMatches(pool, { colours }, page);
}

async function renderMatches(pool: Pool, filter: OutfitFilter, page: PageRange): Promise<string> {
  return composeCards(toPage(await findOutfits(pool, filter, page), page.limit));
}

const composeCards = ({ items, nextCursor }: Page<ViewedCardRow>) =>
  composePage(
    items.map((row) => composeCard(row.card, row.liked, row.saved)),
    nextCursor,
  );

async function readPopular(context: RequestContext, query: FeedQuery): Promise<SerializedReply> {
  const { userId: viewerId, clientKey } = context;
  const key = viewerId ?? clientKey;
  const render = (signal?: AbortSignal) => renderPopular(context, { viewerId, key, signal }, query);
  const json = query.search ? await readWithinLimit(context, "searches", render) : await render();
  return new SerializedReply(json, { "cache-control": privateCache });
}

async function renderPopular(
  app: AppContext,
  { viewerId, key, signal }: { viewerId: string | null; key: string; signal?: AbortSignal | undefined },
  query: FeedQuery,
): Promise<string> {
  const { cursor, limit } = query;
  const page = { viewerId, after: readRankCursor(cursor), limit, now: app.clock.now() };
  const rows = await inSearchQueue(app, key, () => findPopularOutfits(app.pool, toFilter(query), page), signal);
  const { items, nextCursor } = toRankedPage(rows, limit);
  return composePage(composeFound(query.search, items), nextCursor);
}

/** What a visitor may filter the first page by without a search, which has a limit of its own. */
type OpenFilter = Pick<FeedQuery, "style" | "tag" | "brand" | "colours" | "ai" | "sort">;

/**
 * The first page of the feed as a visitor sees it, as JSON text, for the page that the server renders.
 *
 * @param client Takes its turn in the search queue.
 * @throws server.unavailable if too many searches are waiting
 */
export async function renderFirstPage(app: AppContext, client: ClientKey, filter: OpenFilter): Promise<string> {
  const query = { ...filter, limit: limits.pageItems };
  if (isFirstPage(query)) return (await getCachedFirstPage(app.pool, filter.style)).anonymous.bytes.toString();
  if (filter.sort === "popular") return renderPopular(app, { viewerId: null, key: client }, query);
  return renderPage(app.pool, query, { viewerId: null, after: null, limit: query.limit });
}

async function readSearch(context: RequestContext, query: FeedQuery, search: string): Promise<SerializedReply> {
  const key = context.userId ?? context.clientKey;
  const { cursor, limit } = query;
  const page = { viewerId: context.userId, cursor, limit };
  const { rows, nextCursor } = await readWithinLimit(context, "searches", (signal) =>
    inSearchQueue(context, key, () => searchOutfits(context.pool, toFilter(query), page), signal),
  );
  return new SerializedReply(composePage(composeFound(search, rows), nextCursor), { "cache-control": privateCache });
}

/** The cards as JSON, each with why it matched if there was a search. */
function composeFound(search: string | undefined, rows: FoundRow[]): string[] {
  const matches = search ? findMatches(search, rows) : undefined;
  return rows.map((row) => {
    const card = composeCard(row.card, row.liked, row.saved);
    const match = matches?.get(row.id);
    return match ? `${card.slice(0, -1)},"match":${JSON.stringify(match)}}` : card;
  });
}

const vary = "authorization, accept-encoding";

/** Whether it is the first page of the feed or of a style's feed, in the page size that screens use. */
function isFirstPage({ search, tag, brand, from, ai, colours, sort, cursor, limit }: FeedQuery): boolean {
  return (
    limit === limits.pageItems &&
    !search &&
    [tag, brand, from, ai, colours, sort, cursor].every((part) => part === undefined)
  );
}

async function readFirstPage(context: RequestContext, styleId: string | undefined): Promise<SerializedReply> {
  const firstPage = await getCachedFirstPage(context.pool, styleId);
  if (context.userId === null) {
    const { anonymous, version } = firstPage;
    return new SerializedReply(() => anonymous, { etag: `W/"${version}"`, "cache-control": publicCache, vary });
  }
  const flags = toFlags(firstPage, await findFirstPageFlags(context.pool, firstPage, context.userId));
  const etag = `W/"${firstPage.version}-${flags}"`;
  return new SerializedReply(() => firstPage.render(flags), { etag, "cache-control": privateCache, vary });
}

/** One character per card, see CachedFirstPage.render. */
function toFlags(firstPage: CachedFirstPage, { liked, saved, hiddenAuthors }: ViewerFlags): string {
  if (liked === "" && saved === "" && hiddenAuthors === "") return firstPage.anonymousFlags;
  const flags = firstPage.ids.map(() => 0);
  const add = (places: string, flag: number) => {
    for (const place of places.split(" ")) flags[Number(place) - 1] = (flags[Number(place) - 1] ?? 0) + flag;
  };
  if (liked !== "") add(liked, 1);
  if (saved !== "") add(saved, 2);
  if (hiddenAuthors === "") return flags.join("");
  return flags.map((flag, index) => (hiddenAuthors.includes(firstPage.authorIds[index] ?? "") ? "x" : flag)).join("");
}
