import { hourMs } from "#contract/durations.ts";
import type { Event, LeadEvent } from "#contract/events.ts";
import { limits } from "#contract/limits.ts";
import type { Author, Page, PageQuery } from "#contract/page.ts";
import type { Db, Tx } from "#server/db/db.ts";
import { perApp } from "#server/http/per-app.ts";
import type { AppContext, RequestContext } from "#server/http/context.ts";
import { fail } from "#server/lib/app-error.ts";
import { createTimedCache } from "#server/lib/timed-cache.ts";
import {
  type DetailRow,
  findEventDetail,
  findVisibleEvent,
  listEventViewers,
  listFirstGoing,
  listGoing,
  type VisibleEvent,
} from "./event-detail.store.ts";
import { toProposal } from "./event-proposals.store.ts";
import { type EventViewer, listEvents, toEventCard } from "./event-rows.store.ts";
import { toTicketCode } from "./event-tickets.ts";
import { toLocalTime } from "./event-times.ts";

/** The caller, for the visibility rule. */
export function eventViewerOf(context: Pick<RequestContext, "viewer" | "clock">): EventViewer {
  const { viewer, clock } = context;
  return { userId: viewer?.userId ?? null, isAdmin: viewer?.role === "admin", now: clock.now() };
}

/** The event, when it exists and the caller may open it. */
export function findEventFor(
  context: Pick<RequestContext, "viewer" | "clock">,
  db: Tx | RequestContext["db"],
  eventId: string,
): Promise<VisibleEvent | undefined> {
  return findVisibleEvent(db, eventViewerOf(context), eventId);
}

/** The count of the event's comments, or null if the member may not open it, without the rights of an admin. */
export async function countEventComments(
  app: Pick<RequestContext, "db" | "clock">,
  userId: string,
  eventId: string,
): Promise<number | null> {
  const viewer = { userId, isAdmin: false, now: app.clock.now() };
  return (await findVisibleEvent(app.db, viewer, eventId))?.commentsCount ?? null;
}

/**
 * Those of the members who may open the event at this moment and, where an author is named, are not across a block from
 * that author.
 */
export function listPermittedEventViewers(
  app: Pick<RequestContext, "db" | "clock">,
  userIds: string[],
  about: { eventId: string; authorId?: string },
): Promise<string[]> {
  return listEventViewers(app.db, userIds, { ...about, now: app.clock.now() });
}

/** The public data of an event, for link previews and search engines. */
export async function findPublicEvent(
  app: Pick<RequestContext, "db" | "clock">,
  eventId: string,
): Promise<DetailRow | undefined> {
  const viewer = { userId: null, isAdmin: false, now: app.clock.now() };
  return findEventDetail(app.db, viewer, eventId);
}

async function findLeadEvent(db: Db, viewer: EventViewer): Promise<LeadEvent | null> {
  const upcoming = { when: "upcoming" } as const;
  const [featured] = (await listEvents(db, viewer, { ...upcoming, isFeatured: true }, { limit: 1 })).items;
  const event = featured ?? (await listEvents(db, viewer, upcoming, { limit: 1 })).items[0];
  if (!event?.startsAt || !event.timeZone) return null;
  return { ...event, startsLocal: toLocalTime(new Date(event.startsAt), event.timeZone) };
}

/** The event that the landing page leads to: the featured one while it is ahead, else the soonest; null without any. */
export async function getLeadEvent(context: RequestContext): Promise<{ event: LeadEvent | null }> {
  return { event: await findLeadEvent(context.db, eventViewerOf(context)) };
}

const leadEvents = perApp((app: AppContext) =>
  createTimedCache(10_000, () => findLeadEvent(app.db, { userId: null, isAdmin: false, now: app.clock.now() })),
);

/** The same as a visitor sees it, read at most every ten seconds. */
export function findCachedLeadEvent(app: AppContext): Promise<LeadEvent | null> {
  return leadEvents(app)();
}

/**
 * One event whole, as the caller may see it.
 *
 * @throws event.not_found
 */
export async function getEvent(context: RequestContext, eventId: string): Promise<Event> {
  const row = (await findEventDetail(context.db, eventViewerOf(context), eventId)) ?? fail("event.not_found");
  const going = await listFirstGoing(context.db, context.userId, eventId);
  return toEvent(context, row, going);
}

/** The event as visitors see it, for the page that the server renders; undefined where they may not open it. */
export async function findEventForVisitors(app: AppContext, eventId: string): Promise<Event | undefined> {
  const visitor = { ...app, viewer: null, userId: null };
  const row = await findPublicEvent(app, eventId);
  return row && toEvent(visitor, row, await listFirstGoing(app.db, null, eventId));
}

type EventContext = Pick<RequestContext, "viewer" | "userId" | "clock" | "secrets">;

function toEvent(context: EventContext, row: DetailRow, going: Author[]): Event {
  const { viewer, clock } = context;
  const canEdit = viewer !== null && (viewer.role === "admin" || viewer.userId === row.organiser.id);
  const local = (at: Date | null) => (at && row.time_zone ? toLocalTime(at, row.time_zone) : null);
  return {
    ...toEventCard(row),
    attendance: toAttendance(context, row),
    description: row.description,
    address: row.address,
    writtenCoverAlt: row.cover_alt,
    startsLocal: local(row.starts_at),
    endsLocal: local(row.ends_at),
    waitingCount: row.waiting_count,
    isFull: row.is_full,
    commentsCount: row.comments_count,
    outfitsCount: row.outfits_count,
    going,
    cancelReason: row.cancel_reason,
    reviewNote: canEdit ? row.review_note : null,
    proposal: canEdit ? toProposal(row.proposal) : null,
    isOpen: takesReplies(row, clock.now()),
    isCheckInOpen: isCheckInOpen(row, clock.now()),
    canEdit,
    canDelete: canEdit && row.published_at === null,
    canConfirm: canEdit,
    createdAt: row.created_at.toISOString(),
    updatedAt: row.updated_at.toISOString(),
  };
}

/** The caller's own reply; only who has a seat has a ticket. */
function toAttendance({ secrets, userId }: EventContext, row: DetailRow): Event["attendance"] {
  const { attendance: state, ticket } = row;
  if (state === null || userId === null) return null;
  const isGoing = state === "going";
  return {
    state,
    position: isGoing ? null : row.position,
    ticketCode: isGoing && ticket ? toTicketCode(secrets, row.id, userId, ticket) : null,
    checkedInAt: row.checked_in_at?.toISOString() ?? null,
  };
}

interface Timed {
  status: string;
  cancelled_at: Date | null;
  starts_at: Date | null;
  ends_at: Date | null;
}

function takesReplies(event: Timed, now: Date): boolean {
  return event.status === "published" && event.cancelled_at === null && event.ends_at !== null && event.ends_at > now;
}

/** Whether attendance can be confirmed: from some hours before the start until a day after the end, for devices without network. */
export function isCheckInOpen(event: Timed, now: Date): boolean {
  if (event.status !== "published" || event.cancelled_at !== null || !event.starts_at || !event.ends_at) return false;
  const opensAt = event.starts_at.getTime() - limits.checkInOpensHours * hourMs;
  const closesAt = event.ends_at.getTime() + limits.checkInClosesHours * hourMs;
  return now.getTime() >= opensAt && now.getTime() <= closesAt;
}

/**
 * One page of attendees whom the caller may see, in the order of their replies.
 *
 * @throws event.not_found
 */
export async function listAttendees(
  context: RequestContext,
  eventId: string,
  query: PageQuery,
): Promise<Page<{ id: string; member: Author }> & { goingCount: number }> {
  const event = (await findEventFor(context, context.db, eventId)) ?? fail("event.not_found");
  return { ...(await listGoing(context.db, context.userId, eventId, query)), goingCount: event.goingCount };
}
