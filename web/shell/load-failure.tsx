import { useQueryErrorResetBoundary } from "@tanstack/react-query";
import { type ErrorComponentProps, Link, useRouter } from "@tanstack/react-router";
import { useLayoutEffect } from "react";
import { isCodeFailure } from "#web/lib/code-failure.ts";
import { abandonHydration } from "#web/lib/hydration/hydration.ts";
import { siteName } from "#web/lib/site-name.ts";
import { useTitle } from "#web/lib/use-title.ts";
import { errorMessage } from "#web/text/errors.ts";
import { buttonClass } from "#web/ui/button.tsx";
import { ErrorState } from "#web/ui/error-state.tsx";
import { ScreenState } from "#web/ui/screen-state.tsx";

/** The error of a screen whose data or code failed to load, with a retry. */
export function LoadFailure({ error, reset }: ErrorComponentProps) {
  const router = useRouter();
  const queries = useQueryErrorResetBoundary();
  useTitle(`Something went wrong · ${siteName()}`);
  useLayoutEffect(abandonHydration, []);
  const retry = () => {
    // After a release the page has to name the new files.
    if (isCodeFailure(error) && navigator.onLine) return location.reload();
    queries.reset();
    reset();
    void router.invalidate();
  };
  return (
    <main id="main" tabIndex={-1} className="above-nav outline-none">
      <h1 className="sr-only">Something went wrong</h1>
      <ScreenState>
        <ErrorState
          title="This page didn't load"
          onRetry={retry}
          action={
            <Link to="/" className={buttonClass("quiet")}>
              Return to Home
            </Link>
          }
        >
          {isCodeFailure(error)
            ? "Check your connection and try again."
            : errorMessage(error, "Something went wrong on our side. Please try again in a moment.")}
        </ErrorState>
      </ScreenState>
    </main>
  );
}
