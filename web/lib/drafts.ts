import { isInBrowser } from "./is-in-browser.ts";

/**
 * Text that was typed and not sent: it survives leaving the screen, signing in and a reload, for as long as the tab is
 * open. Logging out deletes it.
 */
const keyOf = (name: string) => `fash.draft.${name}`;

export function readDraft(name: string): string {
  return isInBrowser ? (sessionStorage.getItem(keyOf(name)) ?? "") : "";
}

/** An empty text deletes the draft. */
export function saveDraft(name: string, text: string): void {
  if (text === "") sessionStorage.removeItem(keyOf(name));
  else sessionStorage.setItem(keyOf(name), text);
}
