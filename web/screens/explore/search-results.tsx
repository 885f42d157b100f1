import { type QueryClient, useInfiniteQuery } from "@tanstack/react-query";
import { useEffect, useState } from "react";
// The cards load it lazily; here it is bundled with the search results.
import "#web/features/outfits/match-badge.tsx";
import { enterFeed, type FeedVisit } from "#web/features/outfits/feed-scroll-restoration.ts";
import { NoOutfits } from "#web/features/outfits/no-outfits.tsx";
import { LoadingFeed, OutfitFeed } from "#web/features/outfits/outfit-feed.tsx";
import { type FeedFilter, outfitQueries } from "#web/data/outfits.ts";
import { CorrectionNote } from "#web/features/search/correction-note.tsx";
import { describeResults } from "#web/features/search/describe-results.ts";
import { searchQueries, useSearchMatches } from "#web/data/search.ts";
import { SearchMatches } from "#web/features/search/search-matches.tsx";
import { StyleLinks } from "#web/features/styles/style-links.tsx";
import { announce } from "#web/lib/announce.ts";

/** Prefetches the matches above the outfits, and the feed of the corrected search if that is shown. */
export async function enterSearch(client: QueryClient, filter: FeedFilter, arrival: FeedVisit): Promise<void> {
  const matches = searchQueries.matches(filter);
  const findCorrection = () => client.getQueryData(matches.queryKey)?.correction;
  const enter = (search: string | null | undefined) => search && enterFeed(client, { ...filter, search }, arrival);
  // What is known is shown at once, while it may be read again.
  const known = findCorrection();
  await Promise.all([enter(known), client.prefetchQuery(matches)]);
  const correction = findCorrection();
  if (correction !== known) await enter(correction);
}

/**
 * The results of a search, with the correction if there is one. What is above the outfits changes together with them: they
 * would move otherwise.
 */
export function SearchResults({ filter }: { filter: FeedFilter & { search: string } }) {
  const typed = filter.search;
  const found = useSearchMatches(filter);
  const shown = { ...filter, search: found.correction ?? typed };
  const feed = useInfiniteQuery(outfitQueries.feed(shown));
  const [first] = feed.data?.pages ?? [];
  const isPending = found.isPending || feed.isPending;
  const [matches, setMatches] = useState(isPending ? undefined : found.matches);
  if (!isPending && matches !== found.matches) setMatches(found.matches);
  const sentence =
    first === undefined || isPending
      ? undefined
      : describeResults(shown.search, { count: first.items.length, hasMore: first.nextCursor !== null }, found.matches);
  useEffect(() => {
    if (sentence !== undefined) announce(sentence);
  }, [sentence]);
  return (
    <>
      <SearchMatches matches={matches} isPending={isPending} />
      {isPending ? (
        <LoadingFeed />
      ) : (
        <>
          {found.correction !== undefined && <CorrectionNote typed={typed} meant={found.correction} />}
          <OutfitFeed filter={shown} empty={<NothingFound />} />
        </>
      )}
    </>
  );
}

function NothingFound() {
  return (
    <>
      <NoOutfits isFiltered />
      <StyleLinks label="Browse styles" />
    </>
  );
}
