import { dayMs } from "#contract/durations.ts";
import { type CheckedEvent, findMissing } from "#contract/event-form.ts";
import type { Issue } from "#contract/errors.ts";
import { limits } from "#contract/limits.ts";
import { AppError } from "#server/lib/app-error.ts";
import { isTimeZone, toMoment } from "./event-times.ts";
import { type EventContent, isOver, type LockedEvent } from "./events.store.ts";

/** What an event was before: the unchanged time of a published one may have passed. */
type Former = Pick<LockedEvent, "status" | "startsAt" | "endsAt" | "goingCount" | "publishedAt">;

/**
 * The form's values for the database: times become instants, and all violations are reported at
 * its field.
 *
 * @param options.needsAll Whether others will see it, so that nothing may be missing.
 * @throws request.invalid
 */
export function checkEvent(
  form: CheckedEvent,
  options: { now: Date; needsAll: boolean; held: Former | undefined },
): Omit<EventContent, "styleId"> {
  const issues: Issue[] = options.needsAll ? findMissing(form, Boolean(form.imageId)) : [];
  if (form.timeZone && !isTimeZone(form.timeZone)) issues.push(timeIssues.unknown_zone);
  const starts = readTime(form, "startsAt", issues);
  const ends = readTime(form, "endsAt", issues);
  issues.push(...checkOver(starts?.at, ends?.at, options));
  issues.push(...checkStart(starts?.at, { ...options, intent: form.intent }), ...checkDuration(starts?.at, ends?.at));
  issues.push(...checkCapacity(form.capacity, options.held));
  if (issues.length > 0) throw new AppError("request.invalid", { issues: onePerField(issues) });
  const { title, timeZone, capacity } = form;
  return {
    title,
    timeZone,
    capacity,
    ...toTexts(form),
    ...toTimes("starts", starts),
    ...toTimes("ends", ends),
  } as Omit<EventContent, "styleId">;
}

const orNull = (text: string | null): string | null => text || null;

const toTexts = ({ description, coverAlt, location, address }: CheckedEvent) => ({
  description: orNull(description),
  coverAlt: orNull(coverAlt),
  location: orNull(location),
  address: orNull(address),
});

const toTimes = (name: "starts" | "ends", moment: { at: Date; day: string } | null) => ({
  [`${name}At`]: moment?.at ?? null,
  [`${name}On`]: moment?.day ?? null,
});

const tookPlace = (held: Former | undefined, now: Date): held is Former =>
  held !== undefined && held.publishedAt !== null && isOver(held, now);

/**
 * What took place does not move, not even as a draft: its attendees replied for that time. Its end may be corrected, but not to
 * one that is ahead.
 */
function checkOver(
  startsAt: Date | undefined,
  endsAt: Date | undefined,
  { now, held }: Pick<StartOptions, "now" | "held">,
): Issue[] {
  if (!tookPlace(held, now)) return [];
  if (startsAt?.getTime() !== held.startsAt?.getTime()) return [{ path: "startsAt", message: overComplaint }];
  return endsAt && endsAt <= now ? [] : [{ path: "endsAt", message: overComplaint }];
}

/**
 * A public start must be in the future. It may have passed where it is unchanged and the event is published, or is only kept
 * for later.
 */
function checkStart(startsAt: Date | undefined, options: StartOptions): Issue[] {
  const { now, needsAll, held } = options;
  if (!needsAll || !startsAt || mayStay(startsAt, options) || startsAt > now) return [];
  return [{ path: "startsAt", message: tookPlace(held, now) ? overComplaint : "Choose a time in the future" }];
}

interface StartOptions {
  intent: CheckedEvent["intent"];
  now: Date;
  needsAll: boolean;
  held: Former | undefined;
}

const mayStay = (startsAt: Date, { intent, held }: StartOptions): boolean =>
  startsAt.getTime() === held?.startsAt?.getTime() && (held.status === "published" || intent === "draft");

const overComplaint = "This event is over. Duplicate it instead";

function checkCapacity(capacity: number | null, held: Former | undefined): Issue[] {
  if (capacity === null || !held || capacity >= held.goingCount) return [];
  return [{ path: "capacity", message: `${held.goingCount} people are going already` }];
}

const timeIssues = {
  unknown_zone: { path: "timeZone", message: "Choose a time zone from the list" },
  invalid: { message: "This day or time doesn't exist" },
  skipped: { message: "This time doesn't exist: the clocks go forward that night" },
};

function readTime(form: CheckedEvent, field: "startsAt" | "endsAt", issues: Issue[]): { at: Date; day: string } | null {
  const local = form[field];
  if (!local || !form.timeZone) return null;
  const moment = toMoment(local, form.timeZone);
  if ("at" in moment) return moment;
  issues.push({ path: field, ...timeIssues[moment.problem] });
  return null;
}

function checkDuration(startsAt: Date | undefined, endsAt: Date | undefined): Issue[] {
  if (!startsAt || !endsAt) return [];
  if (endsAt <= startsAt) return [{ path: "endsAt", message: "The end must be after the start" }];
  if (endsAt.getTime() - startsAt.getTime() <= limits.eventDurationDaysMax * dayMs) return [];
  return [{ path: "endsAt", message: `An event lasts at most ${limits.eventDurationDaysMax} days` }];
}

function onePerField(issues: Issue[]): Issue[] {
  return issues.filter((issue, index) => issues.findIndex(({ path }) => path === issue.path) === index);
}
