import { QueryClient } from "@tanstack/react-query";
import { expect, test } from "vitest";
import { anOutfitCard, aPage } from "#web/testing/samples.ts";
import { patchOutfit } from "./outfit-cache.ts";

test("an outfit changes in all cached data, and no data becomes newer", () => {
  const client = new QueryClient();
  const outfit = anOutfitCard({ commentsCount: 1 });
  const updatedAt = Date.now() - 60_000;
  client.setQueryData(["its page"], outfit, { updatedAt });
  client.setQueryData(["feed"], { pages: [aPage([outfit])] }, { updatedAt });
  client.setQueryData(["another"], anOutfitCard(), { updatedAt });
  const state = (key: string) => client.getQueryState([key]);
  void client.invalidateQueries({ refetchType: "none" });
  const another = state("another");
  patchOutfit(client, outfit.id, () => ({ commentsCount: 2 }));
  expect(client.getQueryData(["its page"])).toMatchObject({ commentsCount: 2 });
  expect(client.getQueryData(["feed"])).toMatchObject({ pages: [{ items: [{ commentsCount: 2 }] }] });
  for (const key of ["its page", "feed"])
    expect(state(key)).toMatchObject({ isInvalidated: true, dataUpdatedAt: updatedAt });
  expect(state("another")).toBe(another);
});
