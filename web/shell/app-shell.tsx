import { type ReactNode, useCallback, useLayoutEffect } from "react";
import { showServedScreen } from "#web/lib/hydration/frame-parts.ts";
import { endHydration } from "#web/lib/hydration/hydration.ts";
import { HydratedSuspense } from "#web/ui/hydrated-suspense.tsx";
import { LiveRegion } from "#web/ui/live-region.tsx";
import { ScreenOutlet } from "#web/ui/screen-outlet.tsx";
import { ToastHost } from "#web/ui/toast-host.tsx";
import { BottomNav } from "./bottom-nav.tsx";
import { areToastsOnTop, isBottomNavShown } from "./nav-rules.ts";
import { OfflineBanner } from "./offline-banner.tsx";
import { TopBar } from "./top-bar.tsx";
import { usePageFocus } from "./use-page-focus.ts";
import { useShownPath } from "./use-shown-path.ts";

/** The frame of every screen, with the screen. */
export function AppShell() {
  usePageFocus();
  useLayoutEffect(() => endHydration(document.getElementById("app")), []);
  return (
    <Frame>
      <HydratedSuspense isScreen className="contents" fallback={<ServedScreen />}>
        <ScreenOutlet />
      </HydratedSuspense>
    </Frame>
  );
}

/** A member's skeleton from the document stays until the screen is rendered, in a task after that of the bars. */
function ServedScreen() {
  const place = useCallback((element: HTMLElement | null) => {
    if (element) showServedScreen(element);
  }, []);
  return <div ref={place} className="contents" />;
}

/** The bars and what belongs to every screen. */
export function Frame({ children }: { children: ReactNode }) {
  const path = useShownPath();
  return (
    <>
      <a
        href="#main"
        className="fixed top-2 left-2 z-50 -translate-y-20 rounded-full bg-ink px-5 py-3 text-paper focus:translate-y-0"
      >
        Skip to content
      </a>
      <OfflineBanner />
      <TopBar />
      {/* Before the screen: Tab would otherwise have to pass an endless feed to get there. */}
      <HydratedSuspense className="contents">
        <BottomNav />
      </HydratedSuspense>
      {children}
      <LiveRegion />
      <ToastHost isOnTop={areToastsOnTop(path)} hasNav={isBottomNavShown(path)} />
    </>
  );
}
