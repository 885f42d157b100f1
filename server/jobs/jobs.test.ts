import type { FastifyBaseLogger } from "fastify";
import { expect, test } from "vitest";
import { buildOutfit, buildUser } from "#server/testing/factories.ts";
import { testApp } from "#server/testing/test-app.ts";
import { findDrift, recount, startJobs } from "./jobs.service.ts";

const { app, as, db, world } = await testApp();

/** A log that is kept, so that a test can read it. */
function keepLog(): { log: FastifyBaseLogger; lines: { level: string; message: string; data: unknown }[] } {
  const lines: { level: string; message: string; data: unknown }[] = [];
  const write = (level: string) => (first: unknown, second?: string) =>
    lines.push(
      typeof first === "string" ? { level, message: first, data: null } : { level, message: second ?? "", data: first },
    );
  const log = { ...app.log, info: write("info"), warn: write("warn"), error: write("error"), debug: write("debug") };
  const kept = Object.assign(log, { child: () => kept }) as unknown as FastifyBaseLogger;
  return { log: kept, lines };
}

test("after likes, saves, comments and follows every kept count is what its rows say", async () => {
  const mia = await buildUser(db);
  const leo = await buildUser(db);
  const outfit = await buildOutfit(db, mia.id);
  await as(leo).put(`/api/outfits/${outfit.id}/like`);
  await as(leo).put(`/api/outfits/${outfit.id}/save`);
  await as(leo).post(`/api/outfits/${outfit.id}/comments`, { content: "love it" });
  await as(leo).put(`/api/follows/${mia.id}`);
  expect(await findDrift(db)).toEqual([]);
});

test("a count that drifted is found, mended and reported as a fault", async () => {
  const mia = await buildUser(db);
  const outfit = await buildOutfit(db, mia.id);
  await db.updateTable("outfits").set({ likes_count: 7 }).where("id", "=", outfit.id).execute();
  await db.updateTable("profiles").set({ followers_count: 3 }).where("id", "=", mia.id).execute();
  expect(await findDrift(db)).toEqual([
    { count: "outfits.likes_count", key: [outfit.id], kept: 7, truth: 0 },
    { count: "profiles.followers_count", key: [mia.id], kept: 3, truth: 0 },
  ]);
  const { log, lines } = keepLog();
  await recount({ world, log });
  expect(lines).toMatchObject([{ level: "error", message: "counts had drifted", data: { drifts: 2 } }]);
  expect(await findDrift(db)).toEqual([]);
});

test("the queue starts in this process, does its jobs and stops", async () => {
  const { log, lines } = keepLog();
  const runner = await startJobs(world, log);
  await world.pool.query("select graphile_worker.add_job('recount')");
  await expect
    .poll(() => lines.map((line) => line.message), { timeout: 10_000 })
    .toContain("all kept counts are right");
  await runner.stop();
});
