import type { QueryClient } from "@tanstack/react-query";
import { createRootRouteWithContext } from "@tanstack/react-router";
import { AppShell } from "#web/shell/app-shell.tsx";
import { LoadFailure } from "#web/shell/load-failure.tsx";
import { NotFound } from "#web/shell/not-found.tsx";

export const Route = createRootRouteWithContext<{ queryClient: QueryClient }>()({
  component: AppShell,
  errorComponent: LoadFailure,
  notFoundComponent: NotFound,
});
