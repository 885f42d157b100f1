import { randomUUID } from "node:crypto";
import { sql } from "kysely";
import pg from "pg";
import { afterEach, expect, inject, test, vi } from "vitest";
import { testDatabase } from "#server/testing/test-app.ts";
import { runPrepared, transact } from "./db.ts";
import { createPipelinedReads, type PipelinedReads } from "./pipelined-reads.ts";

const settings = { connectionString: inject("clusterUrl"), application_name: "pipelined" };
const opened: PipelinedReads[] = [];
const open = (connections = 1) => {
  const reads = createPipelinedReads(settings, connections);
  opened.push(reads);
  return reads;
};
afterEach(async () => {
  vi.useRealTimers();
  for (const reads of opened.splice(0)) await reads.end();
});

/** As a promise even where there is none. */
const run = async (reads: PipelinedReads, query: Parameters<PipelinedReads["run"]>[0]) => reads.run(query);
const doubled = (n: number) => ({ name: "doubled", text: "select $1::int * 2 as n", values: [n] });
const share = (n: number) => ({ name: "share", text: "select 6 / $1::int as n", values: [n] });

test("each of many reads at once on one connection gets its own rows", async () => {
  vi.useFakeTimers({ toFake: ["performance"] });
  const reads = open();
  const numbers = Array.from({ length: 30 }, (_, n) => n);
  const results = await Promise.all(numbers.map((n) => run(reads, doubled(n))));
  expect(results).toEqual(numbers.map((n) => [{ n: 2 * n }]));
});

test("rows are those of the driver, with the columns just described and known", async () => {
  const text = `select null::int as missing, 7::int8 as large, 'a' || $1 as text, array['b'] as list, true as flag,
    '{"c": 1}'::jsonb as json, '2026-11-26 12:00:00.123+00'::timestamptz as at`;
  const { pool } = database;
  const { rows } = await pool.query(text, ["ö"]);
  expect(rows).toEqual([expect.objectContaining({ missing: null, large: 7, text: "aö" })]);
  for (let time = 0; time < 3; time += 1) expect(await runPrepared(pool, { name: "kinds", text }, ["ö"])).toEqual(rows);
});

test("a failure tells who asked", async () => {
  async function askForNothing() {
    await run(open(), share(0));
  }
  await expect(askForNothing()).rejects.toMatchObject({ stack: expect.stringContaining("askForNothing") });
});

test("one that fails fails alone", async () => {
  const reads = open();
  const results = await Promise.allSettled([share(1), share(0), share(3), doubled(4)].map((one) => run(reads, one)));
  expect(results.map((result) => (result.status === "fulfilled" ? result.value?.[0] : result.reason.code))).toEqual([
    { n: 6 },
    "22012",
    { n: 2 },
    { n: 8 },
  ]);
});

test("what relied on a statement that could not be prepared in time is sent once more", async () => {
  const admin = new pg.Client({ connectionString: settings.connectionString });
  await admin.connect();
  await admin.query("create table locked (n int)");
  await admin.query("insert into locked values (7)");
  await admin.query("begin; lock table locked in access exclusive mode");
  const reads = createPipelinedReads({ ...settings, statement_timeout: 300 }, 1);
  opened.push(reads);
  const locked = { name: "locked", text: "select n from locked" };
  const [first, ...others] = Array.from({ length: 5 }, () => run(reads, locked));
  await expect(first).rejects.toMatchObject({ code: "57014" });
  await admin.query("rollback");
  expect(await Promise.all(others)).toEqual(others.map(() => [{ n: 7 }]));
  expect(await reads.run(locked)).toEqual([{ n: 7 }]);
  await admin.query("drop table locked");
  await admin.end();
});

test("a connection takes only so many, and none behind a slow statement", async () => {
  vi.useFakeTimers({ toFake: ["performance"] });
  const reads = open();
  const first = reads.run(doubled(1));
  vi.advanceTimersByTime(6);
  expect(reads.run(doubled(2))).toBeUndefined();
  await first;
  const many = await Promise.all(Array.from({ length: 40 }, (_, n) => run(reads, doubled(n))));
  expect(many.filter((result) => result !== undefined)).toHaveLength(32);
});

test.each([
  "select 1",
  "update users set name = $1",
  "with gone as (delete from likes returning 1) select count(*) from gone",
  "select id from outfits for update",
  "select id from outfits for no key share",
  "select pg_advisory_xact_lock(1)",
  "select pg_notify('a', 'b')",
  "select graphile_worker.add_job('work')",
  "begin",
])("%s is not for a shared connection", (text) => {
  const name = text === "select 1" ? undefined : "named";
  expect(open().run({ text, ...(name === undefined ? {} : { name }) })).toBeUndefined();
});

test("a word in quotes is no keyword: such a read shares a connection", async () => {
  const quoted = { name: "quoted", text: "select json_build_object('share', 1) as json, 'delete' as word" };
  expect(await open().run(quoted)).toEqual([{ json: { share: 1 }, word: "delete" }]);
});

test("after the end no connection is opened again", async () => {
  const reads = open();
  await reads.run(doubled(1));
  await reads.end();
  expect(reads.run(doubled(1))).toBeUndefined();
});

test("after a lost connection the next read opens another", async () => {
  const reads = open();
  const [before] = (await reads.run({ name: "pid", text: "select pg_backend_pid() as pid" })) ?? [];
  const admin = new pg.Client({ connectionString: settings.connectionString });
  await admin.connect();
  await admin.query("select pg_terminate_backend($1)", [before?.pid]);
  await admin.end();
  await vi.waitFor(async () => {
    const after = await reads.run({ name: "pid", text: "select pg_backend_pid() as pid" });
    expect(after?.[0]?.pid).not.toBe(before?.pid);
  });
});

test("with no connection to be had, a read fails and a later one tries again", async () => {
  const reads = createPipelinedReads({ ...settings, port: 1, host: "127.0.0.1", connectionString: undefined }, 1);
  await expect(reads.run(doubled(1))).rejects.toThrow("ECONNREFUSED");
  await expect(reads.run(doubled(1))).rejects.toThrow("ECONNREFUSED");
});

const database = await testDatabase();

test("a transaction reads what it has written, on its own connection", async () => {
  const { db, pool } = database;
  const count = { name: "count_styles", text: "select count(*)::int as n from styles where name = 'Pipelined'" };
  await transact(db, async (tx) => {
    await tx.insertInto("styles").values({ id: randomUUID(), name: "Pipelined" }).execute();
    for (let time = 0; time < 4; time += 1) {
      const { rows } = await sql<{ n: number }>`select count(*)::int as n from styles where name = 'Pipelined'`.execute(
        tx,
      );
      expect(rows).toEqual([{ n: 1 }]);
    }
    expect(await runPrepared(pool, count, [])).toEqual([{ n: 0 }]);
  });
  expect(await runPrepared(pool, count, [])).toEqual([{ n: 1 }]);
});
