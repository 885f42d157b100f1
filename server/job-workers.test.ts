import { beforeEach, expect, onTestFinished, test, vi } from "vitest";
import { deleteFailedJobs, unlockLostJobs } from "./job-workers.ts";
import { startJobs } from "./jobs.ts";
import { buildUser } from "./testing/factories.ts";
import { createMemoryStorage } from "./testing/memory-storage.ts";
import { testApp } from "./testing/test-app.ts";

const { fastify, app, db } = await testApp();
const mia = await buildUser(db);

/** A server with jobs of which one does not end before it is released: the store does not answer. */
async function startHeldJob() {
  await db
    .insertInto("removed_images")
    .values({ key: `${mia.id}/${Date.now()}.webp`, widths: [] })
    .execute();
  const storage = createMemoryStorage();
  let release: (() => void) | undefined;
  storage.remove = () =>
    new Promise((resolve) => {
      release = resolve;
    });
  const runner = await startJobs({ ...app, storage }, fastify.log);
  await app.pool.query("select graphile_worker.add_job('deleteOrphanedImages', queue_name => 'pictures')");
  await vi.waitFor(() => expect(release).toBeDefined(), { timeout: 15_000 });
  return { runner, release: () => release?.() };
}

async function listLocks(): Promise<string[]> {
  const { rows } = await app.pool.query<{ by: string }>(
    `select distinct locked_by as by from graphile_worker._private_jobs where locked_by is not null
     union select locked_by from graphile_worker._private_job_queues where locked_by is not null`,
  );
  return rows.map(({ by }) => by);
}

/** As if the locks were older than they are. */
async function age(seconds: number): Promise<void> {
  for (const table of ["_private_jobs", "_private_job_queues"]) {
    const text = `update graphile_worker.${table} set locked_at = locked_at - make_interval(secs => $1)`;
    await app.pool.query(text, [seconds]);
  }
}

beforeEach(async () => {
  await db.deleteFrom("removed_images").execute();
  const runner = await startJobs(app, fastify.log);
  await runner.stop();
  await app.pool.query("delete from graphile_worker._private_jobs");
});

test("what a killed server was doing is unlocked after a minute, with its queue [S-77]", async () => {
  await app.pool.query("select graphile_worker.add_job('recount', queue_name => 'killed')");
  for (const table of ["_private_jobs", "_private_job_queues"])
    await app.pool.query(`update graphile_worker.${table} set locked_at = now(), locked_by = 'pool-killed'`);
  expect(await unlockLostJobs(app)).toBe(0);
  await age(61);
  expect(await unlockLostJobs(app)).toBe(1);
  expect(await listLocks()).toEqual([]);
});

test("the jobs of a server that runs stay its own, however long they take; one that stops leaves none locked [S-77]", async () => {
  const { runner } = await startHeldJob();
  await age(3_600);
  expect(await unlockLostJobs(app)).toBe(0);
  expect(await listLocks()).toHaveLength(1);
  const start = performance.now();
  await runner.stop();
  expect(performance.now() - start).toBeLessThan(9_000);
  expect(await listLocks()).toEqual([]);
}, 40_000);

test("jobs that failed for good are deleted after a week, others never", async () => {
  const add = (key: string, attempts: number, days: number) =>
    app.pool
      .query(
        `with added as (select id from graphile_worker.add_job('recount', job_key => $1, max_attempts => 3))
       select graphile_worker.reschedule_jobs(array(select id from added), attempts := $2)`,
        [key, attempts],
      )
      .then(() =>
        app.pool.query(
          "update graphile_worker._private_jobs set updated_at = now() - make_interval(days => $2) where key = $1",
          [key, days],
        ),
      );
  await add("dead", 3, 8);
  await add("fresh", 3, 6);
  await add("waiting", 2, 8);
  await add("running", 3, 8);
  await app.pool.query(
    "update graphile_worker._private_jobs set locked_at = now(), locked_by = 'x' where key = 'running'",
  );
  expect(await deleteFailedJobs(app)).toBe(1);
  const { rows } = await app.pool.query("select key from graphile_worker._private_jobs order by key");
  expect(rows.map(({ key }) => key)).toEqual(["fresh", "running", "waiting"]);
});

/** The outcome of a job cannot be recorded until the returned function is called. */
async function refuseOutcomes(): Promise<() => Promise<void>> {
  await app.pool.query(`create function refuse_outcome() returns trigger language plpgsql as
    $$ begin raise exception 'The database is busy'; end $$`);
  await app.pool.query(`create trigger refuse_outcome before delete on graphile_worker._private_jobs
    for each row execute function refuse_outcome()`);
  const accept = async () => void (await app.pool.query("drop function if exists refuse_outcome() cascade"));
  onTestFinished(accept);
  return accept;
}

test("a job whose outcome could not be recorded while the server stops is not left locked [S-77]", async () => {
  await refuseOutcomes();
  const { runner, release } = await startHeldJob();
  const stopped = runner.stop();
  release();
  await stopped;
  expect(await listLocks()).toEqual([]);
}, 40_000);

test("a job that a worker locked after it had ended is not left locked by a server that stops [S-77]", async () => {
  const { runner, release } = await startHeldJob();
  const [ended = ""] = await listLocks();
  const accept = await refuseOutcomes();
  release();
  await vi.waitFor(async () => expect(await listLocks()).not.toContain(ended), { timeout: 15_000 });
  await accept();
  await app.pool.query(
    "select graphile_worker.add_job('recount', job_key => 'late', run_at => now() + interval '1 hour')",
  );
  await app.pool.query(
    "update graphile_worker._private_jobs set locked_at = now(), locked_by = $1 where key = 'late'",
    [ended],
  );
  await runner.stop();
  expect(await listLocks()).toEqual([]);
}, 40_000);

test("a server that stops while its jobs start again does not wait for them [S-77]", async () => {
  const { runner, release } = await startHeldJob();
  const accept = await refuseOutcomes();
  const client = await app.pool.connect();
  try {
    await client.query("begin");
    // A worker that starts reads this first.
    await client.query("lock table graphile_worker.migrations");
    release();
    const isStarting = () =>
      app.pool.query("select from pg_locks where relation = 'graphile_worker.migrations'::regclass and not granted");
    await vi.waitFor(async () => expect((await isStarting()).rowCount).toBe(1), { timeout: 15_000 });
    await accept();
    const start = performance.now();
    const stopped = runner.stop();
    await client.query("commit");
    await stopped;
    expect(performance.now() - start).toBeLessThan(4_000);
  } finally {
    client.release(true);
  }
  expect(await listLocks()).toEqual([]);
}, 40_000);
