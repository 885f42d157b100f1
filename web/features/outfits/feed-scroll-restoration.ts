import type { QueryClient } from "@tanstack/react-query";
import { useRouter } from "@tanstack/react-router";
import { useEffect } from "react";
import { type FeedFilter, outfitQueries } from "#web/data/outfits.ts";
import { readSavedPageCount, savePageCount } from "#web/lib/saved-page-count.ts";

const freshForMs = 30_000;

export interface FeedVisit {
  /** The key of the entry in the browser's history. */
  entry: string | undefined;
  cause: "preload" | "enter" | "stay";
}

/**
 * Back, Forward and reload restore the feed with all its pages, so that the scroll position is exact. Any other
 * navigation starts with a fresh first page.
 */
export function enterFeed(client: QueryClient, filter: FeedFilter, { entry, cause }: FeedVisit): Promise<void> | void {
  const options = outfitQueries.feed(filter);
  const known = client.getQueryState(options.queryKey);
  const kept = cause === "preload" ? 0 : readSavedPageCount(entry);
  if (cause === "preload" || known?.data === undefined || known.data.pages.length < kept) {
    const read = client.prefetchInfiniteQuery({
      ...options,
      pages: Math.max(kept, 1),
      getNextPageParam: options.getNextPageParam,
      // The embedded data has only the first of the saved pages.
      ...(kept > 1 ? { staleTime: 0 } : {}),
    });
    // A first visit renders a skeleton at once; a restored one waits for all pages above its position.
    return kept > 1 ? read : undefined;
  }
  if (kept > 0 || Date.now() - known.dataUpdatedAt < freshForMs) return undefined;
  client.setQueryData(
    options.queryKey,
    (data) => data && { pages: data.pages.slice(0, 1), pageParams: data.pageParams.slice(0, 1) },
  );
  void client.invalidateQueries({ queryKey: options.queryKey, exact: true });
  return undefined;
}

/** Saves how many pages the current history entry shows, for `enterFeed`. */
export function useSavedPageCount(pageCount: number): void {
  const router = useRouter();
  useEffect(() => {
    const { __TSR_key: entry } = router.latestLocation.state;
    if (entry !== undefined && pageCount > 0) savePageCount(entry, pageCount);
  }, [router, pageCount]);
}
