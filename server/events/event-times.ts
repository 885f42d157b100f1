import { Temporal } from "temporal-polyfill";

/** A wall-clock time in a time zone as an instant, or why it is invalid. */
type Moment = { at: Date; day: string } | { problem: "unknown_zone" | "invalid" | "skipped" };

/** Whether this is an IANA time zone of a place; offsets such as +02:00 are rejected because they have no summer time. */
export function isTimeZone(name: string): boolean {
  if (!/^[A-Za-z]/.test(name)) return false;
  try {
    new Intl.DateTimeFormat("en", { timeZone: name });
    return true;
  } catch {
    return false;
  }
}

/**
 * The instant at which a clock in `timeZone` shows `local`. An hour that occurs twice, when clocks go back, is the first of the
 * two; one that does not exist, when clocks go forward, is `skipped`.
 *
 * @param local `YYYY-MM-DDTHH:mm`
 */
export function toMoment(local: string, timeZone: string): Moment {
  if (!isTimeZone(timeZone)) return { problem: "unknown_zone" };
  try {
    const wall = Temporal.PlainDateTime.from(local, { overflow: "reject" });
    const zoned = wall.toZonedDateTime(timeZone, { disambiguation: "earlier" });
    if (!zoned.toPlainDateTime().equals(wall)) return { problem: "skipped" };
    return { at: new Date(zoned.epochMilliseconds), day: wall.toPlainDate().toString() };
  } catch {
    return { problem: "invalid" };
  }
}

/** What a clock in `timeZone` shows at a moment, as `YYYY-MM-DDTHH:mm`. */
export function toLocalTime(at: Date, timeZone: string): string {
  return zonedAt(at, timeZone).toPlainDateTime().toString({ smallestUnit: "minute" });
}

/** Calendar days from `from` to `at` by a clock in `timeZone`: 0 is the same day, 1 the next one. */
export function daysBetween(from: Date, at: Date, timeZone: string): number {
  return zonedAt(from, timeZone).toPlainDate().until(zonedAt(at, timeZone).toPlainDate()).days;
}

/** A moment as people write it by the event's clock: "Sat 12 Dec, 19:00". */
export function describeTime(at: Date, timeZone: string): string {
  const parts = new Intl.DateTimeFormat("en-GB", {
    timeZone,
    weekday: "short",
    day: "numeric",
    month: "short",
    hour: "2-digit",
    minute: "2-digit",
    hourCycle: "h23",
  }).formatToParts(at);
  const part = (type: Intl.DateTimeFormatPartTypes) => parts.find((one) => one.type === type)?.value ?? "";
  return `${part("weekday")} ${part("day")} ${part("month")}, ${part("hour")}:${part("minute")}`;
}

const zonedAt = (at: Date, timeZone: string) =>
  Temporal.Instant.fromEpochMilliseconds(at.getTime()).toZonedDateTimeISO(timeZone);
