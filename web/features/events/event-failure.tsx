import { Link } from "@tanstack/react-router";
import { isMissing } from "#web/api/api-error.ts";
import { errorMessage } from "#web/text/errors.ts";
import { buttonClass } from "#web/ui/button.tsx";
import { ErrorState } from "#web/ui/error-state.tsx";

interface EventFailureProps {
  error: Error;
  onRetry: () => void;
  isRetrying: boolean;
}

/** Gone, or out of reach for the moment: these want different ways on. */
export function EventFailure({ error, onRetry, isRetrying }: EventFailureProps) {
  if (isMissing(error)) {
    return (
      <ErrorState
        title="This event isn't available"
        action={
          <Link to="/events" className={buttonClass("outline")}>
            See what's on
          </Link>
        }
      >
        It may have been withdrawn by its organiser.
      </ErrorState>
    );
  }
  return (
    <ErrorState title="Failed to load event" onRetry={onRetry} isRetrying={isRetrying}>
      {errorMessage(error, "Please try again in a moment.")}
    </ErrorState>
  );
}
