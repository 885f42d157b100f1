import { readItem, writeItem } from "./storage.ts";

/** The maximum of pages loaded again when a discarded tab is restored. */
const restoredPagesMax = 10;
const keyOf = (entry: string) => `fash.feed.${entry}`;

/** How many pages of a feed an entry of the browser's history showed; 0 where it was never seen with a feed. */
export function readSavedPageCount(entry: string | undefined): number {
  return entry === undefined ? 0 : Math.min(Number(readItem("session", keyOf(entry)) ?? 0), restoredPagesMax);
}

export function savePageCount(entry: string, pageCount: number): void {
  writeItem("session", keyOf(entry), String(pageCount));
}
