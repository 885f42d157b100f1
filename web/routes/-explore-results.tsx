import { useInfiniteQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { useEffect } from "react";
import { NoOutfits } from "#web/features/outfits/no-outfits.tsx";
import { OutfitFeed } from "#web/features/outfits/outfit-feed.tsx";
import { OutfitGridSkeleton } from "#web/features/outfits/outfit-grid.tsx";
import { type FeedFilter, outfitQueries } from "#web/features/outfits/outfits.queries.ts";
import { CorrectionNote } from "#web/features/search/correction-note.tsx";
import { describeFound } from "#web/features/search/describe-found.ts";
import { useSearchMatches } from "#web/features/search/search.queries.ts";
import { SearchMatches } from "#web/features/search/search-matches.tsx";
import { StyleLinks } from "#web/features/styles/style-links.tsx";
import { announce } from "#web/ui/announce.tsx";
import { buttonClass } from "#web/ui/button.tsx";
import { EmptyState } from "#web/ui/empty-state.tsx";

/** What fits the filter: beside the outfits also the people, styles, tags and brands that a search means. */
export function ExploreResults({ filter }: { filter: FeedFilter }) {
  const typed = filter.search;
  const found = useSearchMatches(typed);
  const shown = { ...filter, search: found.correction ?? typed };
  const { data } = useInfiniteQuery(outfitQueries.feed(shown));
  const [first] = data?.pages ?? [];
  const sentence =
    first === undefined || shown.search === undefined || found.isPending
      ? undefined
      : describeFound(shown.search, { count: first.items.length, hasMore: first.nextCursor !== null }, found.matches);
  useEffect(() => {
    if (sentence !== undefined) announce(sentence);
  }, [sentence]);
  return (
    <>
      {typed !== undefined && <SearchMatches {...found} />}
      {typed !== undefined && found.correction !== undefined && (
        <CorrectionNote typed={typed} meant={found.correction} />
      )}
      <OutfitFeed filter={shown} empty={found.isPending ? <OutfitGridSkeleton /> : <NothingFound filter={filter} />} />
    </>
  );
}

function NothingFound({ filter }: { filter: FeedFilter }) {
  if (filter.from === "following" && filter.search === undefined && filter.style === undefined) return <NobodyPosted />;
  return (
    <>
      <NoOutfits isFiltered={filter.search !== undefined || filter.style !== undefined} />
      {filter.search !== undefined && <StyleLinks label="Styles to look through" />}
    </>
  );
}

function NobodyPosted() {
  return (
    <EmptyState
      title="No outfits found"
      action={
        <Link to="/explore" className={buttonClass("primary")}>
          Explore Everyone
        </Link>
      }
    >
      Follow people whose looks you like, and what they post comes together here.
    </EmptyState>
  );
}
