import { type Intent, intentKey } from "./intent-storage.ts";
import { readJson, writeItem } from "./storage.ts";

/** After this time, visitors have probably forgotten what they pressed. */
const lifetimeMs = 30 * 60_000;

/**
 * The kept intent, if there is one that is not too old and not another member's. Apart from `saveIntent`, which the first load
 * needs.
 */
export function readIntent(userId: string | undefined): Intent | undefined {
  const kept = readJson("session", intentKey) as (Intent & { at: number; userId?: string }) | null;
  if (!kept) return undefined;
  const { at, userId: ownerId = userId, ...intent } = kept;
  return Date.now() - at < lifetimeMs && ownerId === userId ? (intent as Intent) : undefined;
}

export function forgetIntent(): void {
  writeItem("session", intentKey, null);
}
