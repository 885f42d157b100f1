import { screen, waitFor, within } from "@testing-library/react";
import { beforeEach, expect, test } from "vitest";
import { fails, mockApi } from "#web/testing/mock-api.ts";
import { renderApp } from "#web/testing/render-app.tsx";
import { aMe, anAuthor, anEvent, aPage, aProfile } from "#web/testing/samples.ts";
import { memberId, signIn } from "#web/testing/sign-in.ts";

const proposal = {
  title: "Denim repair night",
  description: "Bring your holes.",
  writtenCoverAlt: "A workbench",
  cover: { url: "/media/u/2.webp", width: 1_600, height: 1_000, thumbhash: "" },
  isWaiting: true,
};
const event = anEvent({
  title: "Swap shop",
  coverAlt: "Swap shop",
  organiser: anAuthor({ id: memberId }),
  capacity: null,
  description: null,
  proposal,
  isCheckInOpen: false,
  canEdit: true,
  canConfirm: true,
});

beforeEach(() => {
  signIn();
  mockApi.on("GET /api/events/:eventId", event);
  mockApi.on("GET /api/events/:eventId/comments", aPage([]));
  mockApi.on("GET /api/profiles/:username", aProfile(event.organiser));
  mockApi.on("GET /api/events/:eventId/outfits", aPage([]));
});

test("an organiser sees what is in review, and can withdraw it", async () => {
  mockApi.on("GET /api/me", aMe({ id: memberId }));
  mockApi.on("POST /api/events/:eventId/withdrawal", { ...event, proposal: null });
  const { user } = await renderApp(`/events/${event.id}`);
  expect((await screen.findByRole("heading", { level: 1 })).textContent).toBe("Swap shop");
  const changes = within(await screen.findByRole("region", { name: "Proposed changes" }));
  expect(changes.getByText(/These changes are in review/)).toBeTruthy();
  expect(changes.getByText("Denim repair night")).toBeTruthy();
  await user.click(screen.getByRole("button", { name: "Withdraw changes" }));
  await waitFor(() => expect(screen.queryByRole("region", { name: "Proposed changes" })).toBeNull());
});

test("an organiser is offered to delete an event only where it was never published", async () => {
  mockApi.on("GET /api/me", aMe({ id: memberId }));
  for (const canDelete of [true, false]) {
    const withdrawn = anEvent({ organiser: event.organiser, status: "withdrawn", canEdit: true, canDelete });
    mockApi.on("GET /api/events/:eventId", withdrawn);
    const { unmount } = await renderApp(`/events/${withdrawn.id}`);
    expect(await screen.findByRole("button", { name: "Duplicate" })).toBeTruthy();
    expect(screen.queryByRole("button", { name: "Delete" }) !== null).toBe(canDelete);
    unmount();
  }
});

test("an organiser's form begins with the proposed words", async () => {
  mockApi.on("GET /api/me", aMe({ id: memberId }));
  await renderApp(`/events/${event.id}/edit`);
  expect(await screen.findByLabelText(/^Title/)).toHaveProperty("value", "Denim repair night");
  expect(screen.getByText(/We review a new title, description or cover first/)).toBeTruthy();
});

test.each([
  ["event.not_found", "edit"],
  ["request.invalid", "edit"],
  ["event.not_found", "check-in"],
] as const)("after %s the screen at /%s leads to the events, without a retry", async (code, screenName) => {
  mockApi.on("GET /api/me", aMe({ id: memberId }));
  mockApi.on("GET /api/events/:eventId", fails(code));
  await renderApp(`/events/${event.id}/${screenName}`);
  expect(await screen.findByText("This event isn't available")).toBeTruthy();
  expect(screen.getByRole("link", { name: "See what's on" }).getAttribute("href")).toBe("/events");
  expect(screen.queryByRole("button", { name: "Try again" })).toBeNull();
});

test("an admin finds a published event's changes in the queue, reads and publishes them", async () => {
  mockApi.on("GET /api/me", aMe({ role: "admin", isVerified: true }));
  mockApi.on("GET /api/admin/access", { confirmedUntil: "2099-01-01T00:00:00.000Z" });
  mockApi.on("GET /api/admin/articles", aPage([]));
  const { id, title, status, cover, coverAlt, startsAt, endsAt, timeZone, location, style, organiser } = event;
  const card = { id, title, status, cover, coverAlt, startsAt, endsAt, timeZone, location, style, organiser };
  const reviewed = {
    ...card,
    capacity: null,
    goingCount: 0,
    isCancelled: false,
    attendance: null,
    submittedAt: null,
    publishedAt: event.createdAt,
    updatedAt: event.updatedAt,
    reviewNote: null,
    reviewedBy: null,
    reviewedAt: null,
    proposal,
    isHidden: false,
    isFeatured: false,
  };
  mockApi.on("GET /api/admin/events", aPage([reviewed]));
  mockApi.on("POST /api/admin/events/:eventId/publication", { ...reviewed, title: proposal.title, proposal: null });
  const { user } = await renderApp("/admin/articles");
  await user.click(await screen.findByRole("tab", { name: "Events" }));
  expect(await screen.findByText(/Changes await review/)).toBeTruthy();
  await user.click(screen.getByRole("button", { name: "Review Swap shop" }));
  expect(await screen.findByRole("region", { name: "Proposed changes" })).toBeTruthy();
  expect(screen.getByRole("button", { name: "Request changes" })).toBeTruthy();
  const confirmedBy = anAuthor({ username: "door" });
  const checkIn = { id: memberId, member: anAuthor({ username: "guest" }), checkedInAt: event.createdAt, points: 100 };
  mockApi.on("GET /api/admin/events/:eventId/check-ins", aPage([{ ...checkIn, confirmedBy }]));
  await user.click(screen.getByRole("button", { name: "Check-ins" }));
  const checkIns = within(await screen.findByRole("list", { name: "Check-ins" }));
  expect(checkIns.getByRole("listitem").textContent).toMatch(/@guest100 points.*@door/);
  await user.click(screen.getByRole("button", { name: "Publish changes" }));
  await waitFor(() => expect(mockApi.requests("POST /api/admin/events/:eventId/publication")).toHaveLength(1));
  const [request] = mockApi.requests("POST /api/admin/events/:eventId/publication");
  expect(request?.body).toEqual({ updatedAt: event.updatedAt });
});
