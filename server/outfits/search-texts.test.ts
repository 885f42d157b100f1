import { readFile } from "node:fs/promises";
import { beforeEach, expect, test } from "vitest";
import { transact } from "#server/db/db.ts";
import { articleContent, buildArticle, buildEvent, buildOutfit, buildUser } from "#server/testing/factories.ts";
import { listLockWaits } from "#server/testing/lock-waits.ts";
import { testApp } from "#server/testing/test-app.ts";
import { rewriteSearchTexts } from "./search-texts.service.ts";

const { app, as, db } = await testApp();
const readMigration = (name: string) => readFile(new URL(`../db/migrations/${name}`, import.meta.url), "utf8");
const migration = await readMigration("0125_search_texts_again.sql");

interface Job {
  id: string;
  payload: unknown;
}
const queued = async (): Promise<Job[]> =>
  (
    await app.pool.query<Job>(
      `select j.id, j.payload from graphile_worker._private_jobs j join graphile_worker._private_tasks t on t.id = j.task_id
       where t.identifier = 'rewriteSearchTexts'`,
    )
  ).rows;
/** Runs the job and those that it queues; gives how many that were. */
const runQueued = async (): Promise<number> => {
  for (let runs = 0; ; runs += 1) {
    const [job] = await queued();
    if (!job) return runs;
    await app.pool.query("select graphile_worker.complete_jobs($1)", [[job.id]]);
    await rewriteSearchTexts(app, job.payload);
  }
};
const search = async (typed: string): Promise<string[]> =>
  (await as(null).get(`/api/outfits?limit=50&search=${typed}`)).json().items.map(({ id }: { id: string }) => id);
/** As the previous version wrote it. */
const forget = () => db.updateTable("outfits").set({ search_text: " old" }).execute();

beforeEach(async () => {
  await db.deleteFrom("outfits").execute();
  await db.deleteFrom("search_terms").execute();
});

test("a new database has nothing to write again, a filled one writes all, a few at a time", async () => {
  await app.pool.query(migration);
  expect(await queued()).toEqual([]);
  const mia = await buildUser(db, { username: "mia.poplin" });
  const { id } = await buildOutfit(db, mia.id, { items: [{ brand: "Veja", productName: "Pinafore dress" }] });
  await app.pool.query(
    `insert into outfits (id, user_id, style_id, image_id, title, shown_alt_text, image_url, image_width, image_height,
       thumbhash, search_text)
     select uuidv7(), user_id, style_id, image_id, 'Copy', '', image_url, image_width, image_height, thumbhash, ''
     from outfits, generate_series(1, 200)`,
  );
  await forget();
  await db.deleteFrom("search_terms").execute();
  await app.pool.query(migration);
  expect(await runQueued()).toBe(2);
  expect(await search("pinafore veja poplin")).toEqual([id]);
  expect((await as(null).get("/api/search?search=pinafora")).json().correction).toBe("pinafore");
  const { rows } = await app.pool.query("select from outfits where search_text not like '% streetwear%'");
  expect(rows).toHaveLength(0);
});

test("an outfit that changes while its text is written again keeps what the change wrote", async () => {
  const mia = await buildUser(db);
  const { id } = await buildOutfit(db, mia.id);
  await forget();
  let rewriting: Promise<void> | undefined;
  await transact(db, async (tx) => {
    await tx.updateTable("outfits").set({ search_text: " changed" }).where("id", "=", id).execute();
    rewriting = rewriteSearchTexts(app, {});
    await expect.poll(() => listLockWaits(db)).toHaveLength(1);
  });
  await rewriting;
  expect(await search("changed")).toEqual([id]);
});

test("words without spaces between them are found in what was written before they had any in search texts", async () => {
  const mia = await buildUser(db);
  const { id } = await buildOutfit(db, mia.id, { title: "红裙子" });
  const event = await buildEvent(db, mia.id, { title: "和服展 (XS)", location: "东京塔" });
  const article = await buildArticle(db, mia.id, { content: articleContent({ title: "夏の着物コーデ" }) });
  const read = async () => ({
    event: await db.selectFrom("events").select(["search_text", "place_text"]).where("id", "=", event.id).execute(),
    article: await db.selectFrom("articles").select("search_text").where("id", "=", article.id).execute(),
  });
  const written = await read();
  await app.pool.query(`
    update outfits set search_text = ' 红裙子';
    update events set search_text = ' 和服展 (xs) xs 东京塔', place_text = ' 东京塔';
    update articles set search_text = ' 夏の着物コーデ care'`);
  expect(await search("裙子")).toEqual([]);
  await app.pool.query(await readMigration("0310_words_without_spaces.sql"));
  expect(await runQueued()).toBe(1);
  expect(await search("裙子")).toEqual([id]);
  expect(await read()).toEqual(written);
});
