import { useMemo } from "react";
import type { FeedCard } from "#contract/outfits.ts";
import { useRemovedIds } from "#web/lib/removed-ids.ts";
import { HydratedSuspense } from "#web/ui/hydrated-suspense.tsx";
import { Skeleton } from "#web/ui/skeleton.tsx";
import { MasonryList } from "./masonry-list.tsx";
import { OutfitCard } from "./outfit-card.tsx";

interface OutfitGridProps {
  outfits: readonly FeedCard[];
  label: string;
  /** How many are in view at once and fetched first. */
  urgentCount?: number;
  /** See `MasonryList`. */
  wideColumns?: number | undefined;
  /** Of the pictures, where they are larger than in a feed. */
  sizes?: string | undefined;
}

export function OutfitGrid({ outfits, label, urgentCount = 4, wideColumns, sizes }: OutfitGridProps) {
  const removedIds = useRemovedIds();
  const cells = useMemo(
    () =>
      outfits
        .filter(({ id }) => !removedIds.has(id))
        .map((outfit, index) => ({
          key: outfit.id,
          ratio: outfit.picture.height / outfit.picture.width,
          content: (
            <HydratedSuspense fallback={<PhotoSkeleton />}>
              <OutfitCard outfit={outfit} isUrgent={index < urgentCount} sizes={sizes} />
            </HydratedSuspense>
          ),
        })),
    [outfits, removedIds, urgentCount, sizes],
  );
  return <MasonryList cells={cells} label={label} wideColumns={wideColumns} />;
}

const skeletonRatios = [1.33, 1.5, 1.25, 1.4, 1.5, 1.33, 1.25, 1.45, 1.33, 1.5];

/** As high as the photograph, by the cell's ratio. */
function PhotoSkeleton() {
  return <Skeleton className="aspect-[1/var(--ratio)] w-full rounded-photo!" />;
}

/** In the shape of what comes. */
export function OutfitGridSkeleton({ count, wideColumns }: { count?: number; wideColumns?: number }) {
  const cells = skeletonRatios.slice(0, count).map((ratio, index) => ({
    key: String(index),
    ratio,
    content: (
      <>
        <PhotoSkeleton />
        <Skeleton className="mt-2 h-3 w-3/5 md:hidden" />
        <div className="flex h-11 items-center gap-2">
          <Skeleton className="size-6 rounded-full!" />
          <Skeleton className="h-3 w-20" />
        </div>
      </>
    ),
  }));
  return (
    <div aria-hidden="true">
      <MasonryList cells={cells} label="" wideColumns={wideColumns} />
    </div>
  );
}
