import { z } from "zod";
import { adminErrors } from "./admin.ts";
import { visible } from "./blank-text.ts";
import { endpoint } from "./endpoint.ts";
import { EventCard, EventProposal, EventSearch, EventStatus } from "./events.ts";
import { limits } from "./limits.ts";
import { Author, Id, IsoTime, page, PageQuery } from "./page.ts";

/** An event as the review queue lists it. */
const ReviewedEvent = EventCard.extend({
  submittedAt: IsoTime.nullable(),
  publishedAt: IsoTime.nullable(),
  updatedAt: IsoTime,
  reviewNote: z.string().nullable(),
  reviewedBy: Author.nullable(),
  reviewedAt: IsoTime.nullable().describe("When an admin last decided about it; null once its member took it back"),
  proposal: EventProposal.nullable().describe("What its member wants a published event to say"),
  isHidden: z.boolean().describe("By moderators"),
  isFeatured: z.boolean().describe("On the landing page"),
});
export type ReviewedEvent = z.infer<typeof ReviewedEvent>;

const LookedAt = z.strictObject({ updatedAt: IsoTime.describe("Of the event as it was looked at") });

const ReviewNote = z.strictObject({
  note: z
    .string()
    .trim()
    .regex(visible, "Say what should change")
    .max(limits.eventReviewNoteCharsMax, "The note must be less than 1000 characters"),
});

const params = z.strictObject({ eventId: Id });
const stepErrors = [...adminErrors, "event.not_found", "event.wrong_status"] as const;

/** For admins only. */
export const adminEventEndpoints = {
  list: endpoint("GET", "/api/admin/events", {
    summary: "Lists events for review, latest changed first",
    query: PageQuery.extend({
      status: EventStatus.optional().describe("Also published ones with a proposal of that status"),
      search: EventSearch.shape.search,
    }),
    reply: page(ReviewedEvent),
    errors: adminErrors,
  }),
  get: endpoint("GET", "/api/admin/events/:eventId", {
    summary: "Gets an event that is not a draft, as in the list",
    params,
    reply: ReviewedEvent,
    errors: [...adminErrors, "event.not_found"],
  }),
  publish: endpoint("POST", "/api/admin/events/:eventId/publication", {
    summary: "Publishes a submission, or what its member proposes for a published event, and tells them",
    params,
    body: LookedAt,
    reply: ReviewedEvent,
    errors: [...stepErrors, "event.conflict"],
  }),
  requestChanges: endpoint("POST", "/api/admin/events/:eventId/change-request", {
    summary: "Sends a submission or a proposal back with a note",
    params,
    body: ReviewNote.extend(LookedAt.shape),
    reply: ReviewedEvent,
    errors: [...stepErrors, "event.conflict"],
  }),
  withdraw: endpoint("POST", "/api/admin/events/:eventId/withdrawal", {
    summary: "Takes an event off the site; those who replied are told that it is cancelled",
    params,
    body: ReviewNote,
    reply: ReviewedEvent,
    errors: stepErrors,
  }),
  feature: endpoint("PUT", "/api/admin/events/:eventId/featured", {
    summary: "Features an upcoming event on the landing page in place of the one before, or no longer. Idempotent",
    params,
    body: z.strictObject({ isFeatured: z.boolean() }),
    reply: ReviewedEvent,
    errors: stepErrors,
  }),
  checkIns: endpoint("GET", "/api/admin/events/:eventId/check-ins", {
    summary: "Lists who confirmed whom, latest first",
    params,
    query: PageQuery,
    reply: page(
      z.object({
        id: Id,
        member: Author,
        confirmedBy: Author.nullable(),
        checkedInAt: IsoTime,
        points: z.number().int(),
      }),
    ),
    errors: [...adminErrors, "event.not_found"],
  }),
};
