import { Link } from "@tanstack/react-router";
import { isMissing } from "#web/api/api-error.ts";
import { errorMessage } from "#web/text/errors.ts";
import { buttonClass } from "#web/ui/button.tsx";
import { EmptyState } from "#web/ui/empty-state.tsx";
import { ErrorState } from "#web/ui/error-state.tsx";
import { ScreenState } from "#web/ui/screen-state.tsx";
import { BackButton } from "./outfit-page-frame.tsx";

interface OutfitFailureProps {
  error: unknown;
  onRetry: () => void;
  isRetrying: boolean;
}

/** Not found, not visible, or temporarily unavailable: each offers a different action. */
export function OutfitFailure({ error, onRetry, isRetrying }: OutfitFailureProps) {
  return (
    <div className="relative pt-14 md:pt-16">
      <span className="absolute top-3 left-3">
        <BackButton />
      </span>
      <h1 className="sr-only">Outfit</h1>
      <ScreenState>
        {isMissing(error) ? (
          <EmptyState
            title="This outfit isn't available"
            action={
              <Link to="/explore" className={buttonClass()}>
                Explore Outfits
              </Link>
            }
          >
            It may have been removed or be private.
          </EmptyState>
        ) : (
          <ErrorState
            title="Failed to load outfit"
            onRetry={onRetry}
            isRetrying={isRetrying}
            action={
              <Link to="/explore" className={buttonClass("quiet")}>
                Explore Outfits
              </Link>
            }
          >
            {errorMessage(error, "Please try again in a moment.")}
          </ErrorState>
        )}
      </ScreenState>
    </div>
  );
}
