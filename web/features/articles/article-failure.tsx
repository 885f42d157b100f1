import { Link } from "@tanstack/react-router";
import { isMissing } from "#web/api/api-error.ts";
import { errorMessage } from "#web/text/errors.ts";
import { buttonClass } from "#web/ui/button.tsx";
import { EmptyState } from "#web/ui/empty-state.tsx";
import { ErrorState } from "#web/ui/error-state.tsx";
import { ScreenState } from "#web/ui/screen-state.tsx";

interface ArticleFailureProps {
  error: Error;
  onRetry: () => void;
  isRetrying: boolean;
}

/** Gone, or out of reach for the moment: these want different ways on. */
export function ArticleFailure({ error, onRetry, isRetrying }: ArticleFailureProps) {
  return (
    <ScreenState>
      <h1 className="sr-only">Article</h1>
      {isMissing(error) ? (
        <EmptyState
          art="page"
          title="This article isn't available"
          action={
            <Link to="/articles" className={buttonClass()}>
              All articles
            </Link>
          }
        >
          It may have been removed or not published yet.
        </EmptyState>
      ) : (
        <ErrorState title="Failed to load article" onRetry={onRetry} isRetrying={isRetrying}>
          {errorMessage(error, "Please try again in a moment.")}
        </ErrorState>
      )}
    </ScreenState>
  );
}
