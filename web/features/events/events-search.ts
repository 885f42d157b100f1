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

/** Whether it is a day of the calendar, YYYY-MM-DD; there was no year 0. */
function isDay(text: string): boolean {
  if (!/^[1-9]\d{3}-\d{2}-\d{2}$/.test(text)) return false;
  const date = new Date(`${text}T00:00:00Z`);
  // Some browsers take 30 February for 2 March.
  return !Number.isNaN(date.getTime()) && date.toISOString().startsWith(text);
}

export function readEventsSearch(search: Record<string, unknown>): EventsSearch {
  const { style, month, day } = search;
  return {
    q: readText(search["q"], limits.searchCharsMax),
    style: eventStyles.find((name) => name === style),
    when: search["when"] === "past" ? "past" : undefined,
    view: search["view"] === "month" ? "month" : undefined,
    month: typeof month === "string" && isDay(`${month}-01`) ? month : undefined,
    day: typeof day === "string" && isDay(day) ? day : undefined,
    weekend: search["weekend"] === true ? true : undefined,
    near: readText(search["near"], limits.locationCharsMax),
  };
}
