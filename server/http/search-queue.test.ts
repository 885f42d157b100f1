import { setImmediate } from "node:timers/promises";
import { expect, test, vi } from "vitest";
import { AppError } from "#server/lib/app-error.ts";
import { withResolvers } from "#server/lib/with-resolvers.ts";
import { buildUser } from "#server/testing/factories.ts";
import { testApp } from "#server/testing/test-app.ts";
import type { AppContext } from "./context.ts";
import { inSearchQueue } from "./search-queue.ts";

const { app } = await testApp();

test("searches use a quarter of the connections, and those beyond a full queue are asked to come back [S-71]", async () => {
  const connections = Math.floor(app.config.databasePoolSize / 4);
  let started = 0;
  let release = () => {};
  const held = new Promise<void>((resolve) => (release = resolve));
  const search = () =>
    inSearchQueue(app, "203.0.113.1", async () => {
      started += 1;
      await held;
    });
  const running = Array.from({ length: connections + 500 }, search);
  await expect(search()).rejects.toMatchObject({ code: "server.unavailable", retryAfterSeconds: 2 });
  expect(started).toBe(connections);
  release();
  await Promise.all(running);
  expect(started).toBe(connections + 500);
});

test("one caller's searches delay another's by one of them at most, even where they fill the queue [S-163]", async () => {
  const other = await testApp();
  const connections = Math.floor(other.app.config.databasePoolSize / 4);
  const ended: string[] = [];
  const search = (owner: string) =>
    inSearchQueue(other.app, owner, async () => {
      await new Promise((resolve) => setTimeout(resolve, 1));
      ended.push(owner);
    });
  const many = Array.from({ length: connections + 500 }, () => search("203.0.113.1"));
  const last = many.at(-1)?.catch((error: unknown) => error);
  await search("203.0.113.2");
  expect(ended.length).toBeLessThanOrEqual(2 * connections + 1);
  expect(await last).toMatchObject({ code: "server.unavailable" });
  await Promise.all(many.slice(0, -1));
});

const searches = [
  "/api/outfits?search=linen",
  "/api/articles?search=linen",
  "/api/events?search=linen",
  "/api/events?near=Lisbon",
  "/api/events/months/2026-07?search=linen",
  "/api/stylists?search=mia",
];

/** Keeps all connections for searches busy until it is told to release them. */
function holdAll(app: AppContext): { release(): Promise<unknown> } {
  const { promise: held, resolve: release } = withResolvers<void>();
  const connections = Math.floor(app.config.databasePoolSize / 4);
  const running = Array.from({ length: connections }, (_, n) => inSearchQueue(app, `203.0.113.${n}`, () => held));
  return {
    release() {
      release();
      return Promise.all(running);
    },
  };
}

test("a search that is refused while it waits does not begin [S-71]", async () => {
  const busy = await testApp();
  const mia = await buildUser(busy.db);
  await busy.as(mia).get("/api/me");
  busy.app.rateLimiter.spend = () => Promise.reject(new AppError("rate.limited"));
  const { release } = holdAll(busy.app);
  for (const url of [...searches, "/api/outfits?search=linen&sort=popular", "/api/search?search=linen"]) {
    const { statusCode } = await busy.as(mia).get(url);
    expect({ url, statusCode }).toEqual({ url, statusCode: 429 });
  }
  const statements = [vi.spyOn(busy.app.pool, "query"), vi.spyOn(busy.app.pool, "connect")];
  await release();
  // What may begin does so before anything else comes.
  await setImmediate();
  for (const statement of statements) expect(statement).not.toHaveBeenCalled();
});

test("every search waits for a free connection of searches [S-71]", async () => {
  const busy = await testApp();
  const mia = await buildUser(busy.db);
  const { release } = holdAll(busy.app);
  const answered: string[] = [];
  const answers = searches.map(async (url) => {
    const { statusCode } = await busy.as(mia).get(url);
    answered.push(url);
    return statusCode;
  });
  // Lists without words do not wait.
  for (const url of ["/api/articles", "/api/events"]) expect((await busy.as(mia).get(url)).statusCode).toBe(200);
  await new Promise((resolve) => setTimeout(resolve, 500));
  expect(answered).toEqual([]);
  await release();
  expect(await Promise.all(answers)).toEqual(searches.map(() => 200));
});
