import { mockApi } from "./mock-api.ts";
import { aMe, anAuthor, anEvent, aPage, aProfile } from "./samples.ts";
import { memberId, signIn } from "./sign-in.ts";

/** An event of the member who is signed in, and as it is once it was saved elsewhere. */
export const ownEvent = anEvent({ title: "Swap shop", organiser: anAuthor({ id: memberId }), canEdit: true });
export const changedEvent = { ...ownEvent, title: "Saved there", updatedAt: "2026-11-02T10:00:00.000Z" };

/** Signs its organiser in and answers the reads of its pages. */
export function mockOwnEvent(): void {
  signIn();
  mockApi.on("GET /api/me", aMe({ id: memberId }));
  mockApi.on("GET /api/events/:eventId", ownEvent);
  mockApi.on("GET /api/events/:eventId/comments", aPage([]));
  mockApi.on("GET /api/events/:eventId/outfits", aPage([]));
  mockApi.on("GET /api/profiles/:username", aProfile(ownEvent.organiser));
}
