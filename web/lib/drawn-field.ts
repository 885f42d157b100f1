import { isInBrowser } from "./is-in-browser.ts";

/** A field of the page that the server drew, while it still stands; it keeps what is typed even after it has gone. */
export function findDrawnField(type: "search"): { field: HTMLInputElement; isFocused: boolean } | null {
  if (!isInBrowser) return null;
  const field = document.querySelector<HTMLInputElement>(`[data-served] input[type=${type}]`);
  return field && { field, isFocused: document.activeElement === field };
}
