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
    inSearchQueue(app, async () => {
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
