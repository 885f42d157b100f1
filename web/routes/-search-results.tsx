import { type QueryClient, useInfiniteQuery } from "@tanstack/react-query";
import { useEffect } from "react";
// The cards ask for it themselves; here it comes with the rest of a search.
import "#web/features/outfits/match-mark.tsx";
import { NoOutfits } from "#web/features/outfits/no-outfits.tsx";
import { OutfitFeed } from "#web/features/outfits/outfit-feed.tsx";
import { OutfitGridSkeleton } from "#web/features/outfits/outfit-grid.tsx";
import { type FeedFilter, outfitQueries } from "#web/features/outfits/outfits.queries.ts";
import { CorrectionNote } from "#web/features/search/correction-note.tsx";
import { describeFound } from "#web/features/search/describe-found.ts";
import { searchQueries, useSearchMatches } from "#web/features/search/search.queries.ts";
import { SearchMatches } from "#web/features/search/search-matches.tsx";
import { StyleLinks } from "#web/features/styles/style-links.tsx";
import { announce } from "#web/ui/announce.tsx";

export function prefetchMatches(client: QueryClient, search: string): Promise<void> {
  return client.prefetchQuery(searchQueries.matches(search));
}

/** What a search means and finds, and what it was taken for where nothing is written like it. */
export function SearchResults({ filter }: { filter: FeedFilter & { search: string } }) {
  const typed = filter.search;
  const found = useSearchMatches(typed);
  const shown = { ...filter, search: found.correction ?? typed };
  const { data } = useInfiniteQuery(outfitQueries.feed(shown));
  const [first] = data?.pages ?? [];
  const sentence =
    first === undefined || found.isPending
      ? undefined
      : describeFound(shown.search, { count: first.items.length, hasMore: first.nextCursor !== null }, found.matches);
  useEffect(() => {
    if (sentence !== undefined) announce(sentence);
  }, [sentence]);
  return (
    <>
      <SearchMatches {...found} />
      {found.correction !== undefined && <CorrectionNote typed={typed} meant={found.correction} />}
      <OutfitFeed filter={shown} empty={found.isPending ? <OutfitGridSkeleton /> : <NothingFound />} />
    </>
  );
}

function NothingFound() {
  return (
    <>
      <NoOutfits isFiltered />
      <StyleLinks label="Styles to look through" />
    </>
  );
}
