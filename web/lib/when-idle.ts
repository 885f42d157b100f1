import { isInBrowser } from "./is-in-browser.ts";

/** Runs a callback when the page is idle, after three seconds at the latest. */
export function whenIdle(run: () => void): void {
  if ("requestIdleCallback" in globalThis) requestIdleCallback(run, { timeout: 3_000 });
  else setTimeout(run, 1_000);
}

/**
 * Runs a callback when the page has loaded what it shows first, and is idle: for code that may be needed later. The
 * server needs none.
 */
export function whenLoaded(run: () => void): void {
  if (!isInBrowser) return;
  if (document.readyState === "complete") whenIdle(run);
  else addEventListener("load", () => whenIdle(run), { once: true });
}
