import { useInfiniteQuery } from "@tanstack/react-query";
import { type ReactNode, useMemo } from "react";
import { wordsFor } from "#web/text/errors.ts";
import { ErrorState } from "#web/ui/error-state.tsx";
import { ListEnd } from "#web/ui/list-end.tsx";
import { useKeptPlace } from "./feed-place.ts";
import { OutfitGrid, OutfitGridSkeleton } from "./outfit-grid.tsx";
import { type FeedFilter, outfitQueries } from "./outfits.queries.ts";

interface OutfitFeedProps {
  filter: FeedFilter;
  /** What stands there when nothing matches. */
  empty: ReactNode;
}

/** The endless grid. */
export function OutfitFeed({ filter, empty }: OutfitFeedProps) {
  const feed = useInfiniteQuery(outfitQueries.feed(filter));
  const outfits = useMemo(() => feed.data?.pages.flatMap((page) => page.items) ?? [], [feed.data]);
  useKeptPlace(feed.data?.pages.length ?? 0);
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
      <ListEnd query={feed} />
      {!feed.hasNextPage && <EndMark />}
    </>
  );
}

function EndMark() {
  return (
    <p className="font-display grid min-h-24 place-items-center text-lead text-muted italic">
      <span>
        <span aria-hidden="true">—</span> that is all for now <span aria-hidden="true">—</span>
      </span>
    </p>
  );
}
