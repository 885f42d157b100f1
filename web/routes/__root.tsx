import type { QueryClient } from "@tanstack/react-query";
import { createRootRouteWithContext, lazyRouteComponent } from "@tanstack/react-router";
import { lazy, Suspense } from "react";
import { isInBrowser } from "#web/lib/is-in-browser.ts";
import { useHydrated } from "#web/lib/use-hydrated.ts";
import { AppShell } from "#web/shell/app-shell.tsx";
import { LoadFailure } from "#web/shell/load-failure.tsx";

const AuthCallback = lazy(async () => ({
  default: (await import("#web/features/auth/auth-callback.tsx")).AuthCallback,
}));
/** An OAuth provider or an e-mail link has redirected here. */
const isReturning = isInBrowser && /[?&#](code|error)=/.test(location.href);

export const Route = createRootRouteWithContext<{ queryClient: QueryClient }>()({
  component: Root,
  errorComponent: LoadFailure,
  notFoundComponent: lazyRouteComponent(() => import("#web/shell/not-found.tsx"), "NotFound"),
});

function Root() {
  const isHydrated = useHydrated();
  return (
    <>
      <AppShell />
      <Suspense>{isHydrated && isReturning && <AuthCallback />}</Suspense>
    </>
  );
}
