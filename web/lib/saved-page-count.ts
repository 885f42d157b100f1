import { isInBrowser } from "./is-in-browser.ts";

/** The maximum of pages loaded again when a discarded tab is restored. */
const restoredPagesMax = 10;
const keyOf = (entry: string) => `fash.feed.${entry}`;

/** How many pages of a feed an entry of the browser's history showed; 0 where it was never seen with a feed. */
export function readSavedPageCount(entry: string | undefined): number {
  if (entry === undefined || !isInBrowser) return 0;
  return Math.min(Number(sessionStorage.getItem(keyOf(entry)) ?? 0), restoredPagesMax);
}

export function savePageCount(entry: string, pageCount: number): void {
  sessionStorage.setItem(keyOf(entry), String(pageCount));
}
