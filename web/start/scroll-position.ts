import type { RegisteredRouter } from "@tanstack/react-router";

/**
 * Keeps the scroll position of the server-rendered page: the router would start a new visit at the top. Reloads,
 * history navigation and URLs with a hash restore their own, unless the visitor has scrolled already.
 */
export function keepScrollPosition(router: RegisteredRouter): void {
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
