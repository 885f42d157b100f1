import { type Intent, intentKey } from "./intent-storage.ts";

/** After this time, visitors have probably forgotten what they pressed. */
const lifetimeMs = 30 * 60_000;

/**
 * The kept intent, if there is one that is not too old and not another member's. Apart from `saveIntent`, which the first load
 * needs.
 */
export function readIntent(userId: string | undefined): Intent | undefined {
  const text = sessionStorage.getItem(intentKey);
  if (text === null) return undefined;
  const { at, userId: ownerId = userId, ...intent } = JSON.parse(text) as Intent & { at: number; userId?: string };
  return Date.now() - at < lifetimeMs && ownerId === userId ? (intent as Intent) : undefined;
}

export function forgetIntent(): void {
  sessionStorage.removeItem(intentKey);
}
