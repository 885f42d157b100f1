import type { QueryClient } from "@tanstack/react-query";
import type { FeedFilter } from "#web/data/outfits.ts";
import type { FeedVisit } from "#web/features/outfits/feed-scroll-restoration.ts";
import { lazyPart } from "#web/lib/lazy-part.ts";

const load = () => import("./search-results.tsx");

/** Loads with the first search. */
export const SearchResults = lazyPart(load, "SearchResults");

/** Prefetches what a search shows besides its own feed, which is shown alone if that fails. */
export function enterSearch(client: QueryClient, filter: FeedFilter, arrival: FeedVisit): Promise<void> {
  return load().then(
    (module) => module.enterSearch(client, filter, arrival),
    () => undefined,
  );
}
