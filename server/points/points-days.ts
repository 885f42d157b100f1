import { dayMs, hourMs, minuteMs } from "#contract/durations.ts";
import { limits } from "#contract/limits.ts";
import { createLru } from "#server/lib/lru.ts";

/** One day of a member, in which the limits of awards count. */
export interface PointsDay {
  /** Its date in the member's time zone: `2026-11-22`. */
  date: string;
  startedAt: Date;
  /** The earliest moment at which the next day can begin. */
  endsAt: Date;
}

const formats = new Map<string, Intl.DateTimeFormat>();

/**
 * Formatters are slow to create, and there are only a few hundred time zones. They are kept under the names of these only:
 * each name has thousands of spellings.
 */
function formatOf(timeZone: string): Intl.DateTimeFormat {
  const known = formats.get(timeZone);
  if (known) return known;
  const format = new Intl.DateTimeFormat("en", {
    timeZone,
    calendar: "gregory",
    numberingSystem: "latn",
    hourCycle: "h23",
    year: "numeric",
    month: "2-digit",
    day: "2-digit",
    hour: "2-digit",
    minute: "2-digit",
    second: "2-digit",
  });
  formats.set(format.resolvedOptions().timeZone, format);
  return format;
}

/** The name of a time zone in the spelling of the IANA database: `europe/berlin` is `Europe/Berlin`. */
export function canonicalTimeZone(name: string): string {
  return formatOf(name).resolvedOptions().timeZone;
}

/** What the clocks of a time zone show, as if it were UTC; milliseconds since 1970. */
const wallClockMs = (timeZone: string, at: Date): number => at.getTime() + offsetMs(timeZone, at);

/** Of all time zones: this minute, and the midnights of the days and months that members look at. */
const keptOffsetsMax = 10_000;
const keptOffsets = createLru<number>(keptOffsetsMax);

/** How far the clocks of a time zone are ahead of UTC. Finding out is slow, so it is kept: clocks change at whole minutes. */
function offsetMs(timeZone: string, at: Date): number {
  const minute = Math.floor(at.getTime() / minuteMs);
  const key = `${timeZone} ${minute}`;
  const kept = keptOffsets.get(key);
  if (kept !== undefined) return kept;
  const offset = findOffsetMs(timeZone, minute * minuteMs);
  keptOffsets.set(key, offset);
  return offset;
}

function findOffsetMs(timeZone: string, atMs: number): number {
  const parts: Record<string, number> = {};
  for (const { type, value } of formatOf(timeZone).formatToParts(atMs)) parts[type] = Number(value);
  const { year = 0, month = 1, day = 1, hour = 0, minute = 0, second = 0 } = parts;
  return Date.UTC(year, month - 1, day, hour, minute, second) - atMs;
}

/** The date in a time zone: `2026-11-22`. */
export function localDate(timeZone: string, at: Date): string {
  return new Date(wallClockMs(timeZone, at)).toISOString().slice(0, 10);
}

/** The first moment of a date in a time zone; usually midnight, an hour later where the clocks skip midnight. */
export function startOfDate(timeZone: string, date: string): Date {
  const midnightMs = Date.parse(`${date}T00:00:00Z`);
  let startMs = midnightMs;
  // The offset is the one at the result, so the first guess is corrected once more around a change of the clocks.
  for (let round = 0; round < 2; round += 1) {
    startMs = midnightMs - (wallClockMs(timeZone, new Date(startMs)) - startMs);
  }
  const isBefore = () => localDate(timeZone, new Date(startMs)) < date;
  while (isBefore()) startMs += hourMs / 2;
  return new Date(startMs);
}

/** A date some days later: `addDays("2026-11-30", 1)` is `2026-12-01`. */
export function addDays(date: string, days: number): string {
  return new Date(Date.parse(`${date}T00:00:00Z`) + days * dayMs).toISOString().slice(0, 10);
}

/** How many days lie between two dates; negative when `to` is the earlier one. */
export function daysBetween(from: string, to: string): number {
  return Math.round((Date.parse(to) - Date.parse(from)) / dayMs);
}

/** The Monday of a date's week. */
export function mondayOf(date: string): string {
  const weekday = new Date(`${date}T00:00:00Z`).getUTCDay();
  return addDays(date, -((weekday + 6) % 7));
}

/**
 * The day of a member at a moment. It begins at midnight in their time zone, but not within 20 hours of the beginning of
 * the day before: who moves to another time zone stays in the old day until the next midnight that is late enough.
 *
 * @param lastStart When the last day began in which the member earned or visited; null for none.
 */
export function pointsDayAt(timeZone: string, lastStart: Date | null, now: Date): PointsDay {
  const shortestMs = limits.loginAwardHours * hourMs;
  const today = localDate(timeZone, now);
  const midnight = startOfDate(timeZone, today);
  const isSameDay = lastStart !== null && midnight.getTime() - lastStart.getTime() < shortestMs;
  const startedAt = isSameDay ? lastStart : midnight;
  let next = today;
  let endsAt: Date;
  do {
    next = addDays(next, 1);
    endsAt = startOfDate(timeZone, next);
  } while (endsAt.getTime() - startedAt.getTime() < shortestMs);
  return { date: isSameDay ? localDate(timeZone, startedAt) : today, startedAt, endsAt };
}
