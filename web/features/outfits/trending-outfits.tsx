import { useQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { outfitQueries } from "#web/data/outfits.ts";
import { buttonClass } from "#web/ui/button.tsx";
import { EmptyState } from "#web/ui/empty-state.tsx";
import { QueryError } from "#web/ui/query-error.tsx";
import { largeCardPictureSizes } from "./large-card-picture.ts";
import { OutfitGrid, OutfitGridSkeleton } from "./outfit-grid.tsx";

/** Two rows of large pictures rather than one of small ones above an empty half of the screen. */
const wideColumns = 3;

/** 'Trending This Week': what fits this member's taste. */
export function TrendingOutfits() {
  return (
    <section aria-labelledby="trending" className="pt-6 md:pt-8">
      <div className="flex flex-wrap items-baseline justify-between gap-4 pb-4 md:pb-6">
        <h2 id="trending" className="font-display text-title">
          Trending This Week
        </h2>
        <Link
          to="/explore"
          className="relative before:absolute before:-inset-x-1.5 before:-inset-y-3 shrink-0 font-medium underline underline-offset-4"
        >
          View All
        </Link>
      </div>
      <TrendingList />
    </section>
  );
}

function TrendingList() {
  const trending = useQuery(outfitQueries.trending());
  if (trending.isPending) {
    return (
      <>
        <output className="sr-only">Loading outfits...</output>
        <OutfitGridSkeleton count={6} wideColumns={wideColumns} />
      </>
    );
  }
  if (trending.data === undefined)
    return (
      <QueryError title="Failed to load trending outfits" query={trending} fallback="Please try again in a moment." />
    );
  if (trending.data.items.length === 0) {
    return (
      <EmptyState
        title="Start liking and posting outfits to see personalized trending picks!"
        action={
          <Link to="/explore" className={buttonClass()}>
            Explore Outfits
          </Link>
        }
      />
    );
  }
  return (
    <OutfitGrid
      outfits={trending.data.items}
      label="Trending outfits"
      urgentCount={2}
      wideColumns={wideColumns}
      sizes={largeCardPictureSizes}
    />
  );
}
