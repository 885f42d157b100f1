import { lazyRouteComponent } from "@tanstack/react-router";
import { Suspense } from "react";
import { OutfitFeed } from "#web/features/outfits/outfit-feed.tsx";
import { OutfitGridSkeleton } from "#web/features/outfits/outfit-grid.tsx";
import type { FeedFilter } from "#web/features/outfits/outfits.queries.ts";
import { SearchResults } from "./-search-on-demand.ts";

const NothingFound = lazyRouteComponent(() => import("./-nothing-found.tsx"), "NothingFound");

/** What fits the filter: beside the outfits also the people, styles, tags and brands that a search means. */
export function ExploreResults({ filter }: { filter: FeedFilter }) {
  const { search } = filter;
  return (
    <Suspense fallback={<OutfitGridSkeleton />}>
      {search === undefined ? (
        <OutfitFeed filter={filter} empty={<NothingFound filter={filter} />} />
      ) : (
        <SearchResults filter={{ ...filter, search }} />
      )}
    </Suspense>
  );
}
