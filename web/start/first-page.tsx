import { type QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { type RegisteredRouter, RouterProvider } from "@tanstack/react-router";
import { hydrateRoot } from "react-dom/client";
import { endPartsDelay } from "#web/lib/hydration/frame-parts.ts";
import { startHydration } from "#web/lib/hydration/hydration.ts";
import { nextTask } from "#web/lib/next-task.ts";
import { readSavedPageCount } from "#web/lib/saved-page-count.ts";
import { keepScrollPosition } from "./scroll-position.ts";

/**
 * Hydrates what the server has rendered, or replaces it: for members, and where a reload shows more pages of a feed than the
 * server has rendered.
 */
export async function showFirstPage(client: QueryClient, router: RegisteredRouter, isVisitor: boolean): Promise<void> {
  const container = document.getElementById("app");
  if (!container) throw new Error("The page has no #app");
  keepScrollPosition(router);
  // No view transition for the first page.
  router.shouldViewTransition = false;
  const app = (
    <QueryClientProvider client={client}>
      <RouterProvider router={router} />
    </QueryClientProvider>
  );
  const isServed = container.dataset["hydrating"] === "";
  const isOnePage = readSavedPageCount(router.latestLocation.state.__TSR_key) <= 1;
  if (isVisitor && isServed && isOnePage) {
    startHydration();
    // The router renders the same boundaries as on the server.
    router.ssr = { manifest: undefined };
    await router.load();
    await nextTask();
    hydrateRoot(container, app);
  } else {
    // What the server rendered stays until the app can replace it in one step.
    const screen = container.hasChildNodes() ? router.load() : undefined;
    const [{ replacePage }] = await Promise.all([import("./replace-page.tsx"), screen]);
    router.subscribe("onBeforeNavigate", endPartsDelay);
    await replacePage(container, app, !isServed && isOnePage);
  }
}
