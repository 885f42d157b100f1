import { screen, waitFor, within } from "@testing-library/react";
import { beforeEach, expect, test } from "vitest";
import { setShortcuts } from "#web/lib/shortcut-choice.ts";
import { fails, mockApi } from "#web/testing/mock-api.ts";
import { renderApp } from "#web/testing/render-app.tsx";
import { aComment, aMe, anEvent, anOutfit, anOutfitCard, aPage, aProfile, aStyle } from "#web/testing/samples.ts";
import { signIn } from "#web/testing/sign-in.ts";
import { listenForShortcuts } from "./keyboard-shortcuts.ts";

beforeEach(() => {
  mockApi.on("GET /api/outfits", aPage([]));
  mockApi.on("GET /api/styles", { items: [aStyle()] });
});

async function open(address = "/explore") {
  const app = await renderApp(address);
  const stop = listenForShortcuts(app.router);
  return { ...app, stop };
}

test("? opens the sheet, and its own keys are the dialog's", async () => {
  const { user, stop } = await open();
  await user.keyboard("?");
  const sheet = within(await screen.findByRole("dialog", { name: "Keyboard shortcuts" }));
  for (const does of ["Undo the last swipe", "Previous, next outfit", "On its photos: previous and next photo"])
    expect(sheet.getByText(does)).toBeTruthy();
  await user.click(screen.getByRole("button", { name: "Close" }));
  await waitFor(() => expect(screen.queryByRole("dialog", { name: "Keyboard shortcuts" })).toBeNull());
  stop();
});

test("/ goes to the search field, where letters are only letters", async () => {
  const { user, router, stop } = await open();
  await user.keyboard("/");
  const field = await screen.findByRole("searchbox");
  expect(document.activeElement).toBe(field);
  await user.keyboard("gh?");
  expect(field).toHaveProperty("value", "gh?");
  expect(router.state.location.pathname).toBe("/explore");
  stop();
});

test("G and a letter open a screen; the letter alone does not", async () => {
  const { user, router, stop } = await open();
  await user.keyboard("s");
  expect(router.state.location.pathname).toBe("/explore");
  await user.keyboard("gs");
  await waitFor(() => expect(router.state.location.pathname).toBe("/swipes"));
  stop();
});

test("keys do nothing once the member has turned them off", async () => {
  setShortcuts(false);
  const { user, router, stop } = await open();
  await user.keyboard("gs?");
  expect(screen.queryByRole("dialog")).toBeNull();
  expect(router.state.location.pathname).toBe("/explore");
  expect(router.state.status).toBe("idle");
  stop();
});

test("on an outfit's page L likes it, B saves it and C leads to the field for a comment", async () => {
  const outfit = anOutfit({ liked: false, saved: false });
  signIn();
  mockApi.on("GET /api/me", aMe());
  mockApi.on("GET /api/outfits/:outfitId", outfit);
  mockApi.on("GET /api/outfits/:outfitId/comments", aPage([aComment({ outfitId: outfit.id })]));
  mockApi.on("GET /api/outfits/:outfitId/similar", { items: [anOutfitCard()] });
  mockApi.on("POST /api/outfits/:outfitId/views", { ok: true });
  mockApi.on("GET /api/profiles/:username", aProfile(outfit.author));
  mockApi.on("PUT /api/outfits/:outfitId/like", { liked: true, likesCount: 1, award: null });
  mockApi.on("PUT /api/outfits/:outfitId/save", { saved: true, savesCount: 1, award: null });
  const { user, stop } = await open(`/outfit/${outfit.id}`);
  const field = await screen.findByRole("textbox", { name: "Add a comment" });
  await user.keyboard("lb");
  for (const part of ["like", "save"] as const) {
    await waitFor(() => expect(mockApi.requests(`PUT /api/outfits/:outfitId/${part}`)).toHaveLength(1));
    expect(mockApi.requests(`PUT /api/outfits/:outfitId/${part}`)[0]?.url.pathname).toContain(outfit.id);
  }
  await user.keyboard("c");
  expect(document.activeElement).toBe(field);
  await user.keyboard("lb");
  expect(field).toHaveProperty("value", "lb");
  stop();
});

test("L, B and C do nothing to the cards of a feed", async () => {
  mockApi.on("GET /api/outfits", aPage([anOutfitCard({ title: "Sea coat" })]));
  const { user, router, stop } = await open();
  expect(await screen.findByRole("button", { name: /^Like Sea coat/ })).toBeTruthy();
  await user.keyboard("lbc");
  expect(screen.queryByText(/Please sign in/)).toBeNull();
  expect(router.state.location.pathname).toBe("/explore");
  expect(router.state.status).toBe("idle");
  stop();
});

test("L and C do nothing to the comments of an event", async () => {
  const event = anEvent();
  mockApi.on("GET /api/events/:eventId", event);
  mockApi.on("GET /api/events/:eventId/comments", aPage([aComment({ outfitId: null, eventId: event.id })]));
  mockApi.on("GET /api/events/:eventId/outfits", aPage([]));
  const { user, router, stop } = await open(`/events/${event.id}`);
  expect(await screen.findByRole("button", { name: /^Like comment by/ })).toBeTruthy();
  await user.keyboard("lc");
  expect(document.activeElement).toBe(document.body);
  expect(router.state.location.pathname).toBe(`/events/${event.id}`);
  expect(router.state.status).toBe("idle");
  stop();
});

test("a suspended member stays on the one page that is open to them", async () => {
  signIn();
  mockApi.on("GET /api/me", fails("auth.suspended"));
  mockApi.on("GET /api/me/account-status", { username: "mia", isSuspended: true, suspendedUntil: null, actions: [] });
  const { user, router } = await renderApp("/account-status");
  const stop = listenForShortcuts(router);
  await screen.findByRole("heading", { name: "Your account is suspended" });
  await user.keyboard("ge");
  expect(router.state.location.pathname).toBe("/account-status");
  expect(router.state.status).toBe("idle");
  stop();
});
