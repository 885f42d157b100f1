import { type Intent, intentKey } from "./kept-intent.ts";

/** After this time, visitors have probably forgotten what they pressed. */
const lifetimeMs = 30 * 60_000;

/** The kept intent, once; undefined if there is none or it is too old. Apart from `saveIntent`, which the first load needs. */
export function takeIntent(): Intent | undefined {
  const text = sessionStorage.getItem(intentKey);
  sessionStorage.removeItem(intentKey);
  if (text === null) return undefined;
  const { at, ...intent } = JSON.parse(text) as Intent & { at: number };
  return Date.now() - at < lifetimeMs ? intent : undefined;
}
