import { isInBrowser } from "./is-in-browser.ts";

/** What a visitor pressed before they were asked to sign in. */
export interface Intent {
  action: "like" | "save" | "follow";
  /** Of the outfit or the member. */
  id: string;
}

const key = "fash.intent";
/** After this time, visitors have probably forgotten what they pressed. */
const lifetimeMs = 30 * 60_000;

/** Keeps the last intent of this tab until its visitor has signed in. */
export function saveIntent(intent: Intent): void {
  sessionStorage.setItem(key, JSON.stringify({ ...intent, at: Date.now() }));
}

export function hasIntent(): boolean {
  return isInBrowser && sessionStorage.getItem(key) !== null;
}

/** The kept intent, once; undefined if there is none or it is too old. */
export function takeIntent(): Intent | undefined {
  const text = sessionStorage.getItem(key);
  sessionStorage.removeItem(key);
  if (text === null) return undefined;
  const { action, id, at } = JSON.parse(text) as Intent & { at: number };
  return Date.now() - at < lifetimeMs ? { action, id } : undefined;
}
