import { EventEditHeaders, EventForm, NewEventForm, optionalText } from "./event-form.ts";
import { z } from "zod";
import { endpoint } from "./endpoint.ts";
import { eventStyles, limits } from "./limits.ts";
import { Picture } from "./media.ts";
import { OutfitCard } from "./outfits.ts";
import { Author, Done, Id, IsoTime, page, pageLimit, PageQuery } from "./page.ts";

/** The stages of a submission. A cancelled event stays published and says that it is cancelled. */
export const EventStatus = z.enum(["draft", "submitted", "changes_requested", "published", "withdrawn"]);
export type EventStatus = z.infer<typeof EventStatus>;

const StyleName = z.object({ id: Id, name: z.string() });
const AttendanceState = z.enum(["going", "waiting"]);

/** An event as lists show it. Of a draft any part but the title may be missing. */
export const EventCard = z.object({
  id: Id,
  title: z.string(),
  status: EventStatus,
  cover: Picture.nullable(),
  coverAlt: z.string().describe("The organiser's words, or the title"),
  startsAt: IsoTime.nullable(),
  endsAt: IsoTime.nullable(),
  timeZone: z.string().nullable().describe("IANA name; the event happens by this clock"),
  location: z.string().nullable(),
  style: StyleName.nullable(),
  organiser: Author,
  capacity: z.number().int().nullable().describe("Null: no limit"),
  goingCount: z.number().int(),
  isCancelled: z.boolean(),
  attendance: AttendanceState.nullable().describe("The caller's; null for a visitor"),
});
export type EventCard = z.infer<typeof EventCard>;

/** The event that the landing page leads to. */
export const LeadEvent = EventCard.extend({ startsLocal: z.string().describe("YYYY-MM-DDTHH:mm by its clock") });
export type LeadEvent = z.infer<typeof LeadEvent>;

/** A member's seat, or place on the waiting list. */
const Attendance = z.object({
  state: AttendanceState,
  position: z.number().int().nullable().describe("On the waiting list, from 1; null for those who have a seat"),
  ticketCode: z.string().nullable().describe("16 letters and digits; only with a seat"),
  checkedInAt: IsoTime.nullable(),
});

/** New words and a new cover of a published event, which wait for an admin. */
export const EventProposal = z.object({
  title: z.string(),
  description: z.string().nullable(),
  writtenCoverAlt: z.string().nullable(),
  cover: Picture.nullable().describe("Null: it stays"),
  isWaiting: z.boolean().describe("An admin has to look at it; else the member has to change something"),
});
export type EventProposal = z.infer<typeof EventProposal>;

/** One event whole, as the caller may see it. */
export const Event = EventCard.omit({ attendance: true }).extend({
  attendance: Attendance.nullable(),
  description: z.string().nullable(),
  address: z.string().nullable(),
  writtenCoverAlt: z.string().nullable().describe("Only what the organiser wrote, for the form"),
  startsLocal: z.string().nullable().describe("YYYY-MM-DDTHH:mm by the event's clock"),
  endsLocal: z.string().nullable().describe("YYYY-MM-DDTHH:mm by the event's clock"),
  waitingCount: z.number().int(),
  isFull: z.boolean().describe("A reply gets a place on the waiting list, not a seat"),
  commentsCount: z.number().int(),
  outfitsCount: z.number().int().describe("Posted for this event, of those that the caller may see"),
  going: z.array(Author).describe("The first few of those whom the caller may see"),
  cancelReason: z.string().nullable(),
  reviewNote: z.string().nullable().describe("To the organiser and admins only"),
  proposal: EventProposal.nullable().describe("To the organiser and admins only"),
  isOpen: z.boolean().describe("Whether it takes replies now: published, not cancelled, not over"),
  isCheckInOpen: z.boolean(),
  canEdit: z.boolean().describe("The caller is the organiser or an admin"),
  canDelete: z.boolean().describe("The caller may delete it: as canEdit, while it was never published"),
  canConfirm: z.boolean().describe("The caller may confirm attendance: the organiser or an admin"),
  createdAt: IsoTime,
  updatedAt: IsoTime,
});
export type Event = z.infer<typeof Event>;

export const EventSearch = z.strictObject({
  search: z
    .string()
    .trim()
    .max(limits.searchCharsMax)
    .optional()
    .describe("On title and location; forgives typing errors"),
  style: z.enum(eventStyles).optional(),
  near: z
    .string()
    .trim()
    .max(limits.locationCharsMax)
    .optional()
    .describe("A place's name, as profiles have it; forgives typing errors"),
});

/** Filters narrow each other. */
export const EventQuery = PageQuery.extend({
  ...EventSearch.shape,
  when: z.enum(["upcoming", "past", "any"]).default("upcoming"),
  from: z.iso.date().optional().describe("The first day, by each event's own clock"),
  to: z.iso.date().optional().describe("The last day"),
});
export type EventQuery = z.output<typeof EventQuery>;

const EventDay = z.object({
  date: z.string().describe("YYYY-MM-DD"),
  count: z.number().int(),
  events: z.array(EventCard.pick({ id: true, title: true, startsAt: true, timeZone: true, style: true })),
});
/** What a search took its words for. */
const corrections = {
  correction: z.string().nullable().describe("What the words probably mean, where no event holds them"),
  placeCorrection: z.string().nullable().describe("The place that `near` probably means, where no event is there"),
};

export const EventMonth = z.object({
  month: z.string(),
  ...corrections,
  days: z
    .array(EventDay)
    .describe("Days on which events start, by each event's own clock, each with its first few events"),
});
export type EventMonth = z.infer<typeof EventMonth>;

/** Somebody with a seat, as the check-in screen lists them. */
export const CheckInEntry = z.object({
  id: Id.describe("The member's"),
  member: Author,
  ticketHash: z
    .string()
    .describe("SHA-256 of the ticket's code, hexadecimal: a device without network knows a good ticket"),
  checkedInAt: IsoTime.nullable(),
  confirmedBy: Author.nullable(),
});
export type CheckInEntry = z.infer<typeof CheckInEntry>;

const CheckInResult = z.object({
  outcome: z.enum(["confirmed", "already"]).describe("A ticket counts once, also on two devices at the same moment"),
  member: Author,
  checkedInAt: IsoTime,
  checkedInCount: z.number().int(),
});
export type CheckInResult = z.infer<typeof CheckInResult>;

const CalendarFeed = z.object({
  url: z.string().describe("The caller's private iCalendar feed: events they are going to or organise"),
  rotatedAt: IsoTime.nullable().describe("Since when the address is this one; null: it is the first"),
});
export type CalendarFeed = z.infer<typeof CalendarFeed>;

const params = z.strictObject({ eventId: Id });
const changeErrors = ["auth.required", "event.not_found", "event.not_owner", "event.wrong_status"] as const;

export const eventEndpoints = {
  list: endpoint("GET", "/api/events", {
    summary: "Lists published events: upcoming ones soonest first, past ones latest first",
    query: EventQuery,
    reply: page(EventCard).extend(corrections),
    errors: ["rate.limited"],
  }),
  lead: endpoint("GET", "/api/events/lead", {
    summary: "Gets the event that the landing page links to: the featured one while it is ahead, else the soonest",
    reply: z.object({ event: LeadEvent.nullable() }),
  }),
  month: endpoint("GET", "/api/events/months/:month", {
    summary: "Lists the days of a month on which events start",
    params: z.strictObject({ month: z.string().regex(/^\d{4}-(0[1-9]|1[0-2])$/, "YYYY-MM") }),
    query: EventSearch,
    reply: EventMonth,
    errors: ["rate.limited"],
  }),
  get: endpoint("GET", "/api/events/:eventId", {
    summary: "Gets an event",
    params,
    reply: Event,
    errors: ["event.not_found"],
  }),
  attendees: endpoint("GET", "/api/events/:eventId/attendees", {
    summary: "Lists who is going, of those whom the caller may see, in the order in which they replied, and counts all",
    params,
    query: PageQuery,
    reply: page(z.object({ id: Id, member: Author })).extend({ goingCount: z.number().int() }),
    errors: ["event.not_found"],
  }),
  outfits: endpoint("GET", "/api/events/:eventId/outfits", {
    summary: "Lists what to wear: outfits that were posted for this event, newest first",
    params,
    query: PageQuery,
    reply: page(OutfitCard),
    errors: ["event.not_found"],
  }),
  addOutfit: endpoint("PUT", "/api/events/:eventId/outfits/:outfitId", {
    summary: "Adds the caller's outfit to an event; it then leaves the event that showed it before",
    params: params.extend({ outfitId: Id }),
    reply: Done,
    limit: "attendances",
    errors: ["auth.required", "event.not_found", "outfit.not_found", "outfit.not_owner"],
  }),
  removeOutfit: endpoint("DELETE", "/api/events/:eventId/outfits/:outfitId", {
    summary: "Removes the caller's outfit from an event; organisers can remove any",
    params: params.extend({ outfitId: Id }),
    reply: Done,
    errors: ["auth.required", "event.not_found", "outfit.not_found", "auth.forbidden"],
  }),
  own: endpoint("GET", "/api/me/events", {
    summary:
      "Lists the events that the caller organises, drafts too, newest first; or those they replied to, soonest first",
    query: PageQuery.extend({ as: z.enum(["organiser", "attendee"]) }),
    reply: page(EventCard),
    errors: ["auth.required"],
  }),
  create: endpoint("POST", "/api/events", {
    summary: "Saves a draft, or submits an event; business members and admins publish at once",
    body: NewEventForm,
    reply: Event,
    limit: "events",
    errors: [...changeErrors, "event.conflict", "event.too_many_drafts", "image.not_yours"],
  }),
  edit: endpoint("PUT", "/api/events/:eventId", {
    summary: "Replaces an event; those who replied are told of a new time or place",
    params,
    headers: EventEditHeaders,
    body: EventForm,
    reply: Event,
    limit: "events",
    errors: [...changeErrors, "event.conflict", "image.not_yours"],
  }),
  remove: endpoint("DELETE", "/api/events/:eventId", {
    summary: "Deletes the caller's event that was never published",
    params,
    reply: Done,
    errors: changeErrors,
  }),
  duplicate: endpoint("POST", "/api/events/:eventId/copies", {
    summary: "Creates a draft with the texts and cover of the caller's event, without its dates",
    params,
    body: z
      .strictObject({ id: z.uuid().optional().describe("Of the copy; a second request with it gets the first copy") })
      .default({}),
    reply: Event,
    limit: "events",
    errors: [
      "auth.required",
      "event.not_found",
      "event.not_owner",
      "event.too_many_drafts",
      "image.busy",
      "image.quota",
    ],
  }),
  withdraw: endpoint("POST", "/api/events/:eventId/withdrawal", {
    summary: "Withdraws the caller's submission before it is published",
    params,
    reply: Event,
    limit: "events",
    errors: changeErrors,
  }),
  cancel: endpoint("POST", "/api/events/:eventId/cancellation", {
    summary: "Cancels a published event and tells those who replied",
    params,
    body: z.strictObject({ reason: optionalText(limits.eventCancelReasonCharsMax, "The reason") }),
    reply: Event,
    limit: "events",
    errors: changeErrors,
  }),
  attend: endpoint("PUT", "/api/events/:eventId/attendance", {
    summary: "Gives the caller a seat, or a place on the waiting list. Idempotent",
    params,
    reply: Event,
    limit: "attendances",
    errors: ["auth.required", "event.not_found", "event.not_open"],
  }),
  leave: endpoint("DELETE", "/api/events/:eventId/attendance", {
    summary: "Gives the caller's seat to the first on the waiting list. Idempotent",
    params,
    reply: Event,
    limit: "attendances",
    errors: ["auth.required", "event.not_found", "attendance.confirmed"],
  }),
  checkInList: endpoint("GET", "/api/events/:eventId/check-in", {
    summary: "Lists everyone with a seat, for the check-in screen",
    params,
    query: PageQuery.extend({ limit: pageLimit(limits.checkInPageItems) }),
    reply: page(CheckInEntry),
    errors: ["auth.required", "event.not_found", "event.not_owner"],
  }),
  checkIn: endpoint("POST", "/api/events/:eventId/check-ins", {
    summary: "Confirms attendance by a ticket's code, once; the attendee earns 100 points",
    params,
    body: z.strictObject({
      code: z.string().trim().min(1, "Enter the code on the ticket").max(200, "This isn't a ticket code"),
    }),
    reply: CheckInResult,
    limit: "checkIns",
    errors: [
      "auth.required",
      "event.not_found",
      "event.not_owner",
      "checkin.not_open",
      "ticket.not_valid",
      "ticket.is_own",
    ],
  }),
  feed: endpoint("GET", "/api/me/calendar-feed", {
    summary: "Gets the address of the caller's private calendar",
    reply: CalendarFeed,
    errors: ["auth.required"],
  }),
  rotateFeed: endpoint("POST", "/api/me/calendar-feed/rotation", {
    summary: "Creates a new address for the caller's private calendar; the former one ends",
    reply: CalendarFeed,
    limit: "calendars",
    errors: ["auth.required"],
  }),
};
