import { expect, test } from "vitest";
import { testApp } from "#server/testing/test-app.ts";
import { inSearchQueue } from "./search-queue.service.ts";

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
