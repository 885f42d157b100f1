import { beforeEach, expect, test } from "vitest";
import { dayMs } from "#contract/durations.ts";
import { buildOutfit, buildStyle, buildUser } from "#server/testing/factories.ts";
import { testApp } from "#server/testing/test-app.ts";
import { dropFeedPages } from "#server/outfits/page-cache.service.ts";

const { app, as, db } = await testApp();
const [mia, leo, zoe] = [await buildUser(db), await buildUser(db), await buildUser(db)];
interface Given {
  by?: { id: string };
  likes?: number;
  width?: number;
  daysAgo?: number;
  colour?: string;
}
/** An outfit with its likes, in a style of its own. */
async function build({ by = mia, likes = 9, width = 1_080, daysAgo = 1, colour }: Given = {}): Promise<string> {
  const style = await buildStyle(db);
  const createdAt = new Date(Date.now() - daysAgo * dayMs);
  const { id, imageId } = await buildOutfit(db, by.id, { createdAt, styleId: style.id });
  const given = { likes_count: likes, image_width: width, analysed_image_id: imageId };
  await db.updateTable("outfits").set(given).where("id", "=", id).execute();
  if (colour !== undefined) {
    const palette = JSON.stringify([{ key: colour, share: 0.7 }]);
    await app.pool.query("insert into outfit_looks (outfit_id, palette) values ($1, $2)", [id, palette]);
  }
  return id;
}
const covers = async (viewer: { id: string } | null = null): Promise<string[]> => {
  dropFeedPages(app.pool);
  return (await as(viewer).get("/api/covers")).json().items.map(({ id }: { id: string }) => id);
};

beforeEach(() => db.deleteFrom("outfits").execute());

test("a liked outfit with a large picture leads, and the newest only fill", async () => {
  const liked = await build({ daysAgo: 20, likes: 3 });
  const small = await build({ by: leo, width: 1_079, daysAgo: 2 });
  const fresh = await build({ by: zoe, likes: 2 });
  expect(await covers()).toEqual([liked, fresh, small]);
});

test("of each author the most liked leads, those of the last weeks before older ones", async () => {
  const old = await build({ by: zoe, likes: 99, daysAgo: 40 });
  const second = await build({ likes: 50 });
  const first = await build({ likes: 60 });
  const other = await build({ by: leo, likes: 5 });
  expect(await covers()).toEqual([first, other, old, second]);
});

test("neighbours differ in hue", async () => {
  const red = await build({ likes: 9, colour: "red" });
  const coral = await build({ by: leo, likes: 8, colour: "coral" });
  const navy = await build({ by: zoe, likes: 7, colour: "navy" });
  expect(await covers()).toEqual([red, navy, coral]);
});

test("members do not see those across a block", async () => {
  const shown = await build();
  await build({ by: leo });
  const viewer = await buildUser(db);
  await as(viewer).put(`/api/blocks/${leo.id}`);
  expect(await covers(viewer)).toEqual([shown]);
});

test("a pick that members like counts once: the newest fill up to twelve covers", async () => {
  const ids: string[] = [];
  for (let n = 0; n < 6; n += 1) ids.push(await build({ by: await buildUser(db) }));
  const picks = ids.map((id) => ({ outfit_id: id, picked_at: new Date() }));
  await db.insertInto("cover_picks").values(picks).execute();
  const fresh = await build({ likes: 0 });
  expect((await covers()).toSorted()).toEqual([...ids, fresh].toSorted());
});

test("the choice is kept where members like enough, but what is hidden is not shown; the newest are not needed", async () => {
  const ids: string[] = [];
  for (let likes = 30; likes > 16; likes -= 1) ids.push(await build({ by: await buildUser(db), likes }));
  await build({ likes: 0 });
  expect(await covers()).toEqual(ids);
  await build({ by: leo, likes: 40 });
  const [hidden] = ids;
  await db
    .updateTable("outfits")
    .set({ is_active: false })
    .where("id", "=", hidden ?? "")
    .execute();
  expect(await covers()).toEqual(ids.slice(1));
});
