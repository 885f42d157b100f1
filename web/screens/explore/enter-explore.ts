import type { QueryClient } from "@tanstack/react-query";
import type { HistoryState } from "@tanstack/react-router";
import { getSession } from "#web/api/session.ts";
import { type FeedVisit, enterFeed } from "#web/features/outfits/feed-scroll-restoration.ts";
import { preloadControls } from "./controls.lazy.ts";
import { type ExploreSearch, isFiltered, toFilter } from "./explore-search.ts";
import { enterSearch, SearchResults } from "./search-results.lazy.ts";

interface Entrance extends Pick<FeedVisit, "cause"> {
  state: HistoryState & { __TSR_key?: string };
}

/** Waits for what decides the feed's position: the controls above it and, for a restored feed, its pages. */
export function enterExplore(client: QueryClient, search: ExploreSearch, { state, cause }: Entrance): Promise<unknown> {
  const areStylesShown = state.areStylesShown ?? isFiltered(search);
  const feed = readExplore(client, search, { entry: state.__TSR_key, cause });
  return Promise.all([feed, preloadControls(areStylesShown)]);
}

function readExplore(client: QueryClient, search: ExploreSearch, arrival: FeedVisit): Promise<unknown> | void {
  const filter = toFilter(search, getSession().status === "signed-in");
  const above = search.q === undefined ? [] : [enterSearch(client, filter, arrival), SearchResults.preload()];
  const feed = enterFeed(client, filter, arrival);
  // The search matches above the feed also decide its position.
  return feed && Promise.all([feed, ...above]);
}
