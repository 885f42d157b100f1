import { renderHook, screen } from "@testing-library/react";
import { expect, test, vi } from "vitest";
import { createQueryClient } from "#web/query-client.ts";
import { hasIntent, saveIntent } from "#web/lib/intent-storage.ts";
import { closeOverlay, useOverlay } from "#web/lib/overlay.ts";
import { mockApi } from "#web/testing/mock-api.ts";
import { renderPiece } from "#web/testing/render-app.tsx";
import { anOutfit } from "#web/testing/samples.ts";
import { signIn } from "#web/testing/sign-in.ts";
import { applyIntent } from "./apply-intent.ts";
import { outfitKeys } from "./outfits.ts";

const outfit = anOutfit({ liked: false, likesCount: 2 });

test("a like that was pressed before signing in is set once", async () => {
  signIn();
  mockApi.on("PUT /api/outfits/:outfitId/like", { liked: true, likesCount: 3, award: null });
  const client = createQueryClient(() => undefined);
  client.setQueryData(outfitKeys.detail(outfit.id), outfit);
  saveIntent({ action: "like", id: outfit.id });
  await applyIntent(client);
  await applyIntent(client);
  expect(mockApi.requests("PUT /api/outfits/:outfitId/like")).toHaveLength(1);
  expect(client.getQueryData(outfitKeys.detail(outfit.id))).toMatchObject({ liked: true, likesCount: 3 });
  expect(hasIntent()).toBe(false);
});

test("a save that was pressed before signing in leads to the boards, like any other", async () => {
  signIn();
  mockApi.on("PUT /api/outfits/:outfitId/save", { saved: true, savesCount: 1, award: null });
  const { user, queryClient } = renderPiece(null);
  saveIntent({ action: "save", id: outfit.id });
  await applyIntent(queryClient);
  expect(await screen.findByText("Saved to closet!")).toBeTruthy();
  await user.click(screen.getByRole("button", { name: "Choose board" }));
  const { result } = renderHook(useOverlay);
  expect(result.current).toEqual({ kind: "board", outfitId: outfit.id });
  closeOverlay();
});

test("one that is older than half an hour is forgotten", async () => {
  vi.useFakeTimers({ toFake: ["Date"], now: 0 });
  saveIntent({ action: "like", id: outfit.id });
  vi.setSystemTime(31 * 60_000);
  await applyIntent(createQueryClient(() => undefined));
  vi.useRealTimers();
  expect(mockApi.requests("PUT /api/outfits/:outfitId/like")).toHaveLength(0);
  expect(hasIntent()).toBe(false);
});
