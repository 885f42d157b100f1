import { QueryClientProvider } from "@tanstack/react-query";
import { RouterProvider } from "@tanstack/react-router";
import { hydrateRoot } from "react-dom/client";
import { getSession, onSessionChange, startSession } from "./api/session.ts";
import { applyInitialData, takeInitialData } from "./initial-data.ts";
import { isSignOutExpected } from "./lib/expected-sign-out.ts";
import { goToSignIn } from "./lib/go-to-sign-in.ts";
import { startHydration } from "./lib/hydration/hydration.ts";
import { keepMovedFocus } from "./lib/keep-moved-focus.ts";
import { nextTask } from "./lib/next-task.ts";
import { readSavedPageCount } from "./lib/saved-page-count.ts";
import { onReturn } from "./lib/saved-view.ts";
import { toast } from "./lib/toast.ts";
import { ignoreUnmounted } from "./lib/unmounted-components.ts";
import { holdBack, whenLoaded } from "./lib/when-idle.ts";
import { onSignIn } from "./on-sign-in.ts";
import { createQueryClient } from "./query-client.ts";
import { createAppRouter } from "./router.tsx";
import { loadErrorMessages } from "./text/errors.ts";

const queryClient = createQueryClient(() => goToSignIn(router));
// Creating the router takes as long as all the rest: in its own task.
await nextTask();
const router = createAppRouter(queryClient);
await nextTask();

// Data of one member must not be shown to the next: likes, rights and lists depend on the session.
let userId = currentUserId();
onSessionChange(() => {
  if (currentUserId() === userId) return;
  // Ended elsewhere or too old; logging out here reloads the page before it comes to this.
  const hasEnded = getSession().status === "signed-out" && !isSignOutExpected();
  if (hasEnded) toast.info("Your session has ended. Please sign in again.");
  userId = currentUserId();
  queryClient.removeQueries({ type: "inactive" });
  void queryClient.resetQueries();
  void router.invalidate();
});

function currentUserId(): string | null {
  const session = getSession();
  return session.status === "signed-in" ? session.userId : null;
}

// What is only needed later waits for a member's first pictures.
const release = userId === null ? undefined : holdBack();
if (release) setTimeout(release, 5_000);

/** The code for members alone loads after everything on screen. */
function startServices(): void {
  whenLoaded(loadServices);
  prepareForOffline();
}

function loadServices(): void {
  import("./data/member-services.ts").then(
    (services) => services.startMemberServices(queryClient),
    () => addEventListener("online", loadServices, { once: true }),
  );
}

/** For members, and for all who install the app: it receives shared photos also while nobody is signed in. */
function prepareForOffline(): void {
  whenLoaded(() => void import("./api/service-worker.ts").then(({ startServiceWorker }) => startServiceWorker()));
}
if (matchMedia("(display-mode: standalone)").matches) prepareForOffline();
addEventListener("appinstalled", prepareForOffline, { once: true });
onReturn(() => void queryClient.invalidateQueries());

// Before the first form loads: zod would test whether `eval` is allowed, which our CSP blocks and the browser reports.
Object.assign(globalThis, { __zod_globalConfig: { jitless: true } });
whenLoaded(() => void loadErrorMessages());
whenLoaded(() => void import("./lib/theme.ts").then(({ startTheme }) => startTheme()));
keepMovedFocus();
ignoreUnmounted();
startSession();
onSignIn(queryClient, startServices);

const root = document.getElementById("app");
if (!root) throw new Error("The page has no #app");
const data = takeInitialData();
// The embedded data is for visitors: it has no likes or rights of a member.
const isVisitor = currentUserId() === null;
if (isVisitor) applyInitialData(queryClient, data);
keepScrollPosition();
// No view transition for the first page.
router.shouldViewTransition = false;
const app = (
  <QueryClientProvider client={queryClient}>
    <RouterProvider router={router} />
  </QueryClientProvider>
);
const isServed = root.dataset["hydrating"] === "";
/** Where a reload shows more pages of a feed than the server has rendered, the screen is rendered again, in one step. */
const isOnePage = readSavedPageCount(router.latestLocation.state.__TSR_key) <= 1;
if (isVisitor && isServed && isOnePage) await hydrate(root);
else await replace(root);

async function hydrate(container: HTMLElement): Promise<void> {
  startHydration();
  // The router renders the same boundaries as on the server.
  router.ssr = { manifest: undefined };
  await router.load();
  await nextTask();
  hydrateRoot(container, app);
}

async function replace(container: HTMLElement): Promise<void> {
  // What the server rendered stays until the app can replace it in one step.
  const screen = container.hasChildNodes() ? router.load() : undefined;
  const [{ replacePage }] = await Promise.all([import("./replace-page.tsx"), screen]);
  await replacePage(container, app, !isServed && isOnePage);
  release?.();
}

/**
 * Keeps the scroll position of the server-rendered page: the router would start a new visit at the top. Reloads,
 * history navigation and URLs with a hash restore their own, unless the visitor has scrolled already.
 */
function keepScrollPosition(): void {
  const [visit] = performance.getEntriesByType("navigation");
  const isNewVisit = visit instanceof PerformanceNavigationTiming && visit.type === "navigate";
  if ((!isNewVisit || location.hash !== "") && scrollY === 0) return;
  router.options.scrollRestoration = () => false;
  const stop = router.subscribe("onRendered", () => {
    stop();
    router.options.scrollRestoration = true;
    // The router stores positions on scroll events only.
    document.dispatchEvent(new Event("scroll"));
  });
}

/** Every screen links to these: their code is loaded before a tap, and after all that is shown now. */
const nearScreens = ["/explore", "/styles", "/swipes", "/outfit/$outfitId"] as const;
for (const path of nearScreens) {
  // A failure is retried and shown on the tap.
  whenLoaded(() => void router.loadRouteChunk(router.routesByPath[path])?.catch(() => undefined));
}
