import { lazyRouteComponent } from "@tanstack/react-router";
import { Suspense } from "react";
import type { FeedFilter } from "#web/data/outfits.ts";
import { OutfitFeed } from "#web/features/outfits/outfit-feed.tsx";
import { OutfitGridSkeleton } from "#web/features/outfits/outfit-grid.tsx";
import { SearchResults } from "./search-results.lazy.ts";

const NothingFound = lazyRouteComponent(() => import("./nothing-found.tsx"), "NothingFound");

/** The outfits that match the filter and, for a search, the matching people, styles, tags and brands. */
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
