import type { FeedQuery } from "#contract/outfits.ts";
import { limits } from "#contract/limits.ts";
import type { Viewer, World } from "#server/http/call.ts";
import { onePerWorld } from "#server/http/per-world.ts";
import { createBatcher } from "#server/lib/batcher.ts";
import { type LiveSession, liveSessionsFinder, readSession, readViewer } from "#server/sessions/viewers.service.ts";
import { type FeedCore, getFeedCore } from "./feed-cores.service.ts";
import { viewerFlagColumns, type ViewerFlags } from "./feed.store.ts";

/** A member who asks for the first page, with that page and what they have to do with it. */
export interface FirstPageViewer extends Viewer, ViewerFlags {
  core: FeedCore;
}

/** Whether it is the first page of the feed or of a style's, in the one size that screens ask for. */
export function isFirstPage({ search, tag, brand, from, cursor, limit }: FeedQuery): boolean {
  return limit === limits.pageItems && !search && [tag, brand, from, cursor].every((part) => part === undefined);
}

/**
 * Who asks for a feed, as `readViewer`. The first page is the most wanted of all answers: its flags come with the check of
 * the session, for all who ask within one turn of the event loop in one statement.
 *
 * @see docs/benchmarks.md: a statement of their own cost a quarter of the page.
 */
export async function readFeedViewer(
  world: World,
  authorization: string | undefined,
  { query }: { query: FeedQuery },
): Promise<Viewer | FirstPageViewer | null> {
  if (authorization === undefined || !isFirstPage(query)) return readViewer(world, authorization);
  return readSession(world, authorization, async (sessionId) => {
    const core = await getFeedCore(world.pool, query.style);
    const session = await findOf(world)({ core, sessionId });
    return session && { core, ...session };
  });
}

interface Asked {
  core: FeedCore;
  sessionId: string;
}
type FlaggedSession = LiveSession & ViewerFlags;

const findFlaggedSessions = liveSessionsFinder<ViewerFlags>("feed_viewers", viewerFlagColumns);

const findOf = onePerWorld((world) =>
  createBatcher<Asked, FlaggedSession | null>({
    itemsMax: 64,
    inFlightMax: 2,
    run: (asked) => findByCore(world, asked),
  }),
);

/** One statement for all who look at the same core; nearly always there is one core. */
async function findByCore(world: World, asked: Asked[]): Promise<(FlaggedSession | null)[]> {
  const found = new Map<FeedCore, Map<string, FlaggedSession>>();
  await Promise.all(
    [...new Set(asked.map(({ core }) => core))].map(async (core) => {
      const sessionIds = asked.filter((one) => one.core === core).map(({ sessionId }) => sessionId);
      const values = [core.ids, core.authorIds];
      found.set(core, await findFlaggedSessions(world.pool, [...new Set(sessionIds)], world.clock.now(), values));
    }),
  );
  return asked.map(({ core, sessionId }) => found.get(core)?.get(sessionId) ?? null);
}
