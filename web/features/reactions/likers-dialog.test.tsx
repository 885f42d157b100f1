import { screen, within } from "@testing-library/react";
import { beforeEach, expect, test } from "vitest";
import { mockApi } from "#web/testing/mock-api.ts";
import { renderApp } from "#web/testing/render-app.tsx";
import { aMe, anAuthor, anOutfit, aPage, aProfile } from "#web/testing/samples.ts";
import { signIn } from "#web/testing/sign-in.ts";

const outfit = anOutfit({ likesCount: 4 });
const lou = anAuthor({ username: "lou" });
const likers = aPage([{ id: lou.id, member: lou, state: "none" as const, createdAt: "2026-01-02T03:04:05.000Z" }]);

beforeEach(() => {
  signIn();
  mockApi.on("GET /api/me", aMe());
  mockApi.on("GET /api/outfits/:outfitId", outfit);
  mockApi.on("GET /api/outfits/:outfitId/comments", aPage([]));
  mockApi.on("GET /api/outfits/:outfitId/similar", { items: [] });
  mockApi.on("GET /api/outfits", aPage([]));
  mockApi.on("POST /api/outfits/:outfitId/views", { ok: true });
  mockApi.on("GET /api/profiles/:username", aProfile(outfit.author));
});

async function openLikers() {
  const { user } = await renderApp(`/outfit/${outfit.id}`);
  await user.click(await screen.findByRole("button", { name: "4 likes" }));
  return within(await screen.findByRole("dialog", { name: "Liked by" }));
}
async function openLoaded() {
  const dialog = await openLikers();
  await dialog.findByRole("link", { name: /lou/ });
  return dialog;
}

test("those whom the list does not name are counted as they are now, not when the outfit was loaded", async () => {
  mockApi.on("GET /api/outfits/:outfitId/likes", { ...likers, likesCount: 3 });
  expect((await openLoaded()).getByText("And 2 members who keep to themselves.")).toBeTruthy();
});

test("nobody is said to be missing where all others have unliked since", async () => {
  mockApi.on("GET /api/outfits/:outfitId/likes", { ...likers, likesCount: 1 });
  expect((await openLoaded()).queryByText(/to themselves/)).toBeNull();
});

test("where all likes were taken back since, the list says so instead of being empty", async () => {
  mockApi.on("GET /api/outfits/:outfitId/likes", { ...aPage([]), likesCount: 0 });
  const dialog = await openLikers();
  expect(await dialog.findByText("Nobody likes this any more.")).toBeTruthy();
  expect(dialog.queryByRole("list")).toBeNull();
});
