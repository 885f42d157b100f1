import type { QueryClient } from "@tanstack/react-query";
import { createRootRouteWithContext, useRouter } from "@tanstack/react-router";
import { Suspense, useEffect } from "react";
import { isInBrowser } from "#web/lib/is-in-browser.ts";
import { lazyPart } from "#web/lib/lazy-part.ts";
import { closeOverlay, useOverlay } from "#web/lib/overlay.ts";
import { useHydrated } from "#web/lib/hydration/use-hydrated.ts";
import { whenLoaded } from "#web/lib/when-idle.ts";
import { AppShell } from "#web/shell/app-shell.tsx";
import { LoadFailure } from "#web/shell/load-failure.tsx";
import { LazyDialog } from "#web/ui/lazy-dialog.tsx";

const AuthCallback = lazyPart(() => import("#web/features/auth/auth-callback.tsx"), "AuthCallback");
const OverlayDialog = lazyPart(() => import("#web/screens/overlays/overlay-dialog.tsx"), "OverlayDialog");
/** An OAuth provider or an e-mail link has redirected here. */
const isReturning = isInBrowser && /[?&#](code|error)=/.test(location.href);

export const Route = createRootRouteWithContext<{ queryClient: QueryClient }>()({
  component: Root,
  errorComponent: LoadFailure,
  notFoundComponent: lazyPart(() => import("#web/shell/not-found.tsx"), "NotFound"),
});

function Root() {
  const isHydrated = useHydrated();
  const overlay = useOverlay();
  useComputerInput();
  return (
    <>
      <AppShell />
      <Suspense>{isHydrated && isReturning && <AuthCallback />}</Suspense>
      {overlay && (
        <LazyDialog onFailure={closeOverlay}>
          <OverlayDialog overlay={overlay} />
        </LazyDialog>
      )}
    </>
  );
}

/** Loaded when the page is idle; at once if a key has been pressed. */
function useComputerInput(): void {
  const router = useRouter();
  useEffect(() => {
    let stop = () => undefined as void;
    let isGone = false;
    const listen = async () => {
      const { listenForInput } = await import("#web/screens/overlays/listen-for-input.ts");
      if (!isGone) stop = listenForInput(router);
    };
    const start = () => void listen().catch(() => undefined);
    if (globalThis.earlyInput?.keys[0]) start();
    else whenLoaded(start);
    return () => {
      isGone = true;
      stop();
    };
  }, [router]);
}
