import { Link } from "@tanstack/react-router";
import { Suspense } from "react";
import { NoOutfits } from "#web/features/outfits/no-outfits.tsx";
import { OutfitFeed } from "#web/features/outfits/outfit-feed.tsx";
import { OutfitGridSkeleton } from "#web/features/outfits/outfit-grid.tsx";
import type { FeedFilter } from "#web/features/outfits/outfits.queries.ts";
import { buttonClass } from "#web/ui/button.tsx";
import { EmptyState } from "#web/ui/empty-state.tsx";
import { SearchResults } from "./-search-on-demand.ts";

/** What fits the filter: beside the outfits also the people, styles, tags and brands that a search means. */
export function ExploreResults({ filter }: { filter: FeedFilter }) {
  const { search } = filter;
  if (search === undefined) return <OutfitFeed filter={filter} empty={<NothingFound filter={filter} />} />;
  return (
    <Suspense fallback={<OutfitGridSkeleton />}>
      <SearchResults filter={{ ...filter, search }} />
    </Suspense>
  );
}

function NothingFound({ filter }: { filter: FeedFilter }) {
  if (filter.from === "following" && filter.style === undefined) return <NobodyPosted />;
  return <NoOutfits isFiltered={filter.style !== undefined} />;
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
