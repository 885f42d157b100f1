import { act, screen, waitFor } from "@testing-library/react";
import { beforeEach, expect, test } from "vitest";
import { fails, mockApi } from "#web/testing/mock-api.ts";
import { renderApp } from "#web/testing/render-app.tsx";
import { aMe, anAuthor, anEvent, aPage } from "#web/testing/samples.ts";
import { memberId, signIn } from "#web/testing/sign-in.ts";

const event = anEvent({ title: "Swap shop", organiser: anAuthor({ id: memberId }), canEdit: true });
const changed = { ...event, title: "Saved there", updatedAt: "2026-11-02T10:00:00.000Z" };

beforeEach(() => {
  signIn();
  mockApi.on("GET /api/me", aMe({ id: memberId }));
  mockApi.on("GET /api/events", { ...aPage([]), correction: null, placeCorrection: null });
  mockApi.on("GET /api/events/:eventId", event);
});

const openForm = () => renderApp(`/events/${event.id}/edit`);
const titleField = () => screen.findByLabelText(/^Title/);

test("an edit begins with the server's own reply", async () => {
  await openForm();
  expect(await titleField()).toHaveProperty("value", "Swap shop");
  expect(mockApi.requests("GET /api/events/:eventId").map(({ cache }) => cache)).toEqual(["no-store"]);
});

test("what is typed stays when an admin changes the event, but is not restored on top of that change", async () => {
  const { user, queryClient, router, unmount } = await openForm();
  await user.type(await titleField(), ", typed here");
  mockApi.on("GET /api/events/:eventId", changed);
  // As when a lost connection is back.
  await act(() => queryClient.invalidateQueries());
  // As 'Skip to content' does when it is pressed again.
  for (const hash of ["#main", "#main"]) {
    await act(async () => router.history.push(`/events/${event.id}/edit${hash}`));
    await waitFor(() => expect(router.state.isLoading).toBe(false));
  }
  expect(await titleField()).toHaveProperty("value", "Swap shop, typed here");
  await user.type(await titleField(), "!");
  unmount();

  await openForm();
  expect(await titleField()).toHaveProperty("value", "Saved there");
});

test("a restored edit shows the cover at the address that it has now", async () => {
  const { user, unmount } = await openForm();
  await user.type(await titleField(), ", typed here");
  unmount();
  mockApi.on("GET /api/events/:eventId", {
    ...event,
    cover: event.cover && { ...event.cover, url: "/media/new.webp" },
  });
  await openForm();
  expect(await titleField()).toHaveProperty("value", "Swap shop, typed here");
  expect(screen.getByRole("img", { name: "Your cover" }).getAttribute("src")).toBe("/media/new.webp");
});

test("an edit that fails to load does not begin with what an earlier one loaded", async () => {
  const { user, router } = await openForm();
  await titleField();
  await act(() => router.navigate({ to: "/events" }));
  mockApi.on("GET /api/events/:eventId", fails("internal"));
  await act(() => router.navigate({ to: "/events/$eventId/edit", params: { eventId: event.id } }));
  expect(await screen.findByText("Failed to load event")).toBeTruthy();
  expect(screen.queryByLabelText(/^Title/)).toBeNull();
  mockApi.on("GET /api/events/:eventId", changed);
  await user.click(screen.getByRole("button", { name: "Try again" }));
  expect(await titleField()).toHaveProperty("value", "Saved there");
});
