import type { FeedQuery } from "#contract/outfits.ts";
import { limits } from "#contract/limits.ts";
import { cutPage, readCursor } from "#server/db/cursor.ts";
import { onePerPool, type Pool } from "#server/db/db.ts";
import type { Call } from "#server/http/call.ts";
import { PreparedReply } from "#server/http/serve.ts";
import { createBatcher } from "#server/lib/batcher.ts";
import { type FeedCore, getFeedCore } from "./feed-cores.service.ts";
import { readFeedPage, readViewerFlags, type ViewerFlags } from "./feed.store.ts";
import { composeCard, composePage, type ViewedCardRow } from "./outfit-cards.store.ts";
import { searchOutfits } from "./outfit-search.store.ts";

const privateCache = "private, no-cache";
// A shared cache may answer visitors for a second, never longer: what is hidden must vanish at once (security.md row 57).
const publicCache = "public, max-age=0, s-maxage=1";

/**
 * A page of listed outfits, newest first, by search and style, as ready JSON.
 *
 * @throws rate.limited for searches; request.invalid for a cursor that is not ours.
 * @see performance.md section 6.3: first pages come from a core of at most one second, deeper ones by keyset.
 */
export async function readFeed(call: Call, query: FeedQuery): Promise<PreparedReply> {
  if (query.search !== undefined && query.search !== "") return readSearch(call, query, query.search);
  if (query.cursor === undefined && query.limit === limits.pageItems) return readFirstPage(call, query.style);
  const rows = await readFeedPage(call.pool, {
    viewerId: call.userId,
    styleId: query.style,
    after: readCursor(query.cursor),
    limit: query.limit,
  });
  return toReply(rows, query.limit);
}

async function readSearch(call: Call, query: FeedQuery, search: string): Promise<PreparedReply> {
  await call.rateLimiter.spend("searches", { key: call.userId ?? call.ip });
  const rows = await searchOutfits(call.pool, {
    viewerId: call.userId,
    search,
    styleId: query.style,
    after: readCursor(query.cursor),
    limit: query.limit,
  });
  return toReply(rows, query.limit);
}

/** A page that differs from viewer to viewer, as ready JSON; `rows` may hold more than `limit`. */
export function toReply(rows: ViewedCardRow[], limit: number): PreparedReply {
  const { items, nextCursor } = cutPage(rows, limit);
  const cards = items.map((row) => composeCard(row.card, row.liked, row.saved));
  return new PreparedReply(composePage(cards, nextCursor), { "cache-control": privateCache });
}

async function readFirstPage({ pool, userId }: Call, styleId: string | undefined): Promise<PreparedReply> {
  const core = await getFeedCore(pool, styleId);
  const vary = "authorization";
  if (userId === null) {
    return new PreparedReply(core.plain, { etag: `W/"${core.version}"`, "cache-control": publicCache, vary });
  }
  const flags = await flagsOf(pool)({ core, viewerId: userId });
  const states = core.ids.map((id, index) => {
    if (flags.hiddenAuthors.includes(core.authorIds[index] ?? "")) return null;
    return (flags.liked.includes(id) ? 1 : 0) + (flags.saved.includes(id) ? 2 : 0);
  });
  const etag = `W/"${core.version}-${states.map((state) => state ?? "x").join("")}"`;
  return new PreparedReply(() => core.write(states), { etag, "cache-control": privateCache, vary });
}

interface FlagRequest {
  core: FeedCore;
  viewerId: string;
}

const flagsOf = onePerPool((pool) =>
  createBatcher<FlagRequest, ViewerFlags>({
    itemsMax: 64,
    inFlightMax: 2,
    run: (requests) => readFlagsByCore(pool, requests),
  }),
);

/** One statement for all requests that look at the same core; nearly always there is one core. */
async function readFlagsByCore(pool: Pool, requests: FlagRequest[]): Promise<ViewerFlags[]> {
  const results: ViewerFlags[] = [];
  const cores = new Set(requests.map(({ core }) => core));
  await Promise.all(
    [...cores].map(async (core) => {
      const indexes = [...requests.keys()].filter((index) => requests[index]?.core === core);
      const viewerIds = indexes.map((index) => requests[index]?.viewerId ?? "");
      const flags = await readViewerFlags(pool, viewerIds, core);
      for (const [position, index] of indexes.entries()) results[index] = flags[position] as ViewerFlags;
    }),
  );
  return results;
}
