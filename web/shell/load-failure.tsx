import { useQueryErrorResetBoundary } from "@tanstack/react-query";
import { type ErrorComponentProps, useRouter } from "@tanstack/react-router";
import { wordsFor } from "#web/text/errors.ts";
import { ErrorState } from "#web/ui/error-state.tsx";

/** Any screen whose data or code failed: says what happened and tries again. */
export function LoadFailure({ error, reset }: ErrorComponentProps) {
  const router = useRouter();
  const queries = useQueryErrorResetBoundary();
  const retry = () => {
    queries.reset();
    reset();
    void router.invalidate();
  };
  return (
    <main id="main" tabIndex={-1} className="above-nav">
      <title>Something came apart · Fash</title>
      <ErrorState title="Something came apart" onRetry={retry}>
        {wordsFor(error, "An unexpected error occurred")}
      </ErrorState>
    </main>
  );
}
