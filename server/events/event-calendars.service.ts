import { createHash, timingSafeEqual } from "node:crypto";
import ical, { ICalCalendarMethod, ICalEventStatus, ICalEventTransparency } from "ical-generator";
import { dayMs } from "#contract/durations.ts";
import type { CalendarFeed } from "#contract/events.ts";
import { limits } from "#contract/limits.ts";
import { isUuid } from "#contract/uuid.ts";
import type { RequestContext, AppContext } from "#server/http/context.ts";
import { perApp } from "#server/http/per-app.ts";
import { requireMember } from "#server/http/require-member.ts";
import { createLru } from "#server/lib/lru.ts";
import { getCachedSettings } from "#server/settings/settings.service.ts";
import {
  type CalendarRow,
  type FeedVersion,
  findCalendarEvent,
  findFeedVersion,
  findFeed,
  listForMemberCalendar,
  listUpcomingForCalendar,
  raiseFeedVersion,
} from "./event-calendars.store.ts";

/** How far back a member's own calendar reaches. */
const pastDays = 60;
const refreshSeconds = 3_600;
const signatureBytes = 16;

/** An iCalendar file and its version. */
export interface CalendarFile {
  text: string;
  etag: string;
}

/** The address of one event's file. */
export const eventCalendarPath = (eventId: string): string => `/calendars/events/${eventId}.ics`;

/** One published event as a file to import; null where a visitor may not open it. */
export async function renderEventCalendar(app: AppContext, eventId: string): Promise<CalendarFile | null> {
  if (!isUuid(eventId)) return null;
  const event = await findCalendarEvent(app.db, eventId, app.clock.now());
  return event ? render(app, { name: event.title, events: [event] }) : null;
}

/** The public feed of all upcoming events. */
export async function renderPublicCalendar(app: AppContext): Promise<CalendarFile> {
  const events = await listUpcomingForCalendar(app.db, app.clock.now(), limits.eventFeedItems);
  const { siteName } = await getCachedSettings(app);
  return render(app, { name: `${siteName} events`, events });
}

/** A member's private feed; null where the address is not, or no longer, theirs. */
export async function renderMemberCalendar(app: AppContext, token: string): Promise<CalendarFile | null> {
  const userId = readToken(token)?.userId;
  if (userId === undefined) return null;
  const now = app.clock.now();
  const version = await findFeedVersion(app.db, userId, now);
  if (version === undefined || !isEqual(toToken(app, userId, version), token)) return null;
  const since = new Date(now.getTime() - pastDays * dayMs);
  const events = await listForMemberCalendar(app.db, userId, { since, now, limit: limits.eventFeedItems });
  const { siteName } = await getCachedSettings(app);
  return render(app, { name: `My ${siteName} events`, events });
}

/**
 * The address of the caller's private calendar.
 *
 * @throws auth.required
 */
export async function getCalendarFeed(context: RequestContext): Promise<CalendarFeed> {
  const { userId } = requireMember(context);
  return toFeed(context, userId, await findFeed(context.db, userId));
}

/**
 * A new address for the caller's private calendar; the former one ends at once.
 *
 * @throws auth.required
 */
export async function rotateCalendarFeed(context: RequestContext): Promise<CalendarFeed> {
  const { userId } = requireMember(context);
  return toFeed(context, userId, await raiseFeedVersion(context.db, userId, context.clock.now()));
}

function toFeed(app: AppContext, userId: string, { version, rotatedAt }: FeedVersion): CalendarFeed {
  const token = toToken(app, userId, version);
  return { url: `${app.config.publicUrl}/calendars/members/${token}.ics`, rotatedAt: rotatedAt?.toISOString() ?? null };
}

/** A member's id with a 128-bit signature over it and the URL's number: reading the database is not enough to forge it. */
function toToken({ secrets }: Pick<AppContext, "secrets">, userId: string, version: number): string {
  const signature = secrets.digest(`calendar v1|${userId}|${version}`).subarray(0, signatureBytes);
  return Buffer.concat([Buffer.from(userId.replaceAll("-", ""), "hex"), signature]).toString("base64url");
}

function readToken(token: string): { userId: string } | null {
  const bytes = Buffer.from(token, "base64url");
  if (bytes.length !== 16 + signatureBytes || bytes.toString("base64url") !== token) return null;
  const hex = bytes.toString("hex", 0, 16);
  return { userId: hex.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, "$1-$2-$3-$4-$5") };
}

const isEqual = (one: string, other: string): boolean =>
  one.length === other.length && timingSafeEqual(Buffer.from(one), Buffer.from(other));

interface Calendar {
  name: string;
  events: readonly CalendarRow[];
}

/** Of about 200 kB at most. */
const keptFilesMax = 20;
const keptFiles = perApp(() => createLru<CalendarFile>(keptFilesMax));

/** A calendar as a file, which is written once while its events stay as they are: anybody may ask for it as often as they like. */
function render(app: AppContext, calendar: Calendar): CalendarFile {
  const content = createHash("sha1").update(JSON.stringify(calendar)).digest("base64url");
  const kept = keptFiles(app).get(content);
  if (kept) return kept;
  const file = write(app, calendar);
  keptFiles(app).set(content, file);
  return file;
}

/** RFC 5545. An event's UID never changes; SEQUENCE and STATUS announce changes to calendars. Times are in UTC. */
function write(app: AppContext, { name, events }: Calendar): CalendarFile {
  const calendar = ical({
    name,
    prodId: { company: "Fash", product: "Events", language: "EN" },
    method: ICalCalendarMethod.PUBLISH,
    ttl: refreshSeconds,
  });
  for (const event of events) {
    const place = [event.location, event.address].filter(Boolean).join(", ");
    calendar.createEvent({
      id: `event-${event.id}@fash`,
      sequence: event.sequence,
      stamp: event.updatedAt,
      lastModified: event.updatedAt,
      start: event.startsAt,
      end: event.endsAt,
      summary: event.title,
      description: [event.description, `${app.config.publicUrl}/events/${event.id}`].filter(Boolean).join("\n\n"),
      location: place,
      url: `${app.config.publicUrl}/events/${event.id}`,
      status: statusOf(event),
      transparency:
        event.isCancelled || event.isWaiting ? ICalEventTransparency.TRANSPARENT : ICalEventTransparency.OPAQUE,
      categories: event.style === null ? [] : [{ name: event.style }],
    });
  }
  const text = calendar.toString();
  return { text, etag: `"${createHash("sha1").update(text).digest("base64url")}"` };
}

function statusOf({ isCancelled, isWaiting }: CalendarRow): ICalEventStatus {
  if (isCancelled) return ICalEventStatus.CANCELLED;
  return isWaiting ? ICalEventStatus.TENTATIVE : ICalEventStatus.CONFIRMED;
}
