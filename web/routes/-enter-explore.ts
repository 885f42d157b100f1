import type { QueryClient } from "@tanstack/react-query";
import { getSession } from "#web/api/session.ts";
import { type Arrival, enterFeed } from "#web/features/outfits/feed-place.ts";
import { type ExploreSearch, toFilter } from "./-explore-search.ts";
import { prefetchMatches, SearchResults } from "./-search-on-demand.ts";

export function enterExplore(client: QueryClient, search: ExploreSearch, arrival: Arrival): Promise<unknown> | void {
  const above = search.q === undefined ? [] : [prefetchMatches(client, search.q), SearchResults.preload?.()];
  const feed = enterFeed(client, toFilter(search, getSession().status === "signed-in"), arrival);
  // What stands above the feed decides its place, too.
  return feed && Promise.all([feed, ...above]);
}
