import { Link } from "@tanstack/react-router";
import type { FeedFilter } from "#web/data/outfits.ts";
import { NoOutfits } from "#web/features/outfits/no-outfits.tsx";
import { buttonClass } from "#web/ui/button.tsx";
import { EmptyState } from "#web/ui/empty-state.tsx";

/** Shown if nothing matches the filter. */
export function NothingFound({ filter }: { filter: FeedFilter }) {
  if (filter.from === "following" && filter.style === undefined && (filter.ai ?? filter.colours) === undefined)
    return <NothingPosted />;
  return <NoOutfits isFiltered={(filter.style ?? filter.ai ?? filter.colours) !== undefined} />;
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
