import { expect, test } from "vitest";
import { dayMs } from "#contract/durations.ts";
import { buildOutfit, buildUser } from "#server/testing/factories.ts";
import { testApp } from "#server/testing/test-app.ts";

const { as, db } = await testApp();
const daysAgo = (days: number) => new Date(Date.now() - days * dayMs);
let words = 0;
const newWord = () => `popular${(words += 1)}q`;
const build = async (title: string, figures: { likes?: number; comments?: number; views?: number }, days = 1) => {
  const author = await buildUser(db);
  const outfit = await buildOutfit(db, author.id, { title, createdAt: daysAgo(days) });
  const { likes = 0, comments = 0, views = 0 } = figures;
  await db
    .updateTable("outfits")
    .set({ likes_count: likes, comments_count: comments, views_count: views })
    .where("id", "=", outfit.id)
    .execute();
  return { ...outfit, author };
};
type Viewer = { id: string } | null;
const page = async (viewer: Viewer, query: string) =>
  (await as(viewer).get(`/api/outfits?sort=popular&${query}`)).json() as {
    items: { title: string }[];
    nextCursor: string | null;
  };
const titles = async (viewer: Viewer, query: string) => (await page(viewer, query)).items.map(({ title }) => title);

test("those of the last seven days come by comments, likes and views, the others not at all", async () => {
  const word = newWord();
  await build(`${word} viewed`, { views: 5 });
  await build(`${word} liked`, { likes: 3 });
  await build(`${word} discussed`, { comments: 3 });
  await build(`${word} old`, { likes: 100 }, 8);
  await build(`${word} quiet`, {}, 0);
  expect(await titles(null, `search=${word}`)).toEqual(
    ["discussed", "liked", "viewed", "quiet"].map((name) => `${word} ${name}`),
  );
});

test("pages have no gaps or repetitions, also among equals", async () => {
  const word = newWord();
  for (const likes of [1, 2, 2, 2, 2, 3]) await build(`${word} ${(words += 1)}`, { likes });
  const seen: string[] = [];
  let cursor: string | null = "";
  while (cursor !== null) {
    const found = await page(null, `search=${word}&limit=2${cursor && `&cursor=${cursor}`}`);
    seen.push(...found.items.map(({ title }) => title));
    cursor = found.nextCursor;
  }
  expect([seen.length, new Set(seen).size]).toEqual([6, 6]);
  expect((await as(null).get("/api/outfits?sort=popular&cursor=nonsense")).statusCode).toBe(422);
});

test("it combines with style and followed members, and leaves out hidden, private, blocked and muted authors", async () => {
  const word = newWord();
  const [reader, shown] = [await buildUser(db), await build(`${word} shown`, { likes: 1 })];
  const [blocked, muted] = [await build(`${word} blocked`, { likes: 9 }), await build(`${word} muted`, { likes: 8 })];
  const hidden = await build(`${word} hidden`, { likes: 7 });
  await as(reader).put(`/api/blocks/${blocked.author.id}`);
  await as(reader).put(`/api/mutes/${muted.author.id}`);
  await db.updateTable("outfits").set({ is_active: false }).where("id", "=", hidden.id).execute();
  const priv = await buildUser(db, { isPrivate: true });
  await buildOutfit(db, priv.id, { title: `${word} private`, createdAt: daysAgo(1) });
  expect(await titles(reader, `search=${word}`)).toEqual([`${word} shown`]);
  expect(await titles(reader, `search=${word}&style=${shown.styleId}`)).toEqual([`${word} shown`]);
  expect(await titles(reader, `search=${word}&from=following`)).toEqual([]);
  await as(reader).put(`/api/follows/${shown.author.id}`);
  expect(await titles(reader, `search=${word}&from=following`)).toEqual([`${word} shown`]);
});

test("the range of the week is read from an index, not the whole table", async () => {
  const plan = await db.connection().execute(async (one) => {
    const { sql } = await import("kysely");
    await sql`begin`.execute(one);
    // The test's tables are small: without this a sequential scan would be cheaper than any index.
    await sql`set local enable_seqscan = off`.execute(one);
    const { rows } = await sql<{ "QUERY PLAN": string }>`explain select o.id from outfits o
      where o.is_listed and o.created_at > now() - interval '7 days'
      order by o.views_count + o.likes_count * 2 + o.comments_count * 3 desc, o.id desc limit 21`.execute(one);
    await sql`rollback`.execute(one);
    return rows.map((row) => row["QUERY PLAN"]).join("\n");
  });
  expect(plan).toContain("outfits_feed");
  expect(plan).toContain("Index Cond: (created_at > ");
});
