import { QueryClientProvider } from "@tanstack/react-query";
import { renderHook } from "@testing-library/react";
import type { ReactNode } from "react";
import { expect, test } from "vitest";
import { commitRemovals } from "#web/lib/removals.ts";
import { createQueryClient } from "#web/query-client.ts";
import { mockApi } from "#web/testing/mock-api.ts";
import { aBoard, anId, anOutfit, anOutfitCard, aPage, aStyle } from "#web/testing/samples.ts";
import { boardQueries } from "./boards.ts";
import { useDeleteOutfit } from "./outfit-editing.ts";
import { stylesKey } from "./style-keys.ts";

test("a deleted outfit leaves lists and the last search by photo", async () => {
  const [deleted, other] = [anOutfit(), anOutfitCard()];
  mockApi.on("DELETE /api/outfits/:outfitId", { ok: true });
  const client = createQueryClient(() => undefined);
  client.setQueryData(["photo-search"], { parts: [], outfits: [deleted, other] });
  const board = boardQueries.one(anId()).queryKey;
  client.setQueryData(board, aBoard({ savesCount: 1 }));
  client.setQueryData(stylesKey, { items: [aStyle()] });
  client.setQueryData(["outfits", "list"], { pages: [aPage([deleted]), aPage([other])], pageParams: [] });
  const wrapper = ({ children }: { children: ReactNode }) => (
    <QueryClientProvider client={client}>{children}</QueryClientProvider>
  );
  const { result } = renderHook(() => useDeleteOutfit("mia"), { wrapper });
  result.current(deleted);
  await commitRemovals();
  expect(client.getQueryData(["photo-search"])).toEqual({ parts: [], outfits: [other] });
  expect(client.getQueryData(["outfits", "list"])).toMatchObject({ pages: [{ items: [] }, { items: [other] }] });
  // Their counts include the outfit.
  for (const counted of [board, stylesKey]) expect(client.getQueryState(counted)?.isInvalidated).toBe(true);
  client.clear();
});
