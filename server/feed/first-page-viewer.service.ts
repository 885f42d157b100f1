import type { FeedQuery } from "#contract/outfits.ts";
import { limits } from "#contract/limits.ts";
import type { AppContext } from "#server/http/context.ts";
import type { Viewer } from "#server/http/viewer.ts";
import { perApp } from "#server/http/per-app.ts";
import { createBatcher } from "#server/lib/batcher.ts";
import {
  type LiveSession,
  liveSessionsFinder,
  findSessionByHeader,
  findViewerByHeader,
} from "#server/auth/sessions/viewers.service.ts";
import { type CachedFirstPage, getCachedFirstPage } from "./cached-first-page.service.ts";
import { viewerFlagColumns, type ViewerFlags } from "./feed.store.ts";

/** A member who requests the first page, with that page and their relation to it. */
export interface FirstPageViewer extends Viewer, ViewerFlags {
  firstPage: CachedFirstPage;
}

/** Whether it is the first page of the feed or of a style's feed, in the page size that screens use. */
export function isFirstPage({ search, tag, brand, from, ai, colours, sort, cursor, limit }: FeedQuery): boolean {
  return (
    limit === limits.pageItems &&
    !search &&
    [tag, brand, from, ai, colours, sort, cursor].every((part) => part === undefined)
  );
}

/**
 * The viewer of a feed request, as `findViewerByHeader`. The first page is the most frequent request, so its flags are read
 * with the session check, in one statement for all requests of one turn of the event loop.
 *
 * @see docs/benchmarks.md: a separate statement cost a quarter of the page.
 */
export async function getFeedViewer(
  app: AppContext,
  authorization: string | undefined,
  { query }: { query: FeedQuery },
): Promise<Viewer | FirstPageViewer | null> {
  if (authorization === undefined || !isFirstPage(query)) return findViewerByHeader(app, authorization);
  return findSessionByHeader(app, authorization, async (sessionId) => {
    const firstPage = await getCachedFirstPage(app.pool, query.style);
    const session = await findOf(app)({ firstPage, sessionId });
    return session && { firstPage, ...session };
  });
}

interface Asked {
  firstPage: CachedFirstPage;
  sessionId: string;
}
type FlaggedSession = LiveSession & ViewerFlags;

const findFlaggedSessions = liveSessionsFinder<ViewerFlags>("feed_viewers", viewerFlagColumns);

const findOf = perApp((app) =>
  createBatcher<Asked, FlaggedSession | null>({
    itemsMax: 64,
    inFlightMax: 2,
    run: (asked) => findByCore(app, asked),
  }),
);

/** One statement per first page; nearly always all requests share one. */
async function findByCore(app: AppContext, asked: Asked[]): Promise<(FlaggedSession | null)[]> {
  const found = new Map<CachedFirstPage, Map<string, FlaggedSession>>();
  await Promise.all(
    [...new Set(asked.map(({ firstPage }) => firstPage))].map(async (firstPage) => {
      const sessionIds = asked.filter((one) => one.firstPage === firstPage).map(({ sessionId }) => sessionId);
      const values = [firstPage.ids, firstPage.authorIds];
      found.set(firstPage, await findFlaggedSessions(app.pool, [...new Set(sessionIds)], app.clock.now(), values));
    }),
  );
  return asked.map(({ firstPage, sessionId }) => found.get(firstPage)?.get(sessionId) ?? null);
}
