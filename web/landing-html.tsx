import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import {
  createMemoryHistory,
  createRootRoute,
  createRoute,
  createRouter,
  RouterProvider,
} from "@tanstack/react-router";
import { renderToStaticMarkup } from "react-dom/server";
import type { OutfitCard } from "#contract/outfits.ts";
import { Landing } from "#web/features/landing/landing.tsx";
import { LandingStory } from "#web/features/landing/landing-story.tsx";
import { AppShell } from "#web/shell/app-shell.tsx";

/**
 * The visitor's first page as HTML, for the server: it stands before any script has run, and the app takes its place
 * without a visible change. Built beside the pages, see scripts/vite-landing.ts.
 */
export async function renderLanding(outfits: readonly OutfitCard[]): Promise<string> {
  const root = createRootRoute({ component: AppShell });
  const index = createRoute({
    getParentRoute: () => root,
    path: "/",
    component: () => (
      <main id="main" tabIndex={-1} className="above-nav outline-none">
        <Landing outfits={outfits}>
          <LandingStory outfits={outfits} />
        </Landing>
      </main>
    ),
  });
  const router = createRouter({
    routeTree: root.addChildren([index]),
    history: createMemoryHistory({ initialEntries: ["/"] }),
  });
  await router.load();
  return renderToStaticMarkup(
    <QueryClientProvider client={new QueryClient()}>
      <RouterProvider router={router} />
    </QueryClientProvider>,
  );
}
