import type { FeedFilter } from "#web/data/outfits.ts";
import { OutfitFeed } from "#web/features/outfits/outfit-feed.tsx";
import { OutfitGridSkeleton } from "#web/features/outfits/outfit-grid.tsx";
import { CodeBoundary } from "#web/ui/code-boundary.tsx";
import { NothingFound } from "./controls.lazy.ts";
import { SearchResults } from "./search-results.lazy.ts";

/** The outfits that match the filter and, for a search, the matching people, styles, tags and brands. */
export function ExploreResults({ filter }: { filter: FeedFilter }) {
  const { search } = filter;
  return (
    // A failure of one is none of the other.
    <CodeBoundary key={String(search === undefined)} fallback={<OutfitGridSkeleton />}>
      {search === undefined ? (
        <OutfitFeed filter={filter} empty={<NothingFound filter={filter} />} />
      ) : (
        <SearchResults filter={{ ...filter, search }} />
      )}
    </CodeBoundary>
  );
}
