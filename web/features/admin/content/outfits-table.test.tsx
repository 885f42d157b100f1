import { screen, waitFor, within } from "@testing-library/react";
import { beforeEach, expect, test } from "vitest";
import type { AdminOutfit } from "#contract/admin-content.ts";
import { mockApi } from "#web/testing/mock-api.ts";
import { renderApp } from "#web/testing/render-app.tsx";
import { aMe, anId, anAuthor, aPage } from "#web/testing/samples.ts";
import { signIn } from "#web/testing/sign-in.ts";

const outfit: AdminOutfit = {
  id: anId(),
  title: "A coat",
  picture: { url: "/media/u/1.webp", width: 1_080, height: 1_440, thumbhash: "" },
  altText: "A coat",
  author: anAuthor(),
  styleName: "Retro",
  isActive: false,
  isCoverPick: false,
  likesCount: 0,
  commentsCount: 0,
  createdAt: "2026-11-20T08:00:00.000Z",
};

beforeEach(() => {
  signIn();
  mockApi.on("GET /api/me", aMe({ isVerified: true }));
  mockApi.on("GET /api/admin/access", { confirmedUntil: "2099-01-01T00:00:00.000Z" });
});

test("what is done to one outfit leaves the others selected; another search selects none", async () => {
  const others = ["A hat", "A scarf"].map((title) => ({ ...outfit, id: anId(), title, isActive: true }));
  mockApi.on("GET /api/admin/outfits", aPage(others));
  mockApi.on("POST /api/admin/outfits/state", ({ body }) => ({ changed: body.ids }));
  const { user, router } = await renderApp("/admin/content?state=active");
  for (const { title } of others) await user.click(await screen.findByRole("checkbox", { name: `Select ${title}` }));
  await user.click(screen.getByRole("button", { name: "Hide A hat" }));
  const dialog = within(screen.getByRole("dialog", { name: "Hide this outfit?" }));
  await user.type(dialog.getByRole("textbox", { name: /Reason/ }), "Spam");
  await user.click(dialog.getByRole("button", { name: "Hide" }));
  await screen.findByText("1 selected");
  expect(screen.getByRole<HTMLInputElement>("checkbox", { name: "Select A scarf" }).checked).toBe(true);
  await user.type(screen.getByRole("searchbox", { name: "Search outfits" }), "hat");
  await waitFor(() => expect(router.state.location.search).toMatchObject({ state: "active", search: "hat" }));
  expect(Object.fromEntries(mockApi.requests("GET /api/admin/outfits").at(-1)?.url.searchParams ?? [])).toEqual({
    state: "active",
    search: "hat",
  });
  await waitFor(() => expect(screen.queryByText(/selected$/)).toBeNull());
});

test("showing an outfit says whether that changed anything", async () => {
  mockApi.on("GET /api/admin/outfits", aPage([outfit]));
  mockApi.on("POST /api/admin/outfits/state", { changed: [] });
  const { user } = await renderApp("/admin/content");
  await user.click(await screen.findByRole("button", { name: /^Show/ }));
  await screen.findByText("Nothing changed: already shown");
  expect(screen.queryByText("Outfit shown successfully")).toBeNull();
  mockApi.on("POST /api/admin/outfits/state", { changed: [outfit.id] });
  await user.click(screen.getByRole("button", { name: /^Show/ }));
  await screen.findByText("Outfit shown successfully");
});

test.each([
  [3, "3 outfits hidden"],
  [2, "2 outfits hidden, 1 was hidden already"],
  [1, "1 outfit hidden, 2 were hidden already"],
  [0, "Nothing changed: already hidden"],
])("of three selected outfits, %i that changed are counted", async (changedCount, words) => {
  const three = ["A hat", "A scarf", "A coat"].map((title) => ({ ...outfit, id: anId(), title, isActive: true }));
  mockApi.on("GET /api/admin/outfits", aPage(three));
  mockApi.on("POST /api/admin/outfits/state", ({ body }) => ({ changed: body.ids.slice(0, changedCount) }));
  const { user } = await renderApp("/admin/content");
  for (const { title } of three) await user.click(await screen.findByRole("checkbox", { name: `Select ${title}` }));
  await user.click(screen.getByRole("button", { name: "Hide" }));
  const dialog = within(screen.getByRole("dialog", { name: "Hide 3 outfits?" }));
  await user.type(dialog.getByRole("textbox", { name: /Reason/ }), "Spam");
  await user.click(dialog.getByRole("button", { name: "Hide" }));
  expect(await screen.findByText(words)).toBeTruthy();
});
