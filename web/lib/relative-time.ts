import { dayMs, hourMs, minuteMs } from "#contract/durations.ts";

/** now, Xm ago, Xh ago, Xd ago. A time in the future (clock skew) is now, docs/product.md#messages. */
export function relativeTime(iso: string, nowMs: number): string {
  const ageMs = nowMs - Date.parse(iso);
  if (ageMs < minuteMs) return "now";
  if (ageMs < hourMs) return `${Math.floor(ageMs / minuteMs)}m ago`;
  if (ageMs < dayMs) return `${Math.floor(ageMs / hourMs)}h ago`;
  return `${Math.floor(ageMs / dayMs)}d ago`;
}
