import { isInBrowser } from "./is-in-browser.ts";

/** Runs a callback when the page is idle, after three seconds at the latest. */
export function whenIdle(run: () => void): void {
  if ("requestIdleCallback" in globalThis) requestIdleCallback(run, { timeout: 3_000 });
  else setTimeout(run, 1_000);
}

/** What waits for a member's first pictures; undefined while nothing does. */
let waiting: (() => void)[] | undefined;

/**
 * Holds back what `whenLoaded` runs: a member's first pictures are not part of the document, and would compete with it.
 *
 * @returns what lets it run.
 */
export function holdBack(): () => void {
  const held: (() => void)[] = (waiting = []);
  return () => {
    waiting = undefined;
    for (const run of held.splice(0)) whenLoaded(run);
  };
}

/**
 * Runs a callback when the page has loaded what it shows first, and is idle: for code that may be needed later. The
 * server needs none.
 */
export function whenLoaded(run: () => void): void {
  if (!isInBrowser) return;
  if (waiting) waiting.push(run);
  else if (document.readyState === "complete") whenIdle(run);
  else addEventListener("load", () => whenIdle(run), { once: true });
}
