import clsx from "clsx";
import { BoardShelfSkeleton } from "#web/features/boards/board-shelf.tsx";
import { TileSkeletons } from "#web/ui/outfit-tile.tsx";
import { Skeleton } from "#web/ui/skeleton.tsx";
import { closetTabs } from "./closet-tabs.ts";

/** The closet before it is loaded: tabs, search, boards, filters and outfits where they will be. */
export function ClosetSkeleton() {
  return (
    <>
      <div aria-hidden="true" className="flex gap-6 overflow-hidden shadow-[inset_0_-1px_var(--line)]">
        {closetTabs.map(({ id, label }) => (
          <span
            key={id}
            className={clsx(
              "inline-flex min-h-11 items-center border-b-2 text-body font-medium whitespace-nowrap",
              id === "closet" ? "border-ink" : "border-transparent text-muted",
            )}
          >
            {label}
          </span>
        ))}
      </div>
      <div className="pt-4 md:max-w-xl">
        <Skeleton className="h-12 rounded-full!" />
      </div>
      <BoardShelfSkeleton />
      <div className="flex gap-2 overflow-hidden py-5">
        {["3.5rem", "7rem", "5rem", "9rem", "4.5rem"].map((width) => (
          <Skeleton key={width} className="min-h-11 shrink-0 rounded-full!" style={{ width }} />
        ))}
      </div>
      <TileSkeletons label="Loading your closet" count={8} />
    </>
  );
}
