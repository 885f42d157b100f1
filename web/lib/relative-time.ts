const minuteMs = 60_000;
const hourMs = 60 * minuteMs;
const dayMs = 24 * hourMs;

/** now, Xm ago, Xh ago, Xd ago, spec §2 «Messages». A time in the future (a clock that is off) is now. */
export function relativeTime(iso: string, nowMs: number): string {
  const ageMs = nowMs - Date.parse(iso);
  if (ageMs < minuteMs) return "now";
  if (ageMs < hourMs) return `${Math.floor(ageMs / minuteMs)}m ago`;
  if (ageMs < dayMs) return `${Math.floor(ageMs / hourMs)}h ago`;
  return `${Math.floor(ageMs / dayMs)}d ago`;
}
