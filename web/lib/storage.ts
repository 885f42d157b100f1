import { isInBrowser } from "./is-in-browser.ts";

/** `session` is gone with the tab. */
type Area = "local" | "session";

const storageOf = (area: Area): Storage => globalThis[`${area}Storage`];

/** The text under a key; null if there is none, while the server renders, and where the browser allows no storage. */
export function readItem(area: Area, key: string): string | null {
  try {
    return isInBrowser ? storageOf(area).getItem(key) : null;
  } catch {
    return null;
  }
}

/** The JSON under a key, unchecked; null if there is none or it is damaged. */
export function readJson(area: Area, key: string): unknown {
  try {
    return JSON.parse(readItem(area, key) ?? "null");
  } catch {
    return null;
  }
}

/** Writes a text under a key; null deletes it. Where storage is full or not allowed, nothing is written. */
export function writeItem(area: Area, key: string, text: string | null): void {
  try {
    if (text === null) storageOf(area).removeItem(key);
    else storageOf(area).setItem(key, text);
  } catch {
    // The page still has what it wanted to keep.
  }
}
