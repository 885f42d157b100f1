import { createHash } from "node:crypto";
import type { FeedQuery } from "#contract/outfits.ts";
import { limits } from "#contract/limits.ts";
import { cutPage, readCursor, writeCursor } from "#server/db/cursor.ts";
import { onePerPool, type Pool } from "#server/db/db.ts";
import type { Call } from "#server/http/call.ts";
import { PreparedReply } from "#server/http/serve.ts";
import { createBatcher } from "#server/lib/batcher.ts";
import { readFeedCore, readFeedPage, readViewerFlags, type ViewerFlags } from "./feed.store.ts";
import { composeCard, composePage, type ViewedCardRow } from "./outfit-cards.store.ts";
import { searchOutfits } from "./outfit-search.store.ts";

/** The first page of a feed as it is for everybody; only flags and hidden authors differ from viewer to viewer. */
interface FeedCore {
  ids: string[];
  authorIds: string[];
  cards: string[];
  nextCursor: string | null;
  /** Of the content: the same page has the same version in every process. */
  version: string;
  /** The whole answer to a visitor. */
  visitorPage: PreparedReply;
}

const coreLifeMs = 1_000;
const privateCache = "private, no-cache";
// A shared cache may answer visitors for a second, never longer: what is hidden must vanish at once (security.md row 57).
const publicCache = "public, max-age=0, s-maxage=1";

/**
 * A page of listed outfits, newest first, by search and style, as ready JSON text.
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

/** A page that differs from viewer to viewer, as ready JSON text; `rows` may hold more than `limit`. */
export function toReply(rows: ViewedCardRow[], limit: number): PreparedReply {
  const { items, nextCursor } = cutPage(rows, limit);
  const cards = items.map((row) => composeCard(row.card, row.liked, row.saved));
  return new PreparedReply(composePage(cards, nextCursor), { "cache-control": privateCache });
}

async function readFirstPage(call: Call, styleId: string | undefined): Promise<PreparedReply> {
  const { coreOf, flagsOf } = feedOf(call.pool);
  const core = await coreOf(styleId);
  if (call.userId === null) return core.visitorPage;
  const flags = await flagsOf({ core, viewerId: call.userId });
  const page = core.ids.map((id, index) => ({
    isHidden: flags.hiddenAuthors.includes(core.authorIds[index] ?? ""),
    liked: flags.liked.includes(id),
    saved: flags.saved.includes(id),
  }));
  const bits = page.map(({ isHidden, liked, saved }) => (isHidden ? 7 : (liked ? 1 : 0) + (saved ? 2 : 0))).join("");
  return new PreparedReply(
    () => {
      const cards = core.cards.flatMap((card, index) => {
        const seen = page[index];
        return seen && !seen.isHidden ? [composeCard(card, seen.liked, seen.saved)] : [];
      });
      return composePage(cards, core.nextCursor);
    },
    { etag: `W/"${core.version}-${bits}"`, "cache-control": privateCache, vary: "authorization" },
  );
}

interface FlagRequest {
  core: FeedCore;
  viewerId: string;
}

const feedOf = onePerPool((pool) => {
  const cores = createCores(pool);
  return {
    coreOf: cores.get,
    drop: cores.drop,
    dropShowing: cores.dropShowing,
    flagsOf: createBatcher<FlagRequest, ViewerFlags>({
      itemsMax: 64,
      inFlightMax: 2,
      run: (requests) => readFlagsByCore(pool, requests),
    }),
  };
});

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

/** At most one read of a first page is under way and its result lives for a second, unless a write drops it before. */
function createCores(pool: Pool) {
  const kept = new Map<string, { core: Promise<FeedCore>; ids: readonly string[]; freshUntilMs: number }>();

  async function load(styleId: string | undefined): Promise<FeedCore> {
    return toCore(await readFeedCore(pool, styleId));
  }

  return {
    get(styleId: string | undefined): Promise<FeedCore> {
      const key = styleId ?? "";
      const known = kept.get(key);
      if (known && performance.now() < known.freshUntilMs) return known.core;
      // A style that does not exist must not stay here for good.
      if (kept.size > 200) kept.clear();
      const entry = { core: load(styleId), ids: [] as readonly string[], freshUntilMs: Number.POSITIVE_INFINITY };
      kept.set(key, entry);
      entry.core.then(
        (core) => {
          entry.ids = core.ids;
          entry.freshUntilMs = performance.now() + coreLifeMs;
        },
        () => {
          if (kept.get(key) === entry) kept.delete(key);
        },
      );
      return entry.core;
    },
    drop: () => kept.clear(),
    dropShowing(outfitIds: readonly string[]) {
      for (const [key, { ids, freshUntilMs }] of kept) {
        const isUnderWay = freshUntilMs === Number.POSITIVE_INFINITY;
        if (isUnderWay || outfitIds.some((id) => ids.includes(id))) kept.delete(key);
      }
    },
  };
}

function toCore(rows: Awaited<ReturnType<typeof readFeedCore>>): FeedCore {
  const shown = rows.slice(0, limits.pageItems);
  const last = shown.at(-1);
  const cards = shown.map((row) => row.card);
  const nextCursor = rows.length > limits.pageItems && last ? writeCursor(last) : null;
  const version = createHash("sha1").update(cards.join("\n")).digest("base64url").slice(0, 16);
  const visitorJson = composePage(
    cards.map((card) => composeCard(card, false, false)),
    nextCursor,
  );
  return {
    ids: shown.map((row) => row.id),
    authorIds: shown.map((row) => row.authorId),
    cards,
    nextCursor,
    version,
    visitorPage: new PreparedReply(visitorJson, {
      etag: `W/"${version}"`,
      "cache-control": publicCache,
      vary: "authorization",
    }),
  };
}

/**
 * Forgets all first pages of this process: to be called after the commit of whatever adds, hides or renames something in
 * them. Other processes follow within a second.
 */
export function dropFeedPages(pool: Pool): void {
  feedOf(pool).drop();
}

/** Forgets the first pages that show one of these outfits, whose counts have changed. */
export function dropFeedPagesShowing(pool: Pool, outfitIds: readonly string[]): void {
  feedOf(pool).dropShowing(outfitIds);
}
