import { lazyRouteComponent } from "@tanstack/react-router";

/** The part that only a search needs comes with the first search. */
export const SearchResults = lazyRouteComponent(() => import("./-search-results.tsx"), "SearchResults");
