import type { QueryClient } from "@tanstack/react-query";
import { lazyRouteComponent } from "@tanstack/react-router";

const load = () => import("./-search-results.tsx");

/** The part that only a search needs comes with the first search. */
export const SearchResults = lazyRouteComponent(load, "SearchResults");

/** What stands above the outfits that a search finds; where it does not come, they stand alone. */
export function prefetchMatches(client: QueryClient, search: string): Promise<void> {
  return load().then(
    (module) => module.prefetchMatches(client, search),
    () => undefined,
  );
}
