import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { createMemoryHistory, RouterProvider } from "@tanstack/react-router";
import { renderToString } from "react-dom/server";
import { applyInitialData, type InitialData } from "./initial-data.ts";
import { createAppRouter } from "./router.tsx";

/**
 * Renders the screen at a URL as HTML, for the server: a visitor sees it before any script runs, and web/start.tsx
 * hydrates it. Built by scripts/vite-page-html.ts.
 */
export async function renderPage(href: string, data: InitialData): Promise<string> {
  const queryClient = new QueryClient({ defaultOptions: { queries: { retry: false } } });
  applyInitialData(queryClient, data);
  const router = createAppRouter(queryClient, createMemoryHistory({ initialEntries: [href] }));
  // The app restores the scroll position; here it would add an inline script, which the page's CSP blocks.
  router.options.scrollRestoration = false;
  await router.load();
  const html = renderToString(
    <QueryClientProvider client={queryClient}>
      <RouterProvider router={router} />
    </QueryClientProvider>,
  );
  // The page's head has its own title.
  return html.replace(/<title>[^<]*<\/title>/, "");
}
