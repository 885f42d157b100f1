import type { QueryClient } from "@tanstack/react-query";
import { useRouter } from "@tanstack/react-router";
import { useEffect } from "react";
import { isInBrowser } from "#web/lib/is-in-browser.ts";
import { type FeedFilter, outfitQueries } from "./outfits.queries.ts";

const freshForMs = 30_000;
/** So many pages are read again where the tab itself was gone meanwhile. */
const restoredPagesMax = 10;
const keyOf = (entry: string) => `fash.feed.${entry}`;

export interface Arrival {
  /** The key of the entry in the browser's history. */
  entry: string | undefined;
  cause: "preload" | "enter" | "stay";
}

/**
 * Back, Forward and a reload find the feed as it was left, page for page, so that the place in it is the same to the pixel.
 * Any other way to it finds it fresh from the top.
 */
export function enterFeed(client: QueryClient, filter: FeedFilter, { entry, cause }: Arrival): Promise<void> | void {
  const options = outfitQueries.feed(filter);
  const known = client.getQueryState(options.queryKey);
  const kept = cause === "preload" ? 0 : readPages(entry);
  if (cause === "preload" || known?.data === undefined || known.data.pages.length < kept) {
    const read = client.prefetchInfiniteQuery({
      ...options,
      pages: Math.max(kept, 1),
      getNextPageParam: options.getNextPageParam,
      // What the server put into the page is but the first of those that were kept.
      ...(kept > 1 ? { staleTime: 0 } : {}),
    });
    // A first visit stands at once, with its skeleton; a restored one waits for all that lay above its place.
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

/** 0 where this entry was never seen with a feed. */
function readPages(entry: string | undefined): number {
  if (entry === undefined || !isInBrowser) return 0;
  return Math.min(Number(sessionStorage.getItem(keyOf(entry)) ?? 0), restoredPagesMax);
}

/** Keeps how many pages the present entry shows, for `enterFeed`. */
export function useKeptPlace(pageCount: number): void {
  const router = useRouter();
  useEffect(() => {
    const { __TSR_key: entry } = router.latestLocation.state;
    if (entry !== undefined && pageCount > 0) sessionStorage.setItem(keyOf(entry), String(pageCount));
  }, [router, pageCount]);
}
