import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { createMemoryHistory, RouterProvider } from "@tanstack/react-router";
import { renderToStaticMarkup } from "react-dom/server";
import { createAppRouter } from "./router.tsx";
import { fillServed, type Served } from "./served-data.ts";

/**
 * The screen at an address as HTML, for the server: a visitor sees it before any script has run, and the app takes its
 * place without a visible change. Built beside the pages, see scripts/vite-page-html.ts.
 */
export async function renderPage(href: string, served: Served): Promise<string> {
  const queryClient = new QueryClient({ defaultOptions: { queries: { retry: false } } });
  fillServed(queryClient, served);
  const router = createAppRouter(queryClient, createMemoryHistory({ initialEntries: [href] }));
  // Its place is put back by the app; here it would become a script of the page, which its policy refuses.
  router.options.scrollRestoration = false;
  await router.load();
  const html = renderToStaticMarkup(
    <QueryClientProvider client={queryClient}>
      <RouterProvider router={router} />
    </QueryClientProvider>,
  );
  // The page's head has its own.
  return html.replace(/<title>[^<]*<\/title>/, "");
}
