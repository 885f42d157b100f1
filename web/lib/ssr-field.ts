import { isInBrowser } from "./is-in-browser.ts";

/** An input of the server-rendered page while it is still in the document, with what was typed into it. */
export function findSsrField(type: "search"): { field: HTMLInputElement; isFocused: boolean } | null {
  if (!isInBrowser) return null;
  const field = document.querySelector<HTMLInputElement>(`[data-served] input[type=${type}]`);
  return field && { field, isFocused: document.activeElement === field };
}
