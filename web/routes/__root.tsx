import type { QueryClient } from "@tanstack/react-query";
import { createRootRouteWithContext } from "@tanstack/react-router";
import { SignInReturn } from "#web/features/auth/sign-in-return.tsx";
import { AppShell } from "#web/shell/app-shell.tsx";
import { LoadFailure } from "#web/shell/load-failure.tsx";
import { NotFound } from "#web/shell/not-found.tsx";

export const Route = createRootRouteWithContext<{ queryClient: QueryClient }>()({
  component: Root,
  errorComponent: LoadFailure,
  notFoundComponent: NotFound,
});

function Root() {
  return (
    <>
      <AppShell />
      <SignInReturn />
    </>
  );
}
