import type { FastifyBaseLogger } from "fastify";
import { expect, test } from "vitest";
import { buildOutfit, buildUser } from "./testing/factories.ts";
import { testApp } from "./testing/test-app.ts";
import { findDrift } from "./counts/recount.service.ts";
import { findTotalDrift } from "./dashboard/totals.store.ts";
import { recount, reportPoints, startJobs } from "./jobs.ts";

const { fastify, as, db, app } = await testApp();

/** A log that tests can read. */
function keepLog(): { log: FastifyBaseLogger; lines: { level: string; message: string; data: unknown }[] } {
  const lines: { level: string; message: string; data: unknown }[] = [];
  const write = (level: string) => (first: unknown, second?: string) =>
    lines.push(
      typeof first === "string" ? { level, message: first, data: null } : { level, message: second ?? "", data: first },
    );
  const log = {
    ...fastify.log,
    info: write("info"),
    warn: write("warn"),
    error: write("error"),
    debug: write("debug"),
  };
  const kept = Object.assign(log, { child: () => kept }) as unknown as FastifyBaseLogger;
  return { log: kept, lines };
}

test("after likes, saves, comments and follows every kept count equals its rows", async () => {
  const mia = await buildUser(db);
  const leo = await buildUser(db);
  const outfit = await buildOutfit(db, mia.id);
  await as(leo).put(`/api/outfits/${outfit.id}/like`);
  await as(leo).put(`/api/outfits/${outfit.id}/save`);
  await as(leo).post(`/api/outfits/${outfit.id}/comments`, { content: "love it" });
  await as(leo).put(`/api/follows/${mia.id}`);
  expect(await findDrift(db)).toEqual([]);
});

test("a count that drifted is found, fixed and reported as an error", async () => {
  const mia = await buildUser(db);
  const outfit = await buildOutfit(db, mia.id);
  await db.updateTable("outfits").set({ likes_count: 7 }).where("id", "=", outfit.id).execute();
  await db.updateTable("profiles").set({ followers_count: 3 }).where("id", "=", mia.id).execute();
  expect(await findDrift(db)).toEqual([
    { count: "outfits.likes_count", key: [outfit.id], kept: 7, truth: 0 },
    { count: "profiles.followers_count", key: [mia.id], kept: 3, truth: 0 },
  ]);
  const { log, lines } = keepLog();
  await recount({ app, log });
  expect(lines).toMatchObject([{ level: "error", message: "counts had drifted", data: { drifts: 2 } }]);
  expect(await findDrift(db)).toEqual([]);
});

test("a total of the site that drifted is found, fixed and reported as an error", async () => {
  await db
    .insertInto("site_totals")
    .values({ metric: "likes", day: "2026-01-01", added: 5, removed: 0 })
    .onConflict((conflict) => conflict.columns(["metric", "day"]).doUpdateSet({ added: 5 }))
    .execute();
  expect(await findTotalDrift(db)).toEqual([{ metric: "likes", by: -5 }]);
  const { log, lines } = keepLog();
  await recount({ app, log });
  expect(lines).toMatchObject([
    { level: "info", message: "all kept counts are right" },
    { level: "error", message: "totals of the site had drifted", data: { totals: [{ metric: "likes", by: -5 }] } },
  ]);
  expect(await findTotalDrift(db)).toEqual([]);
});

test("wrong points are reported as an error and left unchanged", async () => {
  const { log, lines } = keepLog();
  await reportPoints({ app, log });
  expect(lines).toMatchObject([{ level: "info", message: "the points audit found nothing wrong" }]);
  const mia = await buildUser(db);
  await db.updateTable("profiles").set({ points: 40 }).where("id", "=", mia.id).execute();
  await reportPoints({ app, log });
  expect(lines[1]).toMatchObject({
    level: "error",
    message: "points are wrong",
    data: { violations: 1, samples: [{ subject: mia.id }] },
  });
  const row = await db.selectFrom("profiles").select("points").where("id", "=", mia.id).executeTakeFirstOrThrow();
  expect(row.points).toBe(40);
  await db.updateTable("profiles").set({ points: 0 }).where("id", "=", mia.id).execute();
});

test("the queue starts in this process, runs its jobs and stops", async () => {
  const { log, lines } = keepLog();
  const runner = await startJobs(app, log);
  await app.pool.query("select graphile_worker.add_job('recount')");
  await expect
    .poll(() => lines.map((line) => line.message), { timeout: 10_000 })
    .toContain("all kept counts are right");
  await runner.stop();
});
