import { screen, waitFor, within } from "@testing-library/react";
import { afterEach, beforeEach, expect, test } from "vitest";
import type { Page } from "#contract/page.ts";
import type { ClosetSave } from "#contract/reactions.ts";
import { closeOverlay } from "#web/lib/overlay.ts";
import { deferred } from "#web/testing/deferred.ts";
import { leavePage } from "#web/testing/leave-page.ts";
import { mockApi } from "#web/testing/mock-api.ts";
import { renderApp, renderPiece } from "#web/testing/render-app.tsx";
import { aBoard, aMe, anAuthor, anOutfitCard, aPage, aSave } from "#web/testing/samples.ts";
import { memberId, signIn } from "#web/testing/sign-in.ts";
import { ChooseBoard } from "./choose-board.tsx";

const trips = aBoard({ name: "Trips", owner: anAuthor({ id: memberId }) });
const coat = aSave({ outfit: anOutfitCard({ title: "Wool coat", saved: true }) });

beforeEach(() => {
  mockApi.on("GET /api/closet", aPage([coat]));
  mockApi.on("GET /api/boards", { items: [trips] });
  mockApi.on("GET /api/closet/:saveId/boards", { boardIds: [] });
});

afterEach(closeOverlay);

const show = () => renderPiece(<ChooseBoard outfitId={coat.outfit.id} onClose={() => undefined} />);

test("asks for its save, which may be old", async () => {
  show();
  expect(await screen.findByRole("checkbox", { name: "Trips" })).toBeTruthy();
  expect(mockApi.requests("GET /api/closet").map(({ url }) => url.search)).toEqual([`?outfit=${coat.outfit.id}`]);
});

test("says so if it is not in the closet any more", async () => {
  mockApi.on("GET /api/closet", aPage([]));
  show();
  expect(await screen.findByText("This outfit isn't in your closet any more")).toBeTruthy();
  expect(screen.queryByRole("button", { name: "Try again" })).toBeNull();
});

/** The member saves an outfit on Explore. */
async function saveCoat() {
  signIn();
  mockApi.on("GET /api/me", aMe());
  mockApi.on("GET /api/styles", { items: [] });
  mockApi.on("GET /api/outfits", aPage([{ ...coat.outfit, saved: false }]));
  mockApi.on("PUT /api/outfits/:outfitId/save", { saved: true, savesCount: 1, award: null });
  mockApi.on("DELETE /api/outfits/:outfitId/save", { saved: false, savesCount: 0, award: null });
  const { user, queryClient } = await renderApp("/explore");
  const bookmark = await screen.findByRole("button", { name: "Save Wool coat to closet" });
  await user.click(bookmark);
  return { user, queryClient, bookmark, chooseBoard: () => screen.findByRole("button", { name: "Choose board" }) };
}

test("after a save was removed and made again, only the new one is asked for its boards", async () => {
  const { user, queryClient, bookmark, chooseBoard } = await saveCoat();
  await user.click(await chooseBoard());
  expect(await screen.findByRole("checkbox", { name: "Trips" })).toBeTruthy();
  await user.click(within(screen.getByRole("dialog")).getByRole("button", { name: "Close" }));
  await user.click(bookmark);
  leavePage();
  await waitFor(() => expect(mockApi.requests("DELETE /api/outfits/:outfitId/save")).toHaveLength(1));
  await waitFor(() => expect(queryClient.isMutating()).toBe(0));
  await waitFor(() => expect(queryClient.isFetching()).toBe(0));
  await user.click(bookmark);
  const reply = deferred<Page<ClosetSave>>();
  mockApi.on("GET /api/closet", () => reply.promise);
  await user.click(await chooseBoard());
  expect(await screen.findByText("Loading your boards")).toBeTruthy();
  const again = aSave({ outfit: coat.outfit });
  reply.resolve(aPage([again]));
  expect(await screen.findByRole("checkbox", { name: "Trips" })).toBeTruthy();
  const asked = mockApi.requests("GET /api/closet/:saveId/boards").map(({ url }) => url.pathname.split("/").at(-2));
  expect(asked).toEqual([coat.id, again.id]);
});

test("a save that was about to be removed stays", async () => {
  const { user, bookmark, chooseBoard } = await saveCoat();
  const choose = await chooseBoard();
  await user.click(bookmark);
  expect(await screen.findByText("Removed from closet")).toBeTruthy();
  expect(bookmark.getAttribute("aria-pressed")).toBe("false");
  await user.click(choose);
  expect(await screen.findByRole("checkbox", { name: "Trips" })).toBeTruthy();
  expect(bookmark.getAttribute("aria-pressed")).toBe("true");
  leavePage();
  expect(mockApi.requests("DELETE /api/outfits/:outfitId/save")).toHaveLength(0);
});
