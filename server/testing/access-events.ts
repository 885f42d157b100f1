import { type AccessRow, everyone, forbiddenBut, members } from "./access-row.ts";
import type { Scene } from "./access-scene.ts";

const onEvent =
  (path = "") =>
  (scene: Scene) => ({ url: `/api/events/${scene.aEvent}${path}` });
const onSubmitted =
  (path = "") =>
  (scene: Scene) => ({ url: `/api/events/${scene.aSubmittedEvent}${path}` });
const ownerOnly = forbiddenBut(403, { A: 200, M: 200 });
const submittedOnly = forbiddenBut(404, { A: 200, M: 200 });
const adminOnly = forbiddenBut(403, { M: 200 });

const form = (scene: Scene) => ({
  intent: "submit",
  title: `${scene.word} anew`,
  style: "Casual",
  location: "Elsewhere",
  startsAt: "2035-05-05T19:00",
  endsAt: "2035-05-05T22:00",
  timeZone: "Europe/Lisbon",
});

/** Events: published ones are for everyone, all others for their organiser and admins. */
export const eventRows: AccessRow[] = [
  {
    endpoint: "GET /api/events",
    on: "all events",
    request: (scene) => ({ url: `/api/events?search=${scene.word}` }),
    outcome: everyone,
    shows: ({ json }, _actor, scene) =>
      json.items.some(({ id }) => id === scene.aEvent) && json.items.every(({ id }) => id !== scene.aSubmittedEvent),
  },
  {
    endpoint: "GET /api/events/months/:month",
    on: "a month",
    request: () => ({ url: "/api/events/months/2035-05" }),
    outcome: everyone,
  },
  { endpoint: "GET /api/events/:eventId", on: "aEvent", request: onEvent(), outcome: everyone },
  {
    endpoint: "GET /api/events/:eventId",
    on: "aSubmittedEvent",
    request: onSubmitted(),
    outcome: { anon: 404, A: 200, B: 404, P: 404, M: 200 },
  },
  { endpoint: "GET /api/events/:eventId/attendees", on: "aEvent", request: onEvent("/attendees"), outcome: everyone },
  { endpoint: "GET /api/events/:eventId/outfits", on: "aEvent", request: onEvent("/outfits"), outcome: everyone },
  {
    endpoint: "PUT /api/events/:eventId/outfits/:outfitId",
    on: "aEvent and A's outfit",
    request: (scene) => onEvent(`/outfits/${scene.aOutfit}`)(scene),
    outcome: forbiddenBut(403, { A: 200 }),
  },
  {
    endpoint: "DELETE /api/events/:eventId/outfits/:outfitId",
    on: "aEvent and B's outfit",
    request: (scene) => onEvent(`/outfits/${scene.bOutfit}`)(scene),
    outcome: forbiddenBut(403, { A: 200, B: 200, M: 200 }),
    isOnce: true,
  },
  {
    endpoint: "GET /api/events/:eventId/comments",
    on: "aEvent",
    request: onEvent("/comments"),
    outcome: everyone,
  },
  {
    endpoint: "POST /api/events/:eventId/comments",
    on: "aEvent",
    request: (scene) => ({ ...onEvent("/comments")(scene), body: { content: "See you there" } }),
    outcome: members,
  },
  {
    endpoint: "GET /api/me/events",
    on: "own events",
    request: () => ({ url: "/api/me/events?as=organiser" }),
    outcome: members,
    shows: ({ json }, actor, scene) => json.items.some(({ id }) => id === scene.aSubmittedEvent) === (actor === "A"),
  },
  {
    endpoint: "POST /api/events",
    on: "a draft",
    request: (scene) => ({ url: "/api/events", body: { intent: "draft", title: scene.word } }),
    outcome: members,
  },
  {
    endpoint: "PUT /api/events/:eventId",
    on: "aEvent",
    request: (scene) => ({ ...onEvent()(scene), body: form(scene) }),
    outcome: ownerOnly,
  },
  {
    endpoint: "PUT /api/events/:eventId",
    on: "aSubmittedEvent",
    request: (scene) => ({ ...onSubmitted()(scene), body: form(scene) }),
    outcome: submittedOnly,
  },
  {
    endpoint: "DELETE /api/events/:eventId",
    on: "aEvent",
    request: onEvent(),
    outcome: forbiddenBut(403, { A: 409, M: 409 }),
  },
  {
    endpoint: "DELETE /api/events/:eventId",
    on: "aSubmittedEvent",
    request: onSubmitted(),
    outcome: submittedOnly,
    isOnce: true,
  },
  { endpoint: "POST /api/events/:eventId/copies", on: "aEvent", request: onEvent("/copies"), outcome: ownerOnly },
  {
    endpoint: "POST /api/events/:eventId/withdrawal",
    on: "aSubmittedEvent",
    request: onSubmitted("/withdrawal"),
    outcome: submittedOnly,
    isOnce: true,
  },
  {
    endpoint: "POST /api/events/:eventId/cancellation",
    on: "aEvent",
    request: (scene) => ({ ...onEvent("/cancellation")(scene), body: { reason: null } }),
    outcome: ownerOnly,
    isOnce: true,
  },
  {
    endpoint: "PUT /api/events/:eventId/attendance",
    on: "aEvent",
    request: onEvent("/attendance"),
    outcome: { ...members, B: "idle" },
  },
  {
    endpoint: "DELETE /api/events/:eventId/attendance",
    on: "aEvent",
    request: onEvent("/attendance"),
    outcome: { anon: 401, A: "idle", B: 200, P: "idle", M: "idle" },
  },
  {
    endpoint: "GET /api/events/:eventId/check-in",
    on: "aEvent",
    request: onEvent("/check-in"),
    outcome: ownerOnly,
  },
  {
    endpoint: "POST /api/events/:eventId/check-ins",
    on: "B's ticket",
    request: (scene) => ({ ...onEvent("/check-ins")(scene), body: { code: scene.bTicket } }),
    outcome: ownerOnly,
  },
  {
    endpoint: "GET /api/me/calendar-feed",
    on: "own calendar",
    request: () => ({ url: "/api/me/calendar-feed" }),
    outcome: members,
  },
  {
    endpoint: "POST /api/me/calendar-feed/rotation",
    on: "own calendar",
    request: () => ({ url: "/api/me/calendar-feed/rotation" }),
    outcome: members,
  },
  {
    endpoint: "GET /api/admin/events",
    on: "the review queue",
    request: () => ({ url: "/api/admin/events?status=submitted" }),
    outcome: adminOnly,
  },
  {
    endpoint: "GET /api/admin/events/:eventId",
    on: "aSubmittedEvent",
    request: (scene) => ({ url: `/api/admin/events/${scene.aSubmittedEvent}` }),
    outcome: adminOnly,
  },
  {
    endpoint: "POST /api/admin/events/:eventId/publication",
    on: "aSubmittedEvent",
    request: (scene) => ({
      url: `/api/admin/events/${scene.aSubmittedEvent}/publication`,
      body: scene.lookedAt,
    }),
    outcome: adminOnly,
  },
  {
    endpoint: "POST /api/admin/events/:eventId/change-request",
    on: "aSubmittedEvent",
    request: (scene) => ({
      url: `/api/admin/events/${scene.aSubmittedEvent}/change-request`,
      body: { ...scene.lookedAt, note: "Where exactly?" },
    }),
    outcome: adminOnly,
  },
  {
    endpoint: "POST /api/admin/events/:eventId/withdrawal",
    on: "aEvent",
    request: (scene) => ({ url: `/api/admin/events/${scene.aEvent}/withdrawal`, body: { note: "Spam" } }),
    outcome: adminOnly,
  },
  {
    endpoint: "PUT /api/admin/events/:eventId/featured",
    on: "aEvent",
    request: (scene) => ({ url: `/api/admin/events/${scene.aEvent}/featured`, body: { isFeatured: true } }),
    outcome: adminOnly,
  },
  {
    endpoint: "GET /api/events/lead",
    on: "the site",
    request: () => ({ url: "/api/events/lead" }),
    outcome: everyone,
  },
  {
    endpoint: "GET /api/admin/events/:eventId/check-ins",
    on: "aEvent",
    request: (scene) => ({ url: `/api/admin/events/${scene.aEvent}/check-ins` }),
    outcome: adminOnly,
  },
];
