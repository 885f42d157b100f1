import type { QueryConfig } from "pg";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import type { Pool } from "#server/db/db.ts";
import { buildOutfit, buildStyle, buildUser } from "#server/testing/factories.ts";
import { testApp } from "#server/testing/test-app.ts";
import { CachedBody } from "#server/lib/cached-body.ts";
import { dropFeedPages, dropFeedPagesShowing } from "#server/outfits/page-cache.service.ts";
import { getCachedFirstPage } from "./cached-first-page.service.ts";

const { db, app } = await testApp();

beforeEach(() => void vi.useFakeTimers({ toFake: ["performance"] }));
afterEach(() => void vi.useRealTimers());

/** The first page of a new style with one outfit, read through a pool whose results the test can delay. */
async function openFeed() {
  const [author, style] = [await buildUser(db), await buildStyle(db)];
  const post = async () => (await buildOutfit(db, author.id, { styleId: style.id })).id;
  let release = () => {};
  let gate = Promise.resolve();
  let reads: Promise<unknown> = Promise.resolve();
  const query = (statement: QueryConfig) => {
    const held = gate;
    const answer = (async () => {
      const result = await app.pool.query(statement);
      await held;
      return result;
    })();
    reads = answer;
    return answer;
  };
  const pool = { query } as unknown as Pool;
  return {
    pool,
    style,
    post,
    first: await post(),
    look: async () => (await getCachedFirstPage(pool, style.id)).ids,
    hold() {
      gate = new Promise((resolve) => (release = resolve));
    },
    /** Releases the delayed results and lets their callers continue. */
    async letGo() {
      release();
      gate = Promise.resolve();
      await reads;
      await new Promise((resolve) => setImmediate(resolve));
    },
  };
}

test("a requested page is refreshed before its second is over, without making a request wait", async () => {
  const { look, post, first, hold, letGo } = await openFeed();
  expect(await look()).toEqual([first]);
  const second = await post();
  vi.advanceTimersByTime(699);
  expect(await look()).toEqual([first]);
  vi.advanceTimersByTime(1);
  hold();
  expect(await look()).toEqual([first]);
  await letGo();
  expect(await look()).toEqual([second, first]);
});

test("each viewer's flags determine their page, whether the rendering is cached or not", async () => {
  const { pool, post, style } = await openFeed();
  await Promise.all([post(), post(), post()]);
  const firstPage = await getCachedFirstPage(pool, style.id);
  const letters = ["0", "1", "2", "3", "x"];
  const wanted = letters.flatMap((a) => letters.flatMap((b) => letters.map((c) => `${a}${b}${c}0`)));
  const pages = wanted.map((flags) => firstPage.render(flags));
  expect(pages.filter((page) => page instanceof CachedBody)).toHaveLength(32);
  const flagsOf = (page: CachedBody | Buffer) => {
    const { items } = JSON.parse((page instanceof CachedBody ? page.bytes : page).toString());
    const byId = new Map<string, { liked: boolean; saved: boolean }>(
      items.map((card: { id: string }) => [card.id, card]),
    );
    return firstPage.ids
      .map((id) => byId.get(id))
      .map((card) => (card ? Number(card.liked) + 2 * Number(card.saved) : "x"))
      .join("");
  };
  expect(pages.map(flagsOf)).toEqual(wanted);
});

test("a page without recent requests is never older than a second", async () => {
  const { look, post, first } = await openFeed();
  await look();
  const second = await post();
  vi.advanceTimersByTime(1_000);
  expect(await look()).toEqual([second, first]);
});

test.each([
  ["all pages", (pool: Pool) => dropFeedPages(pool)],
  ["pages that show a changed outfit", (pool: Pool, id: string) => dropFeedPagesShowing(pool, [id])],
])("a write that drops %s is not undone by a read that began before it", async (_what, drop) => {
  const { look, post, first, hold, letGo, pool } = await openFeed();
  await look();
  vi.advanceTimersByTime(700);
  hold();
  await look();
  const second = await post();
  drop(pool, second);
  const fresh = look();
  await letGo();
  expect(await fresh).toEqual([second, first]);
  expect(await look()).toEqual([second, first]);
});

test("a failed refresh is retried, and its error is reported once the page has expired", async () => {
  const { look, first, pool } = await openFeed();
  expect(await look()).toEqual([first]);
  const { query } = pool;
  pool.query = (() => Promise.reject(new Error("away"))) as unknown as Pool["query"];
  vi.advanceTimersByTime(700);
  expect(await look()).toEqual([first]);
  expect(await look()).toEqual([first]);
  vi.advanceTimersByTime(300);
  await expect(look()).rejects.toThrow("away");
  pool.query = query;
  expect(await look()).toEqual([first]);
});
