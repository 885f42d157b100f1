import type { QueryClient } from "@tanstack/react-query";
import { lazyPart } from "#web/lib/lazy-part.ts";

const load = () => import("./search-results.tsx");

/** Loads with the first search. */
export const SearchResults = lazyPart(load, "SearchResults");

/** Prefetches the matches above the outfits; without them the outfits are shown alone. */
export function prefetchMatches(client: QueryClient, search: string): Promise<void> {
  return load().then(
    (module) => module.prefetchMatches(client, search),
    () => undefined,
  );
}
