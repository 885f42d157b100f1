import { QueryClientProvider } from "@tanstack/react-query";
import { RouterProvider } from "@tanstack/react-router";
import { startTransition, StrictMode } from "react";
import { createRoot } from "react-dom/client";
import { getSession, onSessionChange, startSession } from "./api/session.ts";
import { whenIdle } from "./lib/when-idle.ts";
import { createQueryClient } from "./query-client.ts";
import { createAppRouter } from "./router.tsx";
import { fillServed, takeServed } from "./served-data.ts";
import { loadErrorText } from "./text/errors.ts";

const queryClient = createQueryClient(
  () => void router.navigate({ to: "/auth", search: { next: router.state.location.href } }),
);
const router = createAppRouter(queryClient);

// What one member saw is not shown to the next: likes, rights and own lists all change with the session.
let userId = currentUserId();
onSessionChange(() => {
  if (currentUserId() === userId) return;
  userId = currentUserId();
  queryClient.removeQueries({ type: "inactive" });
  void queryClient.resetQueries();
  void router.invalidate();
});

function currentUserId(): string | null {
  const session = getSession();
  return session.status === "signed-in" ? session.userId : null;
}

/** The socket's code comes with the first member of this tab, never with a visitor, and after all that is on screen. */
function startLiveForMembers(): void {
  if (currentUserId() === null) return;
  stopWaiting();
  whenIdle(() => void import("./api/live-counts.ts").then(({ startLiveCounts }) => startLiveCounts(queryClient)));
}
const stopWaiting = onSessionChange(startLiveForMembers);

// Before the first form comes: its schemas would look whether they may use `eval`, which our own policy refuses and
// the browser reports as a breach.
Object.assign(globalThis, { __zod_globalConfig: { jitless: true } });
whenIdle(() => void loadErrorText());
whenIdle(() => void import("./lib/theme.ts").then(({ startTheme }) => startTheme()));
startSession();
startLiveForMembers();

const root = document.getElementById("app");
if (!root) throw new Error("The page has no #app");
const served = takeServed();
// A member's likes and rights are not in what everybody gets.
if (currentUserId() === null) fillServed(queryClient, served);
keepServedScroll();
const app = createRoot(root);
// The first page comes from nowhere: nothing moves or fades into it.
router.shouldViewTransition = false;
// The page that the server sent stays until this one can take its place at once.
if (root.hasChildNodes()) await router.load();
// In small pieces, between which the browser answers and paints.
startTransition(() =>
  app.render(
    <StrictMode>
      <QueryClientProvider client={queryClient}>
        <RouterProvider router={router} />
      </QueryClientProvider>
    </StrictMode>,
  ),
);

/**
 * Who has scrolled the page that the server sent stays where they are: the router would begin a new visit at the top.
 * A reload and a way back have a place of their own, and so has an address with a `#`.
 */
function keepServedScroll(): void {
  const [visit] = performance.getEntriesByType("navigation");
  const isNewVisit = visit instanceof PerformanceNavigationTiming && visit.type === "navigate";
  if (!isNewVisit || location.hash !== "") return;
  router.options.scrollRestoration = () => false;
  const stop = router.subscribe("onRendered", () => {
    stop();
    router.options.scrollRestoration = true;
    // The router remembers, for a way back, the places of what it has seen scroll.
    document.dispatchEvent(new Event("scroll"));
  });
}

/** Every screen shows the way to these: a tap on it need not wait for code. */
const nearScreens = ["/explore", "/styles", "/swipes", "/outfit/$outfitId"] as const;
whenIdle(() => {
  // They would come again with the tap, and say there what went wrong.
  for (const path of nearScreens) router.loadRouteChunk(router.routesByPath[path])?.catch(() => undefined);
});
