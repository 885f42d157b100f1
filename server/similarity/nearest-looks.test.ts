import { beforeAll, expect, test } from "vitest";
import { runSql } from "#server/db/db.ts";
import { seededRandom } from "#server/demo/art/seeded-random.ts";
import { buildOutfit, buildUser } from "#server/testing/factories.ts";
import { buildLook } from "#server/testing/looks.ts";
import { movableClock } from "#server/testing/clock.ts";
import { testApp, type TestApp } from "#server/testing/test-app.ts";
import { findNearestLooks, maintainLookIndexes, type OutfitVector } from "./similarity.service.ts";
import { findOutfitVector } from "./vectors.store.ts";
import { toBuffer, toSignedBytes, type VectorSpace } from "./vectors.ts";

/** A vector that leans from one axis towards another, 0 to 1: the closer `lean`, the more alike. */
function leaning(lean: number, [from, to]: [number, number] = [0, 1]): Int8Array {
  const angle = (lean * Math.PI) / 2;
  const vector = new Float32Array(128);
  vector[from] = Math.cos(angle);
  vector[to] = Math.sin(angle);
  return toSignedBytes(vector);
}

let fash: TestApp;
let mia: { id: string };
beforeAll(async () => {
  fash = await testApp();
  mia = await buildUser(fash.db);
});

async function post(vectors: OutfitVector[], author = mia, isActive = true): Promise<string> {
  const { id } = await buildOutfit(fash.db, author.id, { isActive });
  await buildLook(fash.db, id, vectors);
  return id;
}
const whole = (vector: Int8Array): OutfitVector[] => [{ space: "outfit", place: 0, vector }];
const nearest = async (vector: Int8Array, query: { viewerId?: string; space?: VectorSpace; exceptId?: string } = {}) =>
  findNearestLooks(fash.app, { space: "outfit", viewerId: null, count: 3, vector, ...query });
const idsOf = (found: { id: string }[]) => found.map(({ id }) => id);

test("the most similar come first, of the same space only, and each outfit once", async () => {
  const axes: [number, number] = [2, 3];
  const far = await post(whole(leaning(0.5, axes)));
  const near = await post(whole(leaning(0.1, axes)));
  const bags = await post([
    { space: "Accessories", place: 0, vector: leaning(0.2, axes) },
    { space: "Accessories", place: 1, vector: leaning(0.1, axes) },
  ]);
  const found = await nearest(leaning(0, axes));
  expect(idsOf(found).slice(0, 2)).toEqual([near, far]);
  expect(found[0]?.similarity).toBeCloseTo(Math.cos(0.1 * (Math.PI / 2)), 2);
  expect(idsOf(await nearest(leaning(0, axes), { space: "Accessories" }))).toEqual([bags]);
  expect(idsOf(await nearest(leaning(0, axes), { exceptId: near }))[0]).toBe(far);
});

test("hidden, private, blocked and muted members' outfits are not found, however similar [S-56]", async () => {
  const axes: [number, number] = [4, 5];
  const [leo, ava, zoe, viewer] = [
    await buildUser(fash.db),
    await buildUser(fash.db),
    await buildUser(fash.db, { isPrivate: true }),
    await buildUser(fash.db),
  ];
  const shown = await post(whole(leaning(0.4, axes)));
  await post(whole(leaning(0, axes)), mia, false);
  await post(whole(leaning(0, axes)), zoe);
  const blocked = await post(whole(leaning(0.1, axes)), leo);
  const muted = await post(whole(leaning(0.2, axes)), ava);
  await fash.db.insertInto("blocks").values({ blocker_id: leo.id, blocked_id: viewer.id }).execute();
  await fash.db.insertInto("mutes").values({ muter_id: viewer.id, muted_id: ava.id }).execute();
  expect(idsOf(await nearest(leaning(0, axes)))).toEqual([blocked, muted, shown]);
  expect(idsOf(await nearest(leaning(0, axes), { viewerId: viewer.id }))[0]).toBe(shown);
});

test("a cover that was replaced is not looked for, nor by, until the next one is analysed", async () => {
  const axes: [number, number] = [6, 7];
  const [kept, changed] = [await post(whole(leaning(0.3, axes))), await post(whole(leaning(0, axes)))];
  const { imageId } = await buildOutfit(fash.db, mia.id);
  await fash.db.updateTable("outfits").set({ image_id: imageId }).where("id", "=", changed).execute();
  expect(idsOf(await nearest(leaning(0, axes)))[0]).toBe(kept);
  expect(await findOutfitVector(fash.app.pool, changed)).toBeUndefined();
  await buildLook(fash.db, changed, whole(leaning(0, axes)));
  expect(idsOf(await nearest(leaning(0, axes)))[0]).toBe(changed);
  expect(await findOutfitVector(fash.app.pool, changed)).toBeDefined();
});

const clusters = 60;
const clusteredCount = 2_400;

/** Vectors around some centres. */
function clusteredVectors(): Int8Array[] {
  const random = seededRandom("similarity test");
  const centres = Array.from({ length: clusters }, () => Array.from({ length: 128 }, () => random.between(-1, 1)));
  return Array.from({ length: clusteredCount }, (_, index) => {
    const values = (centres[index % clusters] ?? []).map((value) => value + random.between(-0.5, 0.5));
    const length = Math.hypot(...values);
    return toSignedBytes(Float32Array.from(values, (value) => value / length));
  });
}

/** Copies one outfit for every vector. */
async function insertMany({ db }: TestApp, vectors: readonly Int8Array[]): Promise<string[]> {
  const author = await buildUser(db);
  const { id } = await buildOutfit(db, author.id);
  const rows = await runSql<{ id: string }>(
    db,
    `insert into outfits (id, user_id, style_id, image_id, analysed_image_id, title, image_url, image_width, image_height,
       thumbhash, shown_alt_text, search_text)
     select gen_random_uuid(), user_id, style_id, image_id, image_id, title, image_url, image_width, image_height,
       thumbhash, shown_alt_text, search_text from outfits, generate_series(1, $2) where id = $1 returning id`,
    [id, vectors.length],
  );
  const ids = rows.map((row) => row.id);
  await runSql(
    db,
    "insert into look_vectors select 'outfit', id, 0, vector from unnest($1::uuid[], $2::bytea[]) v(id, vector)",
    [ids, vectors.map(toBuffer)],
  );
  return ids;
}

const dot = (one: Int8Array, other: Int8Array) =>
  one.reduce((sum, value, index) => sum + value * (other[index] ?? 0), 0);

/** The share of the true nearest ten that are found, over some queries. */
async function recall(site: TestApp, ids: readonly string[], vectors: readonly Int8Array[]): Promise<number> {
  let hits = 0;
  const queries = vectors.filter((_, index) => index % 100 === 0);
  for (const vector of queries) {
    const truth = vectors
      .map((other, index) => ({ id: ids[index] ?? "", score: dot(vector, other) }))
      .toSorted((one, other) => other.score - one.score)
      .slice(0, 10);
    const found = new Set(
      idsOf(await findNearestLooks(site.app, { space: "outfit", viewerId: null, count: 10, vector })),
    );
    hits += truth.filter(({ id }) => found.has(id)).length;
  }
  return hits / (10 * queries.length);
}

const stepsOf = async (app: TestApp["app"]) => {
  const steps: string[] = [];
  for (let step = await maintainLookIndexes(app); step !== null; step = await maintainLookIndexes(app))
    steps.push(step);
  return steps;
};
const activeIndexes = (site: TestApp) =>
  runSql<{ state: string }>(site.db, "select state from look_indexes order by id", []);

test("a large space is searched by cells, built in steps that another server can continue", async () => {
  const clock = movableClock();
  const site = await testApp({ app: { clock } });
  const vectors = clusteredVectors();
  const ids = await insertMany(site, vectors);
  const begun = [await maintainLookIndexes(site.app), await maintainLookIndexes(site.app)];
  expect(begun).toEqual(["begun", "trained"]);
  // What is posted meanwhile is found as well.
  const other = await testApp({ app: { clock }, databaseUrl: site.databaseUrl });
  const rest: (string | null)[] = [];
  while (!rest.includes("assigned")) rest.push(await maintainLookIndexes(other.app));
  const author = await buildUser(site.db);
  const late = await buildOutfit(site.db, author.id);
  const odd = leaning(0.3, [8, 9]);
  await buildLook(site.db, late.id, whole(odd));
  rest.push(...(await stepsOf(other.app)));
  expect(rest.at(-1)).toBe("activated");
  expect(idsOf(await findNearestLooks(site.app, { space: "outfit", viewerId: null, count: 1, vector: odd }))).toEqual([
    late.id,
  ]);
  expect(await recall(site, ids, vectors)).toBeGreaterThan(0.9);
  // Cells that this server has just read have what is posted now within a minute.
  const later = await buildOutfit(site.db, author.id);
  await buildLook(site.db, later.id, whole(odd));
  clock.advance(60);
  const found = await findNearestLooks(site.app, { space: "outfit", viewerId: null, count: 2, vector: odd });
  expect(idsOf(found)).toEqual(expect.arrayContaining([late.id, later.id]));
  await site.db.deleteFrom("outfits").where("id", "=", late.id).execute();
  expect(idsOf(await findNearestLooks(site.app, { space: "outfit", viewerId: null, count: 1, vector: odd }))).toEqual([
    later.id,
  ]);
  expect(await runSql(site.db, "select 1 from look_cell_members where outfit_id = $1", [late.id])).toEqual([]);
});

test("an outgrown index is replaced, and answers until its successor is complete", async () => {
  const clock = movableClock();
  const site = await testApp({ app: { clock } });
  const vectors = clusteredVectors();
  const ids = await insertMany(site, vectors);
  await stepsOf(site.app);
  await runSql(site.db, "update look_indexes set vectors = vectors / 3", []);
  expect(await maintainLookIndexes(site.app)).toBe("begun");
  expect(await activeIndexes(site)).toEqual([{ state: "active" }, { state: "training" }]);
  expect(await recall(site, ids, vectors)).toBeGreaterThan(0.9);
  await stepsOf(site.app);
  expect(await activeIndexes(site)).toEqual([{ state: "retired" }, { state: "active" }]);
  // This server still reads the cells that it knew.
  expect(await recall(site, ids, vectors)).toBeGreaterThan(0.9);
  clock.advance(11 * 60);
  expect(await stepsOf(site.app)).toContain("deleted");
  expect(await activeIndexes(site)).toEqual([{ state: "active" }]);
  const [left] = await runSql<{ count: number }>(site.db, "select count(*)::int from look_cell_members", []);
  expect(left?.count).toBe(clusteredCount);
});
