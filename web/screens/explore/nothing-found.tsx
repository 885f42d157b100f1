import { Link } from "@tanstack/react-router";
import type { FeedFilter } from "#web/data/outfits.ts";
import { NoOutfits } from "#web/features/outfits/no-outfits.tsx";
import { buttonClass } from "#web/ui/button.tsx";
import { EmptyState } from "#web/ui/empty-state.tsx";

/** Shown if nothing matches the filter. */
export function NothingFound({ filter }: { filter: FeedFilter }) {
  const { from, style, ai, colours, sort } = filter;
  const isFiltered = (style ?? ai ?? colours) !== undefined;
  if (sort === "popular" && !isFiltered) return <QuietWeek isOfFollowed={from === "following"} />;
  if (from === "following" && !isFiltered) return <NothingPosted />;
  return <NoOutfits isFiltered={isFiltered} />;
}

function QuietWeek({ isOfFollowed }: { isOfFollowed: boolean }) {
  return (
    <EmptyState
      title="No outfits found"
      action={
        <Link
          from="/explore"
          to="/explore"
          search={(current) => ({ ...current, sort: undefined })}
          className={buttonClass("ink")}
        >
          Show Newest
        </Link>
      }
    >
      {isOfFollowed ? "Nobody you follow has posted" : "Nothing was posted"} in the last seven days.
    </EmptyState>
  );
}

function NothingPosted() {
  return (
    <EmptyState
      title="No outfits found"
      action={
        <Link to="/explore" className={buttonClass("ink")}>
          Explore Everyone
        </Link>
      }
    >
      Follow people whose looks you like, and what they post comes together here.
    </EmptyState>
  );
}
