import { months } from "./dates.ts";

export const weekdays = ["Sunday", "Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday"] as const;

/** "Sat" of "Saturday", "Dec" of "December". */
export const short = (name: string): string => name.slice(0, 3);

/** "Sat 12 Dec" of "2026-12-12T19:00", a time without a zone. */
export function shortDay(localTime: string): string {
  const date = new Date(`${localTime}Z`);
  return `${short(weekdays[date.getUTCDay()] ?? "")} ${date.getUTCDate()} ${short(months[date.getUTCMonth()] ?? "")}`;
}
