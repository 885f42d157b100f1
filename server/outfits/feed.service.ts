import type { FeedQuery, Match } from "#contract/outfits.ts";
import { cutPage, readCursor } from "#server/db/cursor.ts";
import type { Pool } from "#server/db/db.ts";
import type { Call, Viewer } from "#server/http/call.ts";
import { PreparedReply } from "#server/http/serve.ts";
import { fail } from "#server/lib/app-error.ts";
import { getFeedCore } from "./feed-cores.service.ts";
import { type FirstPageViewer, isFirstPage } from "./feed-viewers.service.ts";
import { readFeedPage } from "./feed.store.ts";
import { composeCard, composePage, type ViewedCardRow } from "./outfit-cards.store.ts";
import { type FeedPage, readBrandFeed, readFollowingFeed, readTagFeed } from "./filtered-feeds.store.ts";
import { findMatches } from "./outfit-match.service.ts";
import { findOutfits, type OutfitFilter, searchOutfits } from "./outfit-search.store.ts";

const privateCache = "private, no-cache";
// A shared cache may answer visitors for a second, never longer: what is hidden must vanish at once (security.md row 57).
const publicCache = "public, max-age=0, s-maxage=1";

/**
 * A page of outfits, newest first, by search, style, tag, brand or of those whom the caller follows, as ready JSON.
 *
 * @throws auth.required for those who are followed; rate.limited for searches; request.invalid for a cursor that is not ours.
 * @see performance.md section 6.3: first pages come from a core of at most one second, deeper ones by keyset.
 */
export async function readFeed(call: Call<Viewer | FirstPageViewer>, query: FeedQuery): Promise<PreparedReply> {
  if (query.from === "following" && call.userId === null) fail("auth.required");
  if (query.search) return readSearch(call, query, query.search);
  if (call.viewer && "core" in call.viewer) return toOwnFirstPage(call.viewer);
  if (call.viewer === null && isFirstPage(query)) return readOpenFirstPage(call.pool, query.style);
  return toReply(await readRows(call.pool, query, toPage(call, query)), query.limit);
}

const toPage = (call: Call, query: FeedQuery): FeedPage => ({
  viewerId: call.userId,
  after: readCursor(query.cursor),
  limit: query.limit,
});

const toFilter = ({ search, style, tag, brand, from }: FeedQuery): OutfitFilter => ({
  search,
  styleId: style,
  tag,
  brand,
  isByFollowed: from === "following",
});

/** The feeds that have screens have prepared statements; rarer ones are put together as they come. */
async function readRows(pool: Pool, query: FeedQuery, page: FeedPage): Promise<ViewedCardRow[]> {
  const { style, tag, brand, from } = query;
  const filters = [style, tag, brand, from].filter((filter) => filter !== undefined);
  const isBroad = tag === undefined && brand === undefined;
  if (isBroad && from !== undefined) return readFollowingFeed(pool, style, page);
  if (filters.length > 1) return findOutfits(pool, toFilter(query), page);
  if (tag !== undefined) return readTagFeed(pool, tag, page);
  if (brand !== undefined) return readBrandFeed(pool, brand, page);
  return readFeedPage(pool, { ...page, styleId: style });
}

async function readSearch(call: Call, query: FeedQuery, search: string): Promise<PreparedReply> {
  await call.rateLimiter.spend("searches", { key: call.userId ?? call.ip });
  const rows = await searchOutfits(call.pool, toFilter(query), toPage(call, query));
  return toReply(rows, query.limit, findMatches(search, rows));
}

/** A page that differs from viewer to viewer, as ready JSON; `rows` may hold more than `limit`. */
export function toReply(rows: ViewedCardRow[], limit: number, matches?: Map<string, Match>): PreparedReply {
  const { items, nextCursor } = cutPage(rows, limit);
  const cards = items.map((row) => {
    const card = composeCard(row.card, row.liked, row.saved);
    const match = matches?.get(row.id);
    return match ? `${card.slice(0, -1)},"match":${JSON.stringify(match)}}` : card;
  });
  return new PreparedReply(composePage(cards, nextCursor), { "cache-control": privateCache });
}

const vary = "authorization, accept-encoding";

async function readOpenFirstPage(pool: Pool, styleId: string | undefined): Promise<PreparedReply> {
  const { plain, version } = await getFeedCore(pool, styleId);
  return new PreparedReply(() => plain, { etag: `W/"${version}"`, "cache-control": publicCache, vary });
}

function toOwnFirstPage(viewer: FirstPageViewer): PreparedReply {
  const { core } = viewer;
  const states = toStates(viewer);
  const etag = `W/"${core.version}-${states}"`;
  return new PreparedReply(() => core.write(states), { etag, "cache-control": privateCache, vary });
}

/** A letter for each card, see FeedCore.write. */
function toStates({ core, liked, saved, hiddenAuthors }: FirstPageViewer): string {
  if (liked === "" && saved === "" && hiddenAuthors === "") return core.plainStates;
  const flags = core.ids.map(() => 0);
  const add = (places: string, flag: number) => {
    for (const place of places.split(" ")) flags[Number(place) - 1] = (flags[Number(place) - 1] ?? 0) + flag;
  };
  if (liked !== "") add(liked, 1);
  if (saved !== "") add(saved, 2);
  if (hiddenAuthors === "") return flags.join("");
  return flags.map((flag, index) => (hiddenAuthors.includes(core.authorIds[index] ?? "") ? "x" : flag)).join("");
}
