import { Link } from "@tanstack/react-router";
import { Button, buttonClass } from "#web/ui/button.tsx";
import { EmptyState } from "#web/ui/empty-state.tsx";
import { Skeleton } from "#web/ui/skeleton.tsx";

interface DeckEndProps {
  onRefresh: () => void;
  isRefreshing: boolean;
}

export function DeckEnd({ onRefresh, isRefreshing }: DeckEndProps) {
  return (
    <div className="absolute inset-0 grid animate-[appear_0.25s_var(--ease-out)] place-items-center overflow-y-auto rounded-photo border border-dashed border-ink/20">
      <EmptyState
        title="No more outfits!"
        action={
          <span className="flex flex-wrap justify-center gap-3">
            <Button onClick={onRefresh} isBusy={isRefreshing}>
              Refresh
            </Button>
            <Link to="/explore" className={buttonClass("outline")}>
              Browse All
            </Link>
          </span>
        }
      >
        You&apos;ve seen all the latest outfits. Check back later for more!
      </EmptyState>
    </div>
  );
}

export function DeckSkeleton() {
  return (
    <div className="absolute inset-0">
      <output className="sr-only">Loading outfits...</output>
      <Skeleton className="size-full rounded-photo!" />
    </div>
  );
}
