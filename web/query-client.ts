import { MutationCache, QueryCache, QueryClient } from "@tanstack/react-query";
import { ApiError } from "#web/api/api-error.ts";
import { wordsFor } from "#web/text/errors.ts";
import { notify } from "#web/ui/notify.ts";

declare module "@tanstack/react-query" {
  interface Register {
    mutationMeta: {
      /** Toast after the deed. */
      success?: string;
      /** Toast when neither the fields nor the code have words of their own, spec §8 «Actions». */
      failure?: string;
      /** Toast for a visitor, who is then taken to /auth. */
      signIn?: string;
      /** The action shows its failures itself. */
      isQuiet?: boolean;
    };
    queryMeta: {
      /** Toast when a list that is already on screen cannot be brought up to date, spec §8 «Loading». */
      failure?: string;
    };
  }
}

/** The one place that says how a change went. */
export function createQueryClient(goToSignIn: () => void): QueryClient {
  return new QueryClient({
    defaultOptions: {
      queries: { staleTime: 30_000, gcTime: 10 * 60_000, retry: shouldRetry, refetchOnWindowFocus: false },
    },
    queryCache: new QueryCache({
      onError: (error, query) => {
        // Without data the screen itself shows the failure and offers the way on.
        if (query.state.data !== undefined && query.meta?.failure) notify.error(wordsFor(error, query.meta.failure));
      },
    }),
    mutationCache: new MutationCache({
      onSuccess: (_data, _variables, _context, mutation) => {
        if (mutation.meta?.success) notify.success(mutation.meta.success);
      },
      onError: (error, _variables, _context, mutation) => {
        const { isQuiet, failure, signIn } = mutation.meta ?? {};
        if (isQuiet) return;
        if (isSignInNeeded(error)) {
          notify.info(signIn ?? wordsFor(error));
          goToSignIn();
        } else notify.error(wordsFor(error, failure));
      },
    }),
  });
}

function isSignInNeeded(error: unknown): boolean {
  return error instanceof ApiError && (error.code === "auth.required" || error.code === "auth.session_ended");
}

/** Only what may pass by itself is worth a second try. */
function shouldRetry(failureCount: number, error: Error): boolean {
  const isPassing = error instanceof ApiError && (error.status === 0 || error.status >= 500);
  return isPassing && failureCount < 2;
}
