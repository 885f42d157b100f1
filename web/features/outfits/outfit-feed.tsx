import { useInfiniteQuery } from "@tanstack/react-query";
import { type ReactNode, useMemo } from "react";
import { useWhenNear } from "#web/lib/use-when-near.ts";
import { wordsFor } from "#web/text/errors.ts";
import { Button } from "#web/ui/button.tsx";
import { ErrorState } from "#web/ui/error-state.tsx";
import { useKeptPlace } from "./feed-place.ts";
import { OutfitGrid, OutfitGridSkeleton } from "./outfit-grid.tsx";
import { type FeedFilter, outfitQueries } from "./outfits.queries.ts";

interface OutfitFeedProps {
  filter: FeedFilter;
  /** What stands there when nothing matches. */
  empty: ReactNode;
}

/** The endless grid. The next page is asked for before the end is reached; the button is for all who cannot scroll. */
export function OutfitFeed({ filter, empty }: OutfitFeedProps) {
  const feed = useInfiniteQuery(outfitQueries.feed(filter));
  const outfits = useMemo(() => feed.data?.pages.flatMap((page) => page.items) ?? [], [feed.data]);
  useKeptPlace(feed.data?.pages.length ?? 0);
  const nearEnd = useWhenNear<HTMLDivElement>(() => {
    if (feed.hasNextPage && !feed.isFetching && !feed.isFetchNextPageError) void feed.fetchNextPage();
  });
  if (feed.isPending) {
    return (
      <>
        <output className="sr-only">Loading outfits...</output>
        <OutfitGridSkeleton />
      </>
    );
  }
  if (feed.data === undefined) {
    return (
      <ErrorState title="Failed to load outfits" onRetry={() => void feed.refetch()} isRetrying={feed.isFetching}>
        {wordsFor(feed.error, "Please try again in a moment.")}
      </ErrorState>
    );
  }
  if (outfits.length === 0) return empty;
  return (
    <>
      <OutfitGrid outfits={outfits} label="Outfits" />
      <div ref={nearEnd} className="flex min-h-24 items-center justify-center">
        {feed.hasNextPage && (
          <Button look="outline" isBusy={feed.isFetchingNextPage} onClick={() => void feed.fetchNextPage()}>
            {feed.isFetchNextPageError ? "Failed to load outfits. Try again" : "Load more"}
          </Button>
        )}
        {!feed.hasNextPage && <EndMark />}
      </div>
    </>
  );
}

function EndMark() {
  return (
    <p className="font-display text-lead text-muted italic">
      <span aria-hidden="true">—</span> that is all for now <span aria-hidden="true">—</span>
    </p>
  );
}
