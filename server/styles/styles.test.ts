import { expect, test } from "vitest";
import { buildOutfit, buildUser } from "#server/testing/factories.ts";
import { testApp } from "#server/testing/test-app.ts";

test("styles are ordered by name, each with its number of listed outfits", async () => {
  const { as, db } = await testApp();
  const [mia, zoe] = [await buildUser(db), await buildUser(db, { isPrivate: true })];
  await buildOutfit(db, mia.id);
  await buildOutfit(db, mia.id, { isActive: false });
  await buildOutfit(db, zoe.id);
  const { items } = (await as(null).get("/api/styles")).json();
  const names: string[] = items.map((style: { name: string }) => style.name);
  expect(names).toHaveLength(12);
  expect(names).toEqual(names.toSorted());
  expect(items.find((style: { name: string }) => style.name === "Streetwear").activeOutfitCount).toBe(1);
});
