/** Times as events show them: by the event's own clock, and by the reader's where that differs. */
const locale = "en-GB";

interface Times {
  startsAt: string | null;
  endsAt: string | null;
  timeZone: string | null;
}

const part = (at: string, timeZone: string, options: Intl.DateTimeFormatOptions): string =>
  new Intl.DateTimeFormat(locale, { ...options, timeZone }).format(new Date(at));

/** The day of a start as a magazine sets it. */
export function dayParts({ startsAt, timeZone }: Pick<Times, "startsAt" | "timeZone">) {
  if (startsAt === null || timeZone === null) return null;
  return {
    day: part(startsAt, timeZone, { day: "numeric" }),
    weekday: part(startsAt, timeZone, { weekday: "short" }),
    month: part(startsAt, timeZone, { month: "short" }),
    monthLong: part(startsAt, timeZone, { month: "long", year: "numeric" }),
  };
}

export const clockTime = (at: string, timeZone: string): string =>
  part(at, timeZone, { hour: "2-digit", minute: "2-digit", hourCycle: "h23" });

const fullDay = (at: string, timeZone: string): string =>
  // Versions of ICU differ in the comma.
  part(at, timeZone, { weekday: "long", day: "numeric", month: "long", year: "numeric" }).replace(",", "");

/** "Saturday 12 December 2026" and "19:00–22:30", or both ends in one line where the event lasts for days. */
export function describeTimes({ startsAt, endsAt, timeZone }: Times): { day: string; time: string } | null {
  if (startsAt === null || endsAt === null || timeZone === null) return null;
  const [from, to] = [clockTime(startsAt, timeZone), clockTime(endsAt, timeZone)];
  const [first, last] = [fullDay(startsAt, timeZone), fullDay(endsAt, timeZone)];
  const isOneNight = first === last || Date.parse(endsAt) - Date.parse(startsAt) < 12 * 3_600_000;
  return isOneNight ? { day: first, time: `${from}–${to}` } : { day: first, time: `${from} until ${last}, ${to}` };
}

/** "Lisbon time": the place in a time zone's name. */
export const zoneName = (timeZone: string): string =>
  timeZone === "UTC" ? "UTC" : `${(timeZone.split("/").at(-1) ?? timeZone).replaceAll("_", " ")} time`;

export const ownTimeZone = (): string => new Intl.DateTimeFormat().resolvedOptions().timeZone;

/** The reader's own time, where their clock shows another one. */
export function describeOwnTime({ startsAt, timeZone }: Times, ownZone = ownTimeZone()): string | null {
  if (startsAt === null || timeZone === null) return null;
  const options = { weekday: "short", day: "numeric", month: "short", hour: "2-digit", minute: "2-digit" } as const;
  const [there, here] = [part(startsAt, timeZone, options), part(startsAt, ownZone, options)];
  return there === here ? null : `${here} your time`;
}

/** YYYY-MM-DD by the reader's calendar. */
export function isoDay(date: Date): string {
  const pad = (number: number) => String(number).padStart(2, "0");
  return `${date.getFullYear()}-${pad(date.getMonth() + 1)}-${pad(date.getDate())}`;
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

export const monthName = (month: string): string =>
  new Intl.DateTimeFormat(locale, { month: "long", year: "numeric", timeZone: "UTC" }).format(
    new Date(`${month}-01T00:00:00Z`),
  );

export const dayName = (day: string): string =>
  new Intl.DateTimeFormat(locale, { weekday: "long", day: "numeric", month: "long", timeZone: "UTC" }).format(
    new Date(`${day}T00:00:00Z`),
  );
