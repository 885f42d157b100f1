import { months, pad } from "#web/lib/dates.ts";
import { isoDay } from "#web/lib/iso-day.ts";
import { nextTask } from "#web/lib/next-task.ts";
import { short, weekdays } from "#web/lib/weekdays.ts";

/**
 * Times as events show them: by the event's own clock, and by the reader's where that differs. The words are ours, because
 * versions of ICU differ in theirs, and what the server renders must be what every browser renders.
 */
interface Times {
  startsAt: string | null;
  endsAt: string | null;
  timeZone: string | null;
}

/** What a clock and a calendar show. */
interface Wall {
  year: number;
  month: string;
  day: number;
  weekday: string;
  /** "19:05" */
  time: string;
}

/** Creating one takes much longer than using it. */
const clocks = new Map<string, Intl.DateTimeFormat>();

function clockOf(timeZone: string): Intl.DateTimeFormat {
  const known = clocks.get(timeZone);
  if (known) return known;
  const numeric = { year: "numeric", month: "numeric", day: "numeric", hour: "numeric", minute: "numeric" } as const;
  const clock = new Intl.DateTimeFormat("en-GB", { ...numeric, hourCycle: "h23", timeZone });
  clocks.set(timeZone, clock);
  return clock;
}

/** Creates the clocks of events in tasks of their own: each would block a slow phone for a tenth of a second. */
export async function prepareClocks(events: readonly Times[]): Promise<void> {
  for (const { timeZone } of events) {
    if (timeZone === null || clocks.has(timeZone)) continue;
    await nextTask();
    clockOf(timeZone);
  }
}

/** What clocks and calendars in a time zone show at a moment. */
function wallAt(at: string, timeZone: string): Wall {
  const parts = new Map(
    clockOf(timeZone)
      .formatToParts(new Date(at))
      .map(({ type, value }) => [type, Number(value)]),
  );
  const [year = 0, month = 1, day = 1] = [parts.get("year"), parts.get("month"), parts.get("day")];
  return {
    year,
    month: months[month - 1] ?? "",
    day,
    weekday: weekdays[new Date(Date.UTC(year, month - 1, day)).getUTCDay()] ?? "",
    time: `${pad(parts.get("hour") ?? 0)}:${pad(parts.get("minute") ?? 0)}`,
  };
}

/** The day of a start as a magazine sets it. */
export function dayParts({ startsAt, timeZone }: Pick<Times, "startsAt" | "timeZone">) {
  if (startsAt === null || timeZone === null) return null;
  const { year, month, day, weekday } = wallAt(startsAt, timeZone);
  return { day: String(day), weekday: short(weekday), month: short(month), monthLong: `${month} ${year}` };
}

export const clockTime = (at: string, timeZone: string): string => wallAt(at, timeZone).time;

const fullDay = ({ weekday, day, month, year }: Wall): string => `${weekday} ${day} ${month} ${year}`;

/** "Saturday 12 December 2026" and "19:00–22:30", or both ends in one line where the event lasts for days. */
export function describeTimes({ startsAt, endsAt, timeZone }: Times): { day: string; time: string } | null {
  if (startsAt === null || endsAt === null || timeZone === null) return null;
  const [from, to] = [wallAt(startsAt, timeZone), wallAt(endsAt, timeZone)];
  const [first, last] = [fullDay(from), fullDay(to)];
  const isOneNight = first === last || Date.parse(endsAt) - Date.parse(startsAt) < 12 * 3_600_000;
  const time = isOneNight ? `${from.time}–${to.time}` : `${from.time} until ${last}, ${to.time}`;
  return { day: first, time };
}

export const ownTimeZone = (): string => new Intl.DateTimeFormat().resolvedOptions().timeZone;

/** When it starts by the reader's own clock, with the weekday where that is another one; null if both clocks show the same. */
export function describeOwnTime({ startsAt, timeZone }: Times, ownZone = ownTimeZone()): string | null {
  if (startsAt === null || timeZone === null) return null;
  const [there, here] = [wallAt(startsAt, timeZone), wallAt(startsAt, ownZone)];
  if (fullDay(there) !== fullDay(here)) {
    return `${short(here.weekday)} ${here.time} your time`;
  }
  return there.time === here.time ? null : `${here.time} your time`;
}

/** Saturday and Sunday of this week; on a Sunday, that day alone. */
export function thisWeekend(today: Date): { from: string; to: string } {
  const weekday = today.getDay();
  const plusDays = (days: number) => isoDay(new Date(today.getFullYear(), today.getMonth(), today.getDate() + days));
  return weekday === 0
    ? { from: isoDay(today), to: isoDay(today) }
    : { from: plusDays(6 - weekday), to: plusDays(7 - weekday) };
}

/** The weeks of a month from Monday to Sunday, including days of the adjacent months. */
export function monthWeeks(month: string): string[][] {
  const [year = 0, number = 1] = month.split("-").map(Number);
  const first = new Date(year, number - 1, 1);
  const lead = (first.getDay() + 6) % 7;
  const count = Math.ceil((lead + new Date(year, number, 0).getDate()) / 7);
  return Array.from({ length: count }, (_, week) =>
    Array.from({ length: 7 }, (_day, day) => isoDay(new Date(year, number - 1, 1 - lead + week * 7 + day))),
  );
}

/** The month `by` months later, YYYY-MM. */
export function shiftMonth(month: string, by: number): string {
  const [year = 0, number = 1] = month.split("-").map(Number);
  return isoDay(new Date(year, number - 1 + by, 1)).slice(0, 7);
}

/** "December 2026" of `2026-12`. */
export function monthName(month: string): string {
  const { month: name, year } = wallAt(`${month}-01T00:00:00Z`, "UTC");
  return `${name} ${year}`;
}

/** "Saturday 12 December" of `2026-12-12`. */
export function dayName(date: string): string {
  const { weekday, day, month } = wallAt(`${date}T00:00:00Z`, "UTC");
  return `${weekday} ${day} ${month}`;
}
