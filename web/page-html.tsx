import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { createMemoryHistory, RouterContextProvider, RouterProvider } from "@tanstack/react-router";
import type { ComponentType, ReactNode } from "react";
import { renderToString } from "react-dom/server";
import { renderForMembers } from "./api/session.ts";
import { applyInitialData, type InitialData } from "./initial-data.ts";
import { renderUnmarked } from "./lib/hydration/hydration.ts";
import { createAppRouter } from "./router.tsx";
import { TermSkeleton } from "./screens/term/term-skeleton.tsx";
import { Frame } from "./shell/app-shell.tsx";
import { PageSpinner } from "./shell/page-spinner.tsx";

/**
 * Renders the screen at a URL as HTML, for the server: a visitor sees it before any script runs, and web/start.ts
 * hydrates it. Built by scripts/vite-page-html.ts; runs in the threads of server/previews/page-renderer.ts.
 *
 * @param task.data The page's `InitialData` as JSON.
 */
export async function renderPage({ href, data }: { href: string; data: string }): Promise<string> {
  const { queryClient, router } = createApp(href);
  applyInitialData(queryClient, JSON.parse(data) as InitialData);
  router.history.replace(canonicalHref(router));
  await router.load();
  return toHtml(queryClient, <RouterProvider router={router} />);
}

/**
 * The address as the router writes it, which the app puts in place of another form, such as `/styles/`. On a server the router
 * would redirect there instead of rendering.
 */
function canonicalHref(router: ReturnType<typeof createAppRouter>): string {
  const { pathname } = router.latestLocation;
  return router.buildLocation({
    to: pathname,
    search: true,
    params: true,
    hash: true,
    state: true,
    _includeValidateSearch: true,
  }).publicHref;
}

/**
 * Renders a member's screen at a URL while nothing has loaded, which the app replaces. The module renders for members
 * from then on.
 *
 * @param hasSkeleton False for a screen that waits for data before it shows anything: between the bars is what the router
 * shows in the meantime, the route's pending component or a spinner.
 */
export async function renderFrame(href: string, hasSkeleton: boolean): Promise<string> {
  renderForMembers();
  renderUnmarked();
  const { queryClient, router } = createApp(href);
  if (hasSkeleton) {
    await router.load();
    return toHtml(queryClient, <RouterProvider router={router} />);
  }
  const Pending = skeletons[href] ?? (await loadPendingScreen(router));
  return toHtml(
    queryClient,
    <RouterContextProvider router={router}>
      <Frame>
        <Pending />
      </Frame>
    </RouterContextProvider>,
  );
}

/** Of screens whose headings are in the address, which the frame does not know. */
const skeletons: Record<string, ComponentType> = { "/tag/:tag": TermSkeleton, "/brand/:brand": TermSkeleton };

async function loadPendingScreen(router: ReturnType<typeof createAppRouter>): Promise<ComponentType> {
  const [, , route] = router.getMatchedRoutes(router.latestLocation.pathname);
  const Pending = route?.options.pendingComponent;
  await Pending?.preload?.();
  return Pending ?? PageSpinner;
}

/**
 * Requests nothing: a page shows what it was given, and on the server no reply comes (web/api/call.ts). A pending request would
 * keep the page in memory until the next full garbage collection, see docs/performance.md#garbage-collection.
 */
class ServerQueryClient extends QueryClient {
  override prefetchQuery(): Promise<void> {
    return Promise.resolve();
  }
  override prefetchInfiniteQuery(): Promise<void> {
    return Promise.resolve();
  }
}

/** The router caches its route tree in a global variable, for one instance of this module only: a process may have two. */
let routerCache: typeof globalThis.__TSR_CACHE__;

function createApp(href: string) {
  const queryClient = new ServerQueryClient({ defaultOptions: { queries: { retry: false } } });
  globalThis.__TSR_CACHE__ = routerCache;
  const router = createAppRouter(queryClient, createMemoryHistory({ initialEntries: [href] }));
  routerCache = globalThis.__TSR_CACHE__;
  // The app restores the scroll position; here it would add an inline script, which the page's CSP blocks.
  router.options.scrollRestoration = false;
  return { queryClient, router };
}

function toHtml(queryClient: QueryClient, app: ReactNode): string {
  return renderToString(<QueryClientProvider client={queryClient}>{app}</QueryClientProvider>);
}
