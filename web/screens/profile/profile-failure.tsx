import { type ErrorComponentProps, Link, useRouter } from "@tanstack/react-router";
import { ArrowLeft } from "lucide-react";
import { ApiError } from "#web/api/api-error.ts";
import { Page } from "#web/shell/page.tsx";
import { errorMessage } from "#web/text/errors.ts";
import { buttonClass } from "#web/ui/button.tsx";
import { EmptyState } from "#web/ui/empty-state.tsx";
import { ErrorState } from "#web/ui/error-state.tsx";
import { ScreenState } from "#web/ui/screen-state.tsx";
import { iconButtonClass } from "#web/ui/icon-button.tsx";

/** A profile that does not exist, is blocked, or failed to load. The site's bar is not shown here, so it has its own. */
export function ProfileFailure({ error, reset }: ErrorComponentProps) {
  const router = useRouter();
  const isNotFound = error instanceof ApiError && error.status === 404;
  const retry = () => {
    reset();
    void router.invalidate();
  };
  const back = () => (router.history.canGoBack() ? router.history.back() : void router.navigate({ to: "/" }));
  const title = isNotFound ? "Profile not found" : "Failed to load profile data";
  return (
    <>
      <header className="page-width flex h-14 items-center md:h-16">
        <button type="button" aria-label="Back" className={`${iconButtonClass} -ml-3`} onClick={back}>
          <ArrowLeft aria-hidden="true" size={22} strokeWidth={1.5} />
        </button>
      </header>
      <Page title={title}>
        <h1 className="sr-only">{title}</h1>
        <ScreenState>
          {isNotFound ? (
            <EmptyState
              title={title}
              action={
                <Link to="/explore" className={buttonClass("ink")}>
                  Explore Outfits
                </Link>
              }
            >
              The member may have changed their name, or the profile isn't available to you.
            </EmptyState>
          ) : (
            <ErrorState title={title} onRetry={retry}>
              {errorMessage(error, "Please try again in a moment.")}
            </ErrorState>
          )}
        </ScreenState>
      </Page>
    </>
  );
}
