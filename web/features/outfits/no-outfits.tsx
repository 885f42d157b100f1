import { Link } from "@tanstack/react-router";
import { buttonClass } from "#web/ui/button.tsx";
import { EmptyState } from "#web/ui/empty-state.tsx";

/** The empty state of the feed. */
export function NoOutfits({ isFiltered }: { isFiltered: boolean }) {
  return (
    <EmptyState
      title="No outfits found"
      action={
        <Link to="/add-outfit" className={buttonClass("ink")}>
          Upload First Outfit
        </Link>
      }
    >
      {isFiltered ? "Try other words or fewer filters, or be the first to post one." : "Be the first to post one."}
    </EmptyState>
  );
}
