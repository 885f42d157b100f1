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

/** Without a filter: all that is coming. */
export const noFilter = {
  q: undefined,
  style: undefined,
  when: undefined,
  weekend: undefined,
  near: undefined,
  day: undefined,
};

export const isFiltered = (search: EventsSearch): boolean =>
  (Object.keys(noFilter) as (keyof typeof noFilter)[]).some((key) => search[key] !== undefined);
