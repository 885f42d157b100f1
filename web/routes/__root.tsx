import type { QueryClient } from "@tanstack/react-query";
import { createRootRouteWithContext, lazyRouteComponent } from "@tanstack/react-router";
import { lazy, Suspense } from "react";
import { AppShell } from "#web/shell/app-shell.tsx";
import { isInBrowser } from "#web/lib/is-in-browser.ts";
import { LoadFailure } from "#web/shell/load-failure.tsx";

const SignInReturn = lazy(async () => ({
  default: (await import("#web/features/auth/sign-in-return.tsx")).SignInReturn,
}));
/** A provider or a mailed link has sent the browser here with its answer. */
const isReturning = isInBrowser && /[?&#](code|error)=/.test(location.href);

export const Route = createRootRouteWithContext<{ queryClient: QueryClient }>()({
  component: Root,
  errorComponent: LoadFailure,
  notFoundComponent: lazyRouteComponent(() => import("#web/shell/not-found.tsx"), "NotFound"),
});

function Root() {
  return (
    <>
      <AppShell />
      <Suspense>{isReturning && <SignInReturn />}</Suspense>
    </>
  );
}
