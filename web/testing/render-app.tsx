import { QueryClientProvider } from "@tanstack/react-query";
import { createMemoryHistory, RouterProvider } from "@tanstack/react-router";
import { act, render } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import type { ReactNode } from "react";
import { goToSignIn } from "#web/lib/go-to-sign-in.ts";
import { createQueryClient } from "#web/query-client.ts";
import { createAppRouter } from "#web/router.tsx";
import { ToastHost } from "#web/ui/toast-host.tsx";
import { registerOpenApp } from "./open-apps.ts";

/** The whole app at an address, as a visitor or, after `signIn()`, as a member. */
export async function renderApp(address: string) {
  const queryClient = createQueryClient(() => goToSignIn(router));
  queryClient.setDefaultOptions({ queries: { ...queryClient.getDefaultOptions().queries, retryDelay: 1 } });
  const router = createAppRouter(queryClient, createMemoryHistory({ initialEntries: [address] }));
  registerOpenApp({ router, queryClient });
  const view = render(
    <QueryClientProvider client={queryClient}>
      <RouterProvider router={router} />
    </QueryClientProvider>,
  );
  await act(() => router.load());
  return { ...view, router, queryClient, user: userEvent.setup() };
}

/** A piece that needs queries and toasts, but no router. */
export function renderPiece(piece: ReactNode) {
  const queryClient = createQueryClient(() => undefined);
  registerOpenApp({ queryClient });
  const view = render(
    <QueryClientProvider client={queryClient}>
      {piece}
      <ToastHost isOnTop={false} hasNav={false} />
    </QueryClientProvider>,
  );
  return { ...view, queryClient, user: userEvent.setup() };
}
