import { act, screen, waitFor } from "@testing-library/react";
import { beforeEach, describe, expect, test } from "vitest";
import type { Event } from "#contract/events.ts";
import { eventQueries } from "#web/data/events.ts";
import { startLiveCounts } from "#web/data/live-counts.ts";
import { fails, mockApi } from "#web/testing/mock-api.ts";
import { mockLive } from "#web/testing/mock-live.ts";
import { renderApp } from "#web/testing/render-app.tsx";
import { aMe, anEvent, aPage, aProfile } from "#web/testing/samples.ts";
import { signIn } from "#web/testing/sign-in.ts";

beforeEach(() => mockApi.on("GET /api/me", aMe()));

function openEvent(event: Event) {
  mockApi.on("GET /api/events/:eventId", event);
  mockApi.on("GET /api/profiles/:username", aProfile(event.organiser));
  mockApi.on("GET /api/events/:eventId/outfits", aPage([]));
  mockApi.on("GET /api/events/:eventId/comments", aPage([]));
  return renderApp(`/events/${event.id}`);
}

describe("a reply", () => {
  test("that waits follows the news that a place is free, without a reload", async () => {
    signIn();
    const live = await mockLive();
    const waiting = { state: "waiting", position: 1, ticketCode: null, checkedInAt: null } as const;
    const event = anEvent({ capacity: 1, goingCount: 1, waitingCount: 1, attendance: waiting });
    const { queryClient } = await openEvent(event);
    startLiveCounts(queryClient);
    expect(await screen.findByText(/You are number 1 on the waiting list/)).toBeTruthy();
    const going = { ...waiting, state: "going", position: null, ticketCode: "XSQ7RKA981X5B1CJ" } as const;
    mockApi.on("GET /api/events/:eventId", { ...event, waitingCount: 0, attendance: going });
    await live.tell("notifications", { unreadCount: 1 });
    expect(await screen.findByText(/^You are going\./)).toBeTruthy();
  });

  test("replaces the button, and the focus stays there, as when it is taken back", async () => {
    signIn();
    const event = anEvent();
    const attendance = { state: "going", position: null, ticketCode: null, checkedInAt: null } as const;
    mockApi.on("PUT /api/events/:eventId/attendance", { ...event, attendance });
    mockApi.on("DELETE /api/events/:eventId/attendance", event);
    const { user } = await openEvent(event);
    const expectFocus = () =>
      waitFor(() => expect(document.activeElement).toBe(screen.getByRole("region", { name: "Attendance" })));
    await user.click(await screen.findByRole("button", { name: "I'm going" }));
    await expectFocus();
    await user.click(screen.getByRole("button", { name: "I can't make it" }));
    await user.click(screen.getByRole("button", { name: "Give it up" }));
    await screen.findByRole("button", { name: "I'm going" });
    await expectFocus();
  });

  test.each([
    [1, 0, "The only place is taken."],
    [40, 0, "All 40 places are taken."],
    [40, 2, "All 40 places are taken. 2 waiting."],
  ])("to an event of %i with %i waiting says '%s'", async (capacity, waitingCount, words) => {
    await openEvent(anEvent({ capacity, goingCount: capacity, waitingCount, isFull: true }));
    expect(await screen.findByText(words)).toBeTruthy();
  });

  test("gets a free seat that nobody who waits may take", async () => {
    await openEvent(anEvent({ capacity: 40, goingCount: 39, waitingCount: 1 }));
    expect(await screen.findByRole("button", { name: "I'm going" })).toBeTruthy();
    expect(screen.getByText("1 of 40 places left.")).toBeTruthy();
  });

  test.each([
    [0, 0],
    [1, 1],
  ])("that is taken back while %i wait says who gets the place", async (waitingCount, notes) => {
    signIn();
    const attendance = { state: "going", position: null, ticketCode: null, checkedInAt: null } as const;
    const { user } = await openEvent(anEvent({ waitingCount, attendance }));
    await user.click(await screen.findByRole("button", { name: "I can't make it" }));
    await screen.findByRole("button", { name: "Give it up" });
    expect(screen.queryAllByText("It goes to the next person on the waiting list.")).toHaveLength(notes);
  });

  test("is not asked of the organiser while all places are taken", async () => {
    signIn();
    const full = anEvent({ capacity: 40, goingCount: 40, isFull: true, canConfirm: true });
    mockApi.on("GET /api/me", aMe({ id: full.organiser.id }));
    await openEvent(full);
    expect(await screen.findByText("All 40 places are taken.")).toBeTruthy();
    await screen.findByRole("link", { name: "Check in" });
    expect(screen.queryByRole("button", { name: "Join the waiting list" })).toBeNull();
  });
});

test("an event that is gone since is not shown from the cache", async () => {
  const event = anEvent();
  const { queryClient } = await openEvent(event);
  await screen.findByRole("heading", { name: event.title, level: 1 });
  mockApi.on("GET /api/events/:eventId", fails("event.not_found"));
  await act(() => queryClient.refetchQueries(eventQueries.detail(event.id)));
  expect(await screen.findByText("This event isn't available")).toBeTruthy();
  expect(screen.queryByRole("heading", { name: event.title })).toBeNull();
});
