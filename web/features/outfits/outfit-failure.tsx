import { Link } from "@tanstack/react-router";
import { wordsFor } from "#web/text/errors.ts";
import { buttonClass } from "#web/ui/button.tsx";
import { EmptyState } from "#web/ui/empty-state.tsx";
import { ErrorState } from "#web/ui/error-state.tsx";
import { isGone } from "./is-gone.ts";

interface OutfitFailureProps {
  error: Error;
  onRetry: () => void;
  isRetrying: boolean;
}

/** Gone, out of sight, or out of reach for the moment: these want different ways on. */
export function OutfitFailure({ error, onRetry, isRetrying }: OutfitFailureProps) {
  return (
    <div className="grid min-h-[90dvh] place-items-center">
      <h1 className="sr-only">Outfit</h1>
      {isGone(error) ? (
        <EmptyState
          title="This outfit is no longer here"
          action={
            <Link to="/explore" className={buttonClass()}>
              Explore Outfits
            </Link>
          }
        >
          It was taken down, or only some may see it.
        </EmptyState>
      ) : (
        <ErrorState title="Failed to load outfit" onRetry={onRetry} isRetrying={isRetrying}>
          {wordsFor(error, "Please try again in a moment.")}
        </ErrorState>
      )}
    </div>
  );
}
