import { useInfiniteQuery } from "@tanstack/react-query";
import { type ReactNode, useMemo } from "react";
import { type FeedFilter, outfitQueries } from "#web/data/outfits.ts";
import { useRemovedIds } from "#web/lib/removed-ids.ts";
import { ListEnd } from "#web/ui/list-end.tsx";
import { QueryError } from "#web/ui/query-error.tsx";
import { useSavedPageCount } from "./feed-scroll-restoration.ts";
import { OutfitGrid, OutfitGridSkeleton } from "./outfit-grid.tsx";

interface OutfitFeedProps {
  filter: FeedFilter;
  /** Shown if nothing matches. */
  empty: ReactNode;
}

/** The endless grid. */
export function OutfitFeed({ filter, empty }: OutfitFeedProps) {
  const feed = useInfiniteQuery(outfitQueries.feed(filter));
  // A rank that has changed since can bring an outfit of one page again on the next.
  const outfits = useMemo(() => {
    const items = feed.data?.pages.flatMap((page) => page.items) ?? [];
    return [...new Map(items.map((outfit) => [outfit.id, outfit])).values()];
  }, [feed.data]);
  const removedIds = useRemovedIds();
  useSavedPageCount(feed.data?.pages.length ?? 0);
  if (feed.isPending) return <LoadingFeed />;
  if (feed.data === undefined)
    return <QueryError title="Failed to load outfits" query={feed} fallback="Please try again in a moment." />;
  if (!feed.hasNextPage && outfits.every(({ id }) => removedIds.has(id))) return empty;
  return (
    <>
      <OutfitGrid outfits={outfits} label="Outfits" />
      <ListEnd query={feed} />
      {!feed.hasNextPage && <EndMark />}
    </>
  );
}

export function LoadingFeed() {
  return (
    <>
      <output className="sr-only">Loading outfits...</output>
      <OutfitGridSkeleton />
    </>
  );
}

function EndMark() {
  return (
    <p className="font-display grid min-h-24 place-items-center text-lead text-muted italic">
      <span>
        <span aria-hidden="true">—</span> You're all caught up <span aria-hidden="true">—</span>
      </span>
    </p>
  );
}
