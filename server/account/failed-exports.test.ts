import { once } from "node:events";
import { setTimeout as wait } from "node:timers/promises";
import { expect, onTestFinished, test, vi } from "vitest";
import { buildUser } from "#server/testing/factories.ts";
import type { createMemoryStorage } from "#server/testing/memory-storage.ts";
import { testApp } from "#server/testing/test-app.ts";
import { startJobs } from "#server/jobs.ts";
import { removeEndedExports } from "./account.service.ts";
import { buildDataExport } from "./export-archive.service.ts";

type MemoryStorage = ReturnType<typeof createMemoryStorage>;

const { app, as, db, fastify } = await testApp();

test("a file that cannot be removed holds up no other, and comes last the next time", async () => {
  const mia = await buildUser(db);
  const [locked, first, second] = ["locked", "first", "second"].map((name) => `${mia.id}/export-${name}.zip`);
  const insert = (key = "", removedAt = new Date()) =>
    db.insertInto("removed_files").values({ key, removed_at: removedAt }).execute();
  await insert(locked, new Date(0));
  await insert(first);
  const remove = vi.spyOn(app.storage, "remove").mockImplementation(async ([key]) => {
    if (key === locked) throw new Error("locked");
  });
  await expect(removeEndedExports(app)).rejects.toThrow("locked");
  await insert(second, new Date(1));
  await expect(removeEndedExports(app)).rejects.toThrow("locked");
  expect(remove.mock.calls.map(([[key]]) => key)).toEqual([locked, first, second, locked]);
  remove.mockRestore();
  expect(await removeEndedExports(app)).toBe(1);
});

test("a store that is slow to remove files keeps one job busy", async () => {
  const mia = await buildUser(db);
  await db
    .insertInto("removed_files")
    .values({ key: `${mia.id}/export-slow.zip` })
    .execute();
  let release = () => {};
  const held = new Promise<void>((resolve) => (release = resolve));
  const remove = vi.spyOn(app.storage, "remove").mockReturnValue(held);
  const first = removeEndedExports(app);
  await expect.poll(() => remove.mock.calls.length).toBe(1);
  const second = removeEndedExports(app);
  expect(await Promise.race([second, wait(1_000)])).toBe(0);
  expect(remove).toHaveBeenCalledTimes(1);
  release();
  expect(await first).toBe(1);
  remove.mockRestore();
});

test("an export whose last try fails has failed at once, and what was stored of it goes", async () => {
  const mia = await buildUser(db);
  const ask = async () => (await as(mia).post("/api/me/data/exports")).json().export as { id: string };
  const newest = async () => (await as(mia).get("/api/me/data")).json().export;
  const { id } = await ask();
  const { putStream } = app.storage;
  const put = vi.spyOn(app.storage, "putStream").mockImplementation(async (...file) => {
    await putStream(...file);
    throw new Error("The answer was lost");
  });
  await expect(buildDataExport(app, { exportId: id })).rejects.toThrow("The answer was lost");
  expect((await newest()).status).toBe("waiting");
  await app.pool.query(
    `select graphile_worker.reschedule_jobs(array(select id from graphile_worker._private_jobs
       where payload->>'exportId' = $1), run_at := now(), attempts := 7)`,
    [id],
  );
  const runner = await startJobs(app, fastify.log);
  onTestFinished(() => runner.stop());
  await expect.poll(async () => (await newest()).status, { timeout: 15_000 }).toBe("failed");
  put.mockRestore();
  const files = () => [...(app.storage as MemoryStorage).objects.keys()].filter((key) => key.startsWith(mia.id));
  await removeEndedExports(app);
  expect(files()).toEqual([]);
  expect((await ask()).id).not.toBe(id);
}, 40_000);

test("an export that the store does not take leaves no file open", async () => {
  const mia = await buildUser(db);
  const { id } = (await as(mia).post("/api/me/data/exports")).json().export;
  const put = vi.spyOn(app.storage, "putStream").mockImplementation(async (_key, { bytes }) => {
    await once(bytes, "open");
    throw new Error("The store is away");
  });
  await expect(buildDataExport(app, { exportId: id })).rejects.toThrow("The store is away");
  expect(put.mock.calls.map(([, { bytes }]) => bytes.destroyed)).toEqual([true]);
  put.mockRestore();
});

test("an export whose server was killed on its last try has failed once the job is unlocked", async () => {
  const mia = await buildUser(db);
  const ask = async () => (await as(mia).post("/api/me/data/exports")).json();
  const status = async () => (await as(mia).get("/api/me/data")).json().export.status;
  const { id } = (await ask()).export;
  await removeEndedExports(app);
  expect(await status()).toBe("waiting");
  await app.pool.query(
    `update graphile_worker._private_jobs set attempts = max_attempts, locked_at = now(), locked_by = 'killed'
     where payload->>'exportId' = $1`,
    [id],
  );
  await removeEndedExports(app);
  expect(await status()).toBe("waiting");
  await app.pool.query("select graphile_worker.force_unlock_workers(array['killed'])");
  await removeEndedExports(app);
  expect(await status()).toBe("failed");
  expect((await ask()).export.status).toBe("waiting");
});
