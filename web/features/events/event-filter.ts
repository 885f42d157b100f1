import type { EventFilter } from "#web/data/event-cache.ts";
import { thisWeekend } from "./event-time.ts";
import type { EventsSearch } from "./events-search.ts";

/** The filter of the list: a chosen day shows all of it, also what is over. */
export function toEventFilter({ q, style, when, day, weekend, near }: EventsSearch, today: Date): EventFilter {
  const shared = { search: q, style, near };
  if (day !== undefined) return { ...shared, when: "any", from: day, to: day };
  if (weekend) return { ...shared, when: "upcoming", ...thisWeekend(today) };
  return { ...shared, when: when ?? "upcoming" };
}

export const isFiltered = ({ q, style, weekend, near, day }: EventsSearch): boolean =>
  [q, style, weekend, near, day].some((part) => part !== undefined);
