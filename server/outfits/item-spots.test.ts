import { expect, test } from "vitest";
import { buildImage, buildStyle, buildUser } from "#server/testing/factories.ts";
import { testApp } from "#server/testing/test-app.ts";

const { as, db } = await testApp();
const item = (spot: unknown) => ({ category: "Shirt", brand: "Halden", productName: "Shirt", spot });

async function prepare() {
  const mia = await buildUser(db);
  const style = await buildStyle(db);
  const [cover, back] = [await buildImage(db, mia.id), await buildImage(db, mia.id)];
  const body = { title: "Rust", styleId: style.id, imageId: cover.id, morePhotos: [{ imageId: back.id }] };
  return { mia, cover, back, body };
}

test("an item is placed on any photo of its outfit, moved, and loses its spot with the photo", async () => {
  const { mia, cover, back, body } = await prepare();
  const onCover = { imageId: cover.id, x: 0.25, y: 0.5 };
  const onBack = { imageId: back.id, x: 0, y: 1 };
  const { outfit } = (
    await as(mia).post("/api/outfits", { ...body, items: [item(onCover), item(onBack), item(null)] })
  ).json();
  expect(outfit.items.map(({ spot }: { spot: unknown }) => spot)).toEqual([onCover, onBack, null]);
  const url = `/api/outfits/${outfit.id}`;
  const moved = (await as(mia).put(url, { ...body, items: [item({ ...onCover, x: 0.75 })] })).json().outfit;
  expect(moved.items[0].spot).toEqual({ ...onCover, x: 0.75 });
  const gone = await as(mia).put(url, { ...body, morePhotos: [], items: [item(onBack)] });
  expect([gone.statusCode, gone.json().issues]).toEqual([
    422,
    [{ path: "items.0.spot.imageId", message: "The photo isn't part of this outfit" }],
  ]);
});

test.each([
  ["beyond the photo", { x: 1.01, y: 0.5 }, "items.0.spot.x"],
  ["before the photo", { x: 0.5, y: -0.1 }, "items.0.spot.y"],
  ["without a place", { x: 0.5 }, "items.0.spot.y"],
  ["with a text", { x: "left", y: 0 }, "items.0.spot.x"],
])("a spot %s is rejected", async (_name, place, path) => {
  const { mia, cover, body } = await prepare();
  const answer = await as(mia).post("/api/outfits", { ...body, items: [item({ imageId: cover.id, ...place })] });
  expect([answer.statusCode, answer.json().issues[0].path]).toEqual([422, path]);
});

test("a spot on another outfit's photo is rejected", async () => {
  const { mia, body } = await prepare();
  const other = await buildImage(db, mia.id);
  const answer = await as(mia).post("/api/outfits", { ...body, items: [item({ imageId: other.id, x: 0, y: 0 })] });
  expect(answer.json().issues[0].path).toBe("items.0.spot.imageId");
});
