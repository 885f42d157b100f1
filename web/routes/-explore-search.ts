import type { QueryClient } from "@tanstack/react-query";
import { limits } from "#contract/limits.ts";
import { getSession } from "#web/api/session.ts";
import { type Arrival, enterFeed } from "#web/features/outfits/feed-place.ts";
import type { FeedFilter } from "#web/features/outfits/outfits.queries.ts";
import { searchQueries } from "#web/features/search/search.queries.ts";
import { readText, readUuid } from "#web/lib/search-params.ts";
import { SearchResults } from "./-search-on-demand.ts";

/** What the address of Explore holds. */
export interface ExploreSearch {
  q?: string | undefined;
  /** Id of a style. */
  style?: string | undefined;
  from?: "following" | undefined;
}

export function readExploreSearch(search: Record<string, unknown>): ExploreSearch {
  return {
    q: readText(search["q"], limits.searchCharsMax),
    style: readUuid(search["style"]),
    from: search["from"] === "following" ? "following" : undefined,
  };
}

/** A visitor follows nobody: the switch of a member's address is off for them. */
export function toFilter({ q, style, from }: ExploreSearch, isMember: boolean): FeedFilter {
  return { search: q, style, from: isMember ? from : undefined };
}

export function enterExplore(client: QueryClient, search: ExploreSearch, arrival: Arrival): Promise<unknown> | void {
  const above =
    search.q === undefined ? [] : [client.prefetchQuery(searchQueries.matches(search.q)), SearchResults.preload?.()];
  const feed = enterFeed(client, toFilter(search, getSession().status === "signed-in"), arrival);
  // What stands above the feed decides its place, too.
  return feed && Promise.all([feed, ...above]);
}
