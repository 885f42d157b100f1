import { screen } from "@testing-library/react";
import { expect, test } from "vitest";
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

test("showing an outfit says whether that changed anything", async () => {
  signIn();
  mockApi.on("GET /api/me", aMe({ isVerified: true }));
  mockApi.on("GET /api/admin/access", { confirmedUntil: "2099-01-01T00:00:00.000Z" });
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
