import type { QueryClient } from "@tanstack/react-query";
import type { HistoryState } from "@tanstack/react-router";
import { getSession } from "#web/api/session.ts";
import { type Arrival, enterFeed } from "#web/features/outfits/feed-place.ts";
import { preloadControls } from "./-explore-on-demand.ts";
import { type ExploreSearch, toFilter } from "./-explore-search.ts";
import { prefetchMatches, SearchResults } from "./-search-on-demand.ts";

interface Entrance extends Pick<Arrival, "cause"> {
  state: HistoryState & { __TSR_key?: string };
}

/** Waits for what decides the feed's place: the controls above it, and a feed that was left to be found again. */
export function enterExplore(client: QueryClient, search: ExploreSearch, { state, cause }: Entrance): Promise<unknown> {
  const areStylesShown = state.areStylesShown ?? search.style !== undefined;
  const feed = readExplore(client, search, { entry: state.__TSR_key, cause });
  return Promise.all([feed, preloadControls(areStylesShown)]);
}

function readExplore(client: QueryClient, search: ExploreSearch, arrival: Arrival): Promise<unknown> | void {
  const above = search.q === undefined ? [] : [prefetchMatches(client, search.q), SearchResults.preload?.()];
  const feed = enterFeed(client, toFilter(search, getSession().status === "signed-in"), arrival);
  // What stands above the feed decides its place, too.
  return feed && Promise.all([feed, ...above]);
}
