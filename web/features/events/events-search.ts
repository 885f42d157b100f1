import { type EventStyle, eventStyles, limits } from "#contract/limits.ts";
import { readText } from "#web/lib/search-params.ts";

/** What the address of /events holds. */
export interface EventsSearch {
  q?: string | undefined;
  style?: EventStyle | undefined;
  when?: "past" | undefined;
  view?: "month" | undefined;
  month?: string | undefined;
  day?: string | undefined;
  weekend?: true | undefined;
  near?: string | undefined;
}

export function readEventsSearch(search: Record<string, unknown>): EventsSearch {
  const { style, month, day } = search;
  return {
    q: readText(search["q"], limits.searchCharsMax),
    style: eventStyles.find((name) => name === style),
    when: search["when"] === "past" ? "past" : undefined,
    view: search["view"] === "month" ? "month" : undefined,
    month: typeof month === "string" && /^\d{4}-(0[1-9]|1[0-2])$/.test(month) ? month : undefined,
    day: typeof day === "string" && /^\d{4}-\d{2}-\d{2}$/.test(day) ? day : undefined,
    weekend: search["weekend"] === true ? true : undefined,
    near: readText(search["near"], limits.locationCharsMax),
  };
}
