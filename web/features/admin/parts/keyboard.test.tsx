import { screen, waitFor, within } from "@testing-library/react";
import { beforeEach, expect, test } from "vitest";
import type { AdminOutfit } from "#contract/admin-content.ts";
import { aRedemptionCase } from "#web/testing/a-redemption-case.ts";
import { mockApi } from "#web/testing/mock-api.ts";
import { renderApp } from "#web/testing/render-app.tsx";
import { aMe, anOutfitCard, aPage } from "#web/testing/samples.ts";
import { signIn } from "#web/testing/sign-in.ts";

const createdAt = "2026-11-20T08:00:00.000Z";

beforeEach(() => {
  signIn();
  mockApi.on("GET /api/me", aMe({ isVerified: true }));
  mockApi.on("GET /api/admin/access", { confirmedUntil: "2099-01-01T00:00:00.000Z" });
});

test("a row that is selected with the keyboard keeps the focus", async () => {
  const { id, title, picture, altText, author, likesCount, commentsCount } = anOutfitCard({ title: "Linen suit" });
  const outfit: AdminOutfit = {
    id,
    title,
    picture,
    altText,
    author,
    likesCount,
    commentsCount,
    createdAt,
    styleName: "Casual",
    isActive: true,
    isCoverPick: false,
  };
  mockApi.on("GET /api/admin/outfits", aPage([outfit]));
  const { user } = await renderApp("/admin/content");
  const box = await screen.findByRole("checkbox", { name: "Select Linen suit" });
  box.focus();
  await user.keyboard(" ");
  expect(await screen.findByText("1 selected")).toBeTruthy();
  expect(document.activeElement).toBe(screen.getByRole("checkbox", { name: "Select Linen suit" }));
});

/** Opens a request that waits for its decision. */
async function openRequest() {
  const redemption = aRedemptionCase();
  mockApi.on("GET /api/admin/redemptions", aPage([redemption]));
  mockApi.on("GET /api/admin/redemptions/counts", { awaiting: 1, approved: 0, rejected: 0, withdrawn: 0 });
  mockApi.on("GET /api/admin/redemptions/:redemptionId", redemption);
  const { user } = await renderApp("/admin/rewards");
  await user.click(await screen.findByRole("button", { name: "Decide the request of @mia for $10 card" }));
  return { user, redemption, dialog: within(await screen.findByRole("dialog", { name: "$10 card" })) };
}

test("the steps of a redemption's decision take the focus and give it back", async () => {
  const { user, dialog } = await openRequest();
  (await dialog.findByRole("button", { name: "Reject" })).focus();
  await user.keyboard("{Enter}");
  expect(document.activeElement).toBe(dialog.getByRole("textbox", { name: /Reason/ }));
  dialog.getByRole("button", { name: "Back" }).focus();
  await user.keyboard("{Enter}");
  expect(document.activeElement).toBe(dialog.getByRole("button", { name: "Reject" }));
});

test("a redemption's decision closes the dialog, and the list has the focus when its row is gone", async () => {
  const { user, redemption, dialog } = await openRequest();
  mockApi.on("POST /api/admin/redemptions/:redemptionId/approve", () => {
    mockApi.on("GET /api/admin/redemptions", aPage([]));
    mockApi.on("GET /api/admin/redemptions/:redemptionId", { ...redemption, status: "approved" });
    return { ...redemption, status: "approved" };
  });
  await user.click(await dialog.findByRole("button", { name: "Approve" }));
  expect(await screen.findByText("No request is waiting")).toBeTruthy();
  expect(screen.queryByRole("dialog")).toBeNull();
  await waitFor(() => expect(document.activeElement).toBe(screen.getByRole("region", { name: "Requests" })));
});
