import { screen, within } from "@testing-library/react";
import { beforeEach, expect, test } from "vitest";
import type { Event } from "#contract/events.ts";
import type { Author } from "#contract/page.ts";
import { fails, mockApi } from "#web/testing/mock-api.ts";
import { renderApp } from "#web/testing/render-app.tsx";
import { aMe, anAuthor, anEvent, aPage } from "#web/testing/samples.ts";

const leo = anAuthor({ username: "leo", displayName: "Leo Brandt" });
const noor = anAuthor({ username: "noor" });
const kai = anAuthor({ username: "kai" });

const going = (members: Author[], goingCount: number, nextCursor: string | null = null) => ({
  ...aPage(
    members.map((member) => ({ id: member.id, member })),
    nextCursor,
  ),
  goingCount,
});

beforeEach(() => mockApi.on("GET /api/me", aMe()));

async function openEvent(event: Event) {
  mockApi.on("GET /api/events/:eventId", event);
  mockApi.on("GET /api/events/:eventId/outfits", aPage([]));
  mockApi.on("GET /api/events/:eventId/comments", aPage([]));
  return renderApp(`/events/${event.id}`);
}

async function openGoing(event: Event, title: string) {
  const { user } = await openEvent(event);
  await user.click(await screen.findByRole("button", { name: /Leo Brandt/ }));
  const dialog = within(await screen.findByRole("dialog", { name: title }));
  await dialog.findByRole("list", { name: "Going" });
  return dialog;
}

test("who is going is a few faces, and everybody on request, page by page; who keeps to themselves is only counted", async () => {
  mockApi.on("GET /api/events/:eventId/attendees", ({ query }) =>
    query["cursor"] === "next" ? going([kai], 4) : going([leo, noor], 4, "next"),
  );
  const { user } = await openEvent(anEvent({ goingCount: 4, going: [leo, noor] }));
  expect(await screen.findByRole("link", { name: "Leo Brandt (@leo)" })).toBeTruthy();
  await user.click(await screen.findByRole("button", { name: "Leo Brandt, noor and 2 others" }));
  const dialog = within(await screen.findByRole("dialog", { name: "4 going" }));
  const people = within(await dialog.findByRole("list", { name: "Going" }));
  expect((await people.findByRole("link", { name: /Leo Brandt ?@leo$/ })).getAttribute("href")).toBe("/profile/leo");
  await user.click(dialog.getByRole("button", { name: "Show more" }));
  expect(await people.findByRole("link", { name: /kai$/ })).toBeTruthy();
  expect(await dialog.findByText("And 1 member who keeps to themselves.")).toBeTruthy();
});

test("where everybody has given up their place, that is said", async () => {
  mockApi.on("GET /api/events/:eventId/attendees", going([], 0));
  const { user } = await openEvent(anEvent({ goingCount: 1, going: [leo] }));
  await user.click(await screen.findByRole("button", { name: /Leo Brandt/ }));
  expect(await screen.findByText("Nobody is going any more.")).toBeTruthy();
});

test("two who are all that go are named together", async () => {
  await openEvent(anEvent({ goingCount: 2, going: [leo, noor] }));
  expect(await screen.findByRole("button", { name: "Leo Brandt and noor" })).toBeTruthy();
});

test("those whom the list does not name are counted as they are now, not when the event was loaded", async () => {
  mockApi.on("GET /api/events/:eventId/attendees", going([leo], 3));
  const dialog = await openGoing(anEvent({ goingCount: 4, going: [leo] }), "3 going");
  expect(dialog.getByText("And 2 members who keep to themselves.")).toBeTruthy();
});

test("nobody is said to be missing where all others gave up their places since", async () => {
  mockApi.on("GET /api/events/:eventId/attendees", going([leo], 1));
  const dialog = await openGoing(anEvent({ goingCount: 4, going: [leo] }), "1 going");
  expect(dialog.queryByText(/to themselves/)).toBeNull();
});

test("a list that did not load can be asked for again", async () => {
  mockApi.on("GET /api/events/:eventId/attendees", fails("internal"));
  const { user } = await openEvent(anEvent({ goingCount: 1, going: [leo] }));
  await user.click(await screen.findByRole("button", { name: "Leo Brandt" }));
  expect(await screen.findByText("Couldn't load this list")).toBeTruthy();
  mockApi.on("GET /api/events/:eventId/attendees", going([leo], 1));
  await user.click(screen.getByRole("button", { name: "Try again" }));
  const dialog = within(screen.getByRole("dialog", { name: "1 going" }));
  expect(await dialog.findByRole("list", { name: "Going" })).toBeTruthy();
});
