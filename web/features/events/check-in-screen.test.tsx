import { screen, waitFor, within } from "@testing-library/react";
import { expect, onTestFinished, test, vi } from "vitest";
import { mockApi } from "#web/testing/mock-api.ts";
import { renderApp } from "#web/testing/render-app.tsx";
import { aMe, anAuthor, anEvent, aPage } from "#web/testing/samples.ts";
import { signIn } from "#web/testing/sign-in.ts";

test("a door that is opened early notices when check-in opens", async () => {
  vi.useFakeTimers({ shouldAdvanceTime: true, toFake: ["setInterval", "clearInterval"] });
  onTestFinished(() => void vi.useRealTimers());
  signIn();
  const event = anEvent({ canConfirm: true, isCheckInOpen: false });
  mockApi.on("GET /api/me", aMe());
  mockApi.on("GET /api/events/:eventId", event);
  mockApi.on("GET /api/events/:eventId/check-in", aPage([]));
  await renderApp(`/events/${event.id}/check-in`);
  const note = /^Check-in opens 3 hours before the start/;
  expect(await screen.findByText(note)).toBeTruthy();
  mockApi.on("GET /api/events/:eventId", { ...event, isCheckInOpen: true });
  await vi.advanceTimersByTimeAsync(15_000);
  await waitFor(() => expect(screen.queryByText(note)).toBeNull());
});

test("a confirmed ticket marks its row, and the list is not loaded at each", async () => {
  vi.useFakeTimers({ shouldAdvanceTime: true, toFake: ["setInterval", "clearInterval"] });
  onTestFinished(() => void vi.useRealTimers());
  signIn();
  const event = anEvent({ canConfirm: true });
  const guests = ["leo", "noor"].map((username) => anAuthor({ username }));
  const entries = guests.map((member) => ({
    id: member.id,
    member,
    ticketHash: "",
    checkedInAt: null,
    confirmedBy: null,
  }));
  let arrived = 0;
  mockApi.on("GET /api/me", aMe({ username: "mia" }));
  mockApi.on("GET /api/events/:eventId", event);
  mockApi.on("GET /api/events/:eventId/check-in", aPage(entries));
  mockApi.on("POST /api/events/:eventId/check-ins", () => ({
    outcome: "confirmed",
    member: guests[arrived++] ?? expect.fail(),
    checkedInAt: new Date().toISOString(),
    checkedInCount: arrived,
  }));
  const { user } = await renderApp(`/events/${event.id}/check-in`);
  const list = within(await screen.findByRole("list", { name: "Attendees" }));
  const row = async (place: number) => (await list.findAllByRole("listitem"))[place]?.textContent;
  const loads = () => mockApi.requests("GET /api/events/:eventId/check-in").length;
  const checkIn = async () => {
    await user.type(screen.getByRole("textbox", { name: "Ticket code" }), "ABCDEFGHJKMNPQR5");
    await user.click(screen.getByRole("button", { name: "Check in" }));
  };
  expect(await row(0)).not.toContain("by mia");
  await checkIn();
  expect(await screen.findByText("leo is in.")).toBeTruthy();
  expect(await row(0)).toContain("by mia");
  expect(screen.getByText("of 2 checked in").parentElement?.textContent).toMatch(/^1/);
  expect(loads()).toBe(1);
  // Each ticket starts the time until the next load again: an old list is loaded with the ticket.
  const later = Date.now() + 15_000;
  const clock = vi.spyOn(Date, "now").mockImplementation(() => later);
  onTestFinished(() => clock.mockRestore());
  await checkIn();
  expect(await screen.findByText("noor is in.")).toBeTruthy();
  await waitFor(() => expect(loads()).toBe(2));
});
