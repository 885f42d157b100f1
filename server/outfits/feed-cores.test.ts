import type { QueryConfig } from "pg";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import type { Pool } from "#server/db/db.ts";
import { buildOutfit, buildStyle, buildUser } from "#server/testing/factories.ts";
import { testApp } from "#server/testing/test-app.ts";
import { SharedBytes } from "#server/lib/shared-bytes.ts";
import { dropFeedPages, dropFeedPagesShowing, getFeedCore } from "./feed-cores.service.ts";

const { db, world } = await testApp();

beforeEach(() => void vi.useFakeTimers({ toFake: ["performance"] }));
afterEach(() => void vi.useRealTimers());

/** The first page of a style of its own with one outfit, over a pool that keeps its answers back when it is told to. */
async function openFeed() {
  const [author, style] = [await buildUser(db), await buildStyle(db)];
  const post = async () => (await buildOutfit(db, author.id, { styleId: style.id })).id;
  let release = () => {};
  let gate = Promise.resolve();
  let reads: Promise<unknown> = Promise.resolve();
  const query = (statement: QueryConfig) => {
    const held = gate;
    const answer = (async () => {
      const result = await world.pool.query(statement);
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
    look: async () => (await getFeedCore(pool, style.id)).ids,
    hold() {
      gate = new Promise((resolve) => (release = resolve));
    },
    /** Lets the held answers go, and those who wait for them on. */
    async letGo() {
      release();
      gate = Promise.resolve();
      await reads;
      await new Promise((resolve) => setImmediate(resolve));
    },
  };
}

test("a page that is asked for is read anew before its second is over, and nobody waits for that", async () => {
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

test("each viewer's letters make their page, whether it is kept for others or not", async () => {
  const { pool, post, style } = await openFeed();
  await Promise.all([post(), post(), post()]);
  const core = await getFeedCore(pool, style.id);
  const letters = ["0", "1", "2", "3", "x"];
  const wanted = letters.flatMap((a) => letters.flatMap((b) => letters.map((c) => `${a}${b}${c}0`)));
  const pages = wanted.map((states) => core.write(states));
  expect(pages.filter((page) => page instanceof SharedBytes)).toHaveLength(32);
  const statesOf = (page: SharedBytes | Buffer) => {
    const { items } = JSON.parse((page instanceof SharedBytes ? page.bytes : page).toString());
    const byId = new Map<string, { liked: boolean; saved: boolean }>(
      items.map((card: { id: string }) => [card.id, card]),
    );
    return core.ids
      .map((id) => byId.get(id))
      .map((card) => (card ? Number(card.liked) + 2 * Number(card.saved) : "x"))
      .join("");
  };
  expect(pages.map(statesOf)).toEqual(wanted);
});

test("a page that nobody asked for meanwhile is no older than a second", async () => {
  const { look, post, first } = await openFeed();
  await look();
  const second = await post();
  vi.advanceTimersByTime(1_000);
  expect(await look()).toEqual([second, first]);
});

test.each([
  ["all pages", (pool: Pool) => dropFeedPages(pool)],
  ["those that show a changed outfit", (pool: Pool, id: string) => dropFeedPagesShowing(pool, [id])],
])("a write that drops %s is not undone by a page that was being read before it", async (_what, drop) => {
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

test("a page that could not be read anew is tried again, and its failure is told once it is too old", async () => {
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
