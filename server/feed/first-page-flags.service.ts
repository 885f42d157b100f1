import { type Pool, perPool } from "#server/db/db.ts";
import { createBatcher } from "#server/lib/batcher.ts";
import type { CachedFirstPage } from "./cached-first-page.service.ts";
import { findViewerFlags, type ViewerFlags } from "./feed.store.ts";

/**
 * What a member has to do with the outfits of a first page. The most frequent read, so all requests of one turn of the event
 * loop share a statement.
 *
 * @see docs/performance.md#cached-first-page
 */
export function findFirstPageFlags(pool: Pool, firstPage: CachedFirstPage, userId: string): Promise<ViewerFlags> {
  return findOf(pool)({ firstPage, userId });
}

interface Asked {
  firstPage: CachedFirstPage;
  userId: string;
}

const membersInOneStatement = 64;
const statementsAtOnce = 2;

const findOf = perPool((pool) =>
  createBatcher<Asked, ViewerFlags>({
    itemsMax: membersInOneStatement,
    inFlightMax: statementsAtOnce,
    run: (asked) => findByPage(pool, asked),
  }),
);

/** One statement per first page; nearly always all requests share one. */
async function findByPage(pool: Pool, asked: Asked[]): Promise<ViewerFlags[]> {
  const found = new Map<CachedFirstPage, Map<string, ViewerFlags>>();
  await Promise.all(
    [...new Set(asked.map(({ firstPage }) => firstPage))].map(async (firstPage) => {
      const userIds = new Set(asked.filter((one) => one.firstPage === firstPage).map(({ userId }) => userId));
      found.set(firstPage, await findViewerFlags(pool, [...userIds], firstPage));
    }),
  );
  return asked.map(({ firstPage, userId }) => found.get(firstPage)?.get(userId) ?? noFlags);
}

const noFlags: ViewerFlags = { liked: "", saved: "", hiddenAuthors: "" };
