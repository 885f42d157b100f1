import { pad } from "./dates.ts";

/** "2026-03-12", by the reader's calendar. */
export function isoDay(date: Date): string {
  return `${date.getFullYear()}-${pad(date.getMonth() + 1)}-${pad(date.getDate())}`;
}
