import { adminEventEndpoints } from "#contract/admin-events.ts";
import { eventEndpoints } from "#contract/events.ts";
import type { Serve } from "#server/http/serve.ts";
import { attendEvent, leaveEvent } from "./attendance.service.ts";
import { checkIn, listForCheckIn } from "./check-in.service.ts";
import { getCalendarFeed, rotateCalendarFeed } from "./event-calendars.service.ts";
import { listAttendees, getEvent } from "./event-detail.service.ts";
import { getEventMonth, listOwnEvents, listPublishedEvents } from "./event-lists.service.ts";
import { addEventOutfit, listEventOutfits, removeEventOutfit } from "./event-outfits.service.ts";
import {
  featureEvent,
  listEventConfirmations,
  getReview,
  listReviews,
  publishEvent,
  requestEventChanges,
  withdrawEvent,
} from "./event-review.service.ts";
import {
  cancelEvent,
  createEvent,
  duplicateEvent,
  editEvent,
  getLeadEvent,
  removeEvent,
  withdrawSubmission,
} from "./events.service.ts";

export function eventRoutes(serve: Serve): void {
  serve(eventEndpoints.list, (context, { query }) => listPublishedEvents(context, query));
  serve(eventEndpoints.lead, (context) => getLeadEvent(context));
  serve(eventEndpoints.month, (context, { params, query }) => getEventMonth(context, params.month, query));
  serve(eventEndpoints.get, (context, { params }) => getEvent(context, params.eventId));
  serve(eventEndpoints.attendees, (context, { params, query }) => listAttendees(context, params.eventId, query));
  serve(eventEndpoints.outfits, (context, { params, query }) => listEventOutfits(context, params.eventId, query));
  serve(eventEndpoints.addOutfit, (context, { params }) => addEventOutfit(context, params.eventId, params.outfitId));
  serve(eventEndpoints.removeOutfit, (context, { params }) =>
    removeEventOutfit(context, params.eventId, params.outfitId),
  );
  serve(eventEndpoints.own, (context, { query }) => listOwnEvents(context, query));
  serve(eventEndpoints.create, (context, { body }) => createEvent(context, body));
  serve(eventEndpoints.edit, (context, { params, headers, body }) =>
    editEvent(context, params.eventId, body, headers["if-match"]),
  );
  serve(eventEndpoints.remove, (context, { params }) => removeEvent(context, params.eventId));
  serve(eventEndpoints.duplicate, (context, { params, body }) => duplicateEvent(context, params.eventId, body.id));
  serve(eventEndpoints.withdraw, (context, { params }) => withdrawSubmission(context, params.eventId));
  serve(eventEndpoints.cancel, (context, { params, body }) => cancelEvent(context, params.eventId, body.reason));
  serve(eventEndpoints.attend, (context, { params }) => attendEvent(context, params.eventId));
  serve(eventEndpoints.leave, (context, { params }) => leaveEvent(context, params.eventId));
  serve(eventEndpoints.checkInList, (context, { params, query }) => listForCheckIn(context, params.eventId, query));
  serve(eventEndpoints.checkIn, (context, { params, body }) => checkIn(context, params.eventId, body.code));
  serve(eventEndpoints.feed, (context) => getCalendarFeed(context));
  serve(eventEndpoints.rotateFeed, (context) => rotateCalendarFeed(context));
}

export function adminEventRoutes(serve: Serve): void {
  serve(adminEventEndpoints.list, (context, { query }) => listReviews(context, query));
  serve(adminEventEndpoints.get, (context, { params }) => getReview(context, params.eventId));
  serve(adminEventEndpoints.publish, (context, { params, body }) => publishEvent(context, params.eventId, body));
  serve(adminEventEndpoints.requestChanges, (context, { params, body }) =>
    requestEventChanges(context, params.eventId, body),
  );
  serve(adminEventEndpoints.withdraw, (context, { params, body }) => withdrawEvent(context, params.eventId, body.note));
  serve(adminEventEndpoints.feature, (context, { params, body }) =>
    featureEvent(context, params.eventId, body.isFeatured),
  );
  serve(adminEventEndpoints.checkIns, (context, { params, query }) =>
    listEventConfirmations(context, params.eventId, query),
  );
}
