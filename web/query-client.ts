import {
  CancelledError,
  type DefaultError,
  type FetchQueryOptions,
  type InvalidateOptions,
  type InvalidateQueryFilters,
  MutationCache,
  type Query,
  QueryCache,
  QueryClient,
  type QueryKey,
} from "@tanstack/react-query";
import { ApiError } from "#web/api/api-error.ts";
import { type Intent, saveIntent } from "#web/lib/intent-storage.ts";
import { toast } from "#web/lib/toast.ts";
import { errorMessage } from "#web/text/errors.ts";

declare module "@tanstack/react-query" {
  interface Register {
    mutationMeta: {
      /** Toast on success. */
      success?: string;
      /** Toast on failure if neither the fields nor the error code have a message, docs/product.md#texts. */
      failure?: string;
      /** Toast for a visitor, who is then taken to /auth. */
      signIn?: string;
      /** What is carried out after signing in, if it was this that met the end of the session. */
      intentOf?: (variables: never) => Intent | false | undefined;
      /** Whether the form already shows this failure next to its field. */
      isAtField?: (error: Error) => boolean;
      /** The caller shows failures itself. */
      isQuiet?: boolean;
    };
    queryMeta: {
      /** Toast if a list that is already on screen cannot be reloaded, docs/product.md#texts. */
      failure?: string;
    };
  }
}

/** Goes on where the query client of the library would show an error or what is out of date. */
class PersistentQueryClient extends QueryClient {
  /** First loads that are repeated, and when that has happened. */
  readonly #repeated = new WeakMap<Promise<unknown>, Promise<void>>();

  /**
   * Fetches again what was cancelled while a caller waited for it. A query whose last observer leaves is cancelled, also when the
   * loader of the next screen waits for the same one, and that screen would show an error (github.com/TanStack/router/issues/4476).
   */
  override async fetchQuery<
    Fetched,
    Failure = DefaultError,
    Data = Fetched,
    Key extends QueryKey = QueryKey,
    Cursor = never,
  >(options: FetchQueryOptions<Fetched, Failure, Data, Key, Cursor>): Promise<Data> {
    for (;;) {
      try {
        return await super.fetchQuery(options);
      } catch (error) {
        if (!(error instanceof CancelledError)) throw error;
      }
    }
  }

  /**
   * Repeats a first load under way once it has ended: it may have read what was there before the change, and the library joins it
   * instead of starting another. Not at once, so that it ends however often this is called.
   */
  override async invalidateQueries<Key extends QueryKey = QueryKey>(
    filters?: InvalidateQueryFilters<Key>,
    options?: InvalidateOptions,
  ): Promise<void> {
    const early = this.getQueryCache()
      .findAll(filters)
      .filter(({ state }) => state.fetchStatus === "fetching" && state.data === undefined);
    const isShownLater = filters?.refetchType === "none";
    const awaited: Promise<void>[] = [super.invalidateQueries(filters, options)];
    for (const query of early) {
      const repeated = this.#repeat(query, isShownLater, options);
      // As for other loads, only for what is on screen.
      if (query.isActive() && !isShownLater) awaited.push(repeated);
    }
    await Promise.all(awaited);
  }

  #repeat(query: Query, isShownLater: boolean, options: InvalidateOptions | undefined): Promise<void> {
    const { promise = Promise.resolve(), queryKey } = query;
    if (isShownLater) return afterwards(promise, () => query.invalidate());
    const repeated =
      this.#repeated.get(promise) ??
      afterwards(promise, () => super.invalidateQueries({ queryKey, exact: true }, options));
    this.#repeated.set(promise, repeated);
    return repeated;
  }
}

/** A load that failed or was cancelled shows nothing that is out of date. */
async function afterwards(load: Promise<unknown>, act: () => Promise<void> | void): Promise<void> {
  const isLoaded = await load.then(
    () => true,
    () => false,
  );
  if (isLoaded) await act();
}

const statusPath = "/account-status";

/** The query client; its caches toast the result of a mutation, as its `meta` says. */
export function createQueryClient(goToSignIn: () => void): QueryClient {
  let isLeaving = false;
  /** A suspended member can see one page only: why, and how to appeal. Of several refused reads the first leads there. */
  const leaveIfSuspended = (error: unknown) => {
    const isSuspended = error instanceof ApiError && error.code === "auth.suspended";
    if (!isSuspended || isLeaving || location.pathname === statusPath) return;
    isLeaving = true;
    // Back may show this page again as it was.
    addEventListener("pagehide", () => (isLeaving = false), { once: true });
    location.assign(statusPath);
  };
  return new PersistentQueryClient({
    defaultOptions: {
      queries: {
        staleTime: 30_000,
        gcTime: 10 * 60_000,
        retry: shouldRetry,
        refetchOnWindowFocus: false,
        // Without a connection the service worker may have the reply, and a change fails at once instead of seeming done.
        networkMode: "always",
        refetchOnReconnect: true,
      },
      mutations: { networkMode: "always" },
    },
    queryCache: new QueryCache({
      onError: (error, query) => {
        leaveIfSuspended(error);
        // Without data the screen itself shows the error and a retry.
        if (query.state.data !== undefined && query.meta?.failure) toast.error(errorMessage(error, query.meta.failure));
      },
    }),
    mutationCache: new MutationCache({
      onSuccess: (_data, _variables, _context, mutation) => {
        if (mutation.meta?.success) toast.success(mutation.meta.success);
      },
      onError: (error, variables, _context, mutation) => {
        leaveIfSuspended(error);
        const { isQuiet, isAtField, failure, signIn, intentOf } = mutation.meta ?? {};
        if (isQuiet || isAtField?.(error)) return;
        if (isSignInNeeded(error)) {
          saveIntent(intentOf?.(variables as never));
          toast.info(signIn ?? errorMessage(error));
          goToSignIn();
        } else toast.error(errorMessage(error, failure));
      },
    }),
  });
}

function isSignInNeeded(error: unknown): boolean {
  return error instanceof ApiError && (error.code === "auth.required" || error.code === "auth.session_ended");
}

/** Retries only temporary failures, and not while the browser knows that it has no connection. */
function shouldRetry(failureCount: number, error: Error): boolean {
  if (!navigator.onLine) return false;
  const isPassing = error instanceof ApiError && (error.status === 0 || error.status >= 500);
  return isPassing && failureCount < 2;
}
