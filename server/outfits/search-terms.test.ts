import { expect, test } from "vitest";
import { buildEvent, buildOutfit, buildStyle, buildUser } from "#server/testing/factories.ts";
import { listLockWaits } from "#server/testing/lock-waits.ts";
import { testApp } from "#server/testing/test-app.ts";
import { transact } from "#server/db/db.ts";
import { deleteUnusedTerms, learnTerms } from "./search-terms.store.ts";

const { db, app, as } = await testApp();
const mia = await buildUser(db);
const style = await buildStyle(db);

const listTerms = async () =>
  (await db.selectFrom("search_terms").select(["kind", "key"]).orderBy("kind").orderBy("key").execute()).map(
    ({ kind, key }) => `${kind} ${key}`,
  );
/** As if nobody had looked for so many hours. */
const age = (hours: number) =>
  db
    .updateTable("search_terms")
    .set({ seen_at: new Date(Date.now() - hours * 3_600_000) })
    .execute();
const clean = () => deleteUnusedTerms(db, app.clock.now());

test("edits leave search terms behind, and the hourly job deletes those that no outfit has any more", async () => {
  const outfit = await buildOutfit(db, mia.id, { title: "Well-worn Coat", tags: ["tweed"] });
  const edited = await buildOutfit(db, mia.id, { title: "Zigzag", tags: ["corduroy"] });
  for (const [n, tag] of ["first", "second", "third"].entries()) {
    const content = { title: `Edition${n}`, styleId: style.id, tags: [tag], items: [] };
    const answer = await as(mia).put(`/api/outfits/${edited.id}`, content);
    expect(answer.statusCode).toBe(200);
  }
  expect(await listTerms()).toEqual(
    expect.arrayContaining(["tag first", "tag second", "word edition0", "word zigzag"]),
  );
  expect(await clean()).toBe(0);

  await age(49);
  expect(await clean()).toBeGreaterThan(4);
  const kept = await listTerms();
  expect(kept).toEqual(expect.arrayContaining(["tag third", "tag tweed", "word coat", "word edition2", "word worn"]));
  expect(kept.filter((term) => /first|second|corduroy|zigzag|edition[01]/.test(term))).toEqual([]);
  expect(await clean()).toBe(0);

  await db.deleteFrom("outfits").where("id", "in", [outfit.id, edited.id]).execute();
  await age(49);
  await clean();
  expect((await listTerms()).filter((term) => /tweed|third|worn/.test(term))).toEqual([]);
});

test("a word that only an event has stays as long as the event", async () => {
  const { id } = await buildEvent(db, mia.id, { title: "Mudlarking", location: "Vlissingen" });
  await learnTerms(db, { title: "Mudlarking Vlissingen", tags: [], brands: [] });
  const known = async () => (await listTerms()).filter((term) => /mudlarking|vlissingen/.test(term));
  await age(49);
  await clean();
  expect(await known()).toEqual(["word mudlarking", "word vlissingen"]);
  await db.deleteFrom("events").where("id", "=", id).execute();
  await age(49);
  await clean();
  expect(await known()).toEqual([]);
});

test("a term that is being posted while the job looks stays", async () => {
  const words = { title: "Seersucker", tags: ["gingham"], brands: [] };
  await learnTerms(db, words);
  await age(49);
  let cleaning: Promise<number> | undefined;
  await transact(db, async (tx) => {
    await learnTerms(tx, words);
    cleaning = clean();
    // The job has begun: it waits for the terms, or has not reached them yet.
    await expect.poll(() => listLockWaits(db), { timeout: 5_000 }).not.toHaveLength(0);
  });
  expect(await cleaning).toBe(0);
  expect(await listTerms()).toEqual(expect.arrayContaining(["tag gingham", "word seersucker"]));
});
