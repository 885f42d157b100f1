import type { QueryClient } from "@tanstack/react-query";
import { createRouter, type RouterHistory } from "@tanstack/react-router";
import { routeTree } from "./routeTree.gen.ts";
import { ApiError } from "./api/api-error.ts";
import { isCodeFailure } from "./lib/code-failure.ts";
import { LoadFailure } from "./shell/load-failure.tsx";
import { PageSpinner } from "./shell/page-spinner.tsx";
import { ScreenOutlet } from "./ui/screen-outlet.tsx";

/** How long the screen that is left stays before a spinner takes its place. */
const pendingAfterMs = 300;

export function createAppRouter(queryClient: QueryClient, history?: RouterHistory) {
  const router = createRouter({
    routeTree,
    // As the server.
    caseSensitive: true,
    ...(history ? { history } : {}),
    context: { queryClient },
    defaultPreload: "intent",
    // React Query decides what is fresh.
    defaultPreloadStaleTime: 0,
    defaultViewTransition: true,
    scrollRestoration: true,
    defaultComponent: ScreenOutlet,
    defaultPendingMs: pendingAfterMs,
    defaultPendingComponent: PageSpinner,
    defaultErrorComponent: LoadFailure,
    defaultOnCatch: reportDefect,
  });
  // A screen whose search alone changes stays however long that takes: replacing it would take the focus from a field in use.
  router.subscribe("onBeforeNavigate", ({ pathChanged }) => {
    router.options.defaultPendingMs = pathChanged ? pendingAfterMs : Infinity;
  });
  return router;
}

/** A failed call or import is shown on the screen; any other error is a defect, which would leave no trace behind its message. */
function reportDefect(error: unknown): void {
  if (!(error instanceof ApiError || isCodeFailure(error))) reportError(error);
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
