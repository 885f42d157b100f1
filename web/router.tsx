import type { QueryClient } from "@tanstack/react-query";
import { createRouter, type RouterHistory } from "@tanstack/react-router";
import { routeTree } from "./routeTree.gen.ts";
import { ApiError } from "./api/api-error.ts";
import { LoadFailure } from "./shell/load-failure.tsx";
import { PageSpinner } from "./shell/page-spinner.tsx";
import { ScreenOutlet } from "./ui/screen-outlet.tsx";

export function createAppRouter(queryClient: QueryClient, history?: RouterHistory) {
  return createRouter({
    routeTree,
    ...(history ? { history } : {}),
    context: { queryClient },
    defaultPreload: "intent",
    // React Query decides what is fresh.
    defaultPreloadStaleTime: 0,
    defaultViewTransition: true,
    scrollRestoration: true,
    defaultComponent: ScreenOutlet,
    defaultPendingMs: 300,
    defaultPendingComponent: PageSpinner,
    defaultErrorComponent: LoadFailure,
    defaultOnCatch: reportDefect,
  });
}

/** A failed call is shown on the screen; any other error is a defect, which would leave no trace behind its message. */
function reportDefect(error: unknown): void {
  if (!(error instanceof ApiError)) reportError(error);
}

declare module "@tanstack/react-router" {
  interface Register {
    router: ReturnType<typeof createAppRouter>;
  }
  /** State of a history entry besides its URL. */
  interface HistoryState {
    areStylesShown?: boolean;
  }
}
