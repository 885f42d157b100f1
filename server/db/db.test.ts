import { sql } from "kysely";
import { expect, test } from "vitest";
import { testDatabase } from "#server/testing/test-app.ts";
import { allowLong, openDatabase, runSql, transact } from "./db.ts";

test("a connection that the database closes during a transaction fails only its next statement", async () => {
  const { pool } = await testDatabase();
  const lent = await pool.connect();
  await lent.query("begin");
  const { rows } = await lent.query<{ pid: number }>("select pg_backend_pid() as pid");
  const ended = new Promise((resolve) => lent.once("end", resolve));
  await pool.query("select pg_terminate_backend($1)", [rows[0]?.pid]);
  await ended;
  await expect(lent.query("select 1")).rejects.toThrow(/not queryable|terminated|closed/);
  lent.release(true);
  expect((await pool.query("select 1 as one")).rows).toEqual([{ one: 1 }]);
});

test("a transaction whose statement gets no reply never becomes part of another one", async () => {
  const { url, db } = await testDatabase();
  await sql`create table steps (n int)`.execute(db);
  // The database waits for ever, and the server a second.
  const slow = openDatabase(url, { poolSize: 1, statementTimeoutMs: 0, onError: () => undefined });
  const lost = transact(slow.db, async (tx) => {
    await sql`insert into steps values (1)`.execute(tx);
    await sql`select pg_sleep(3)`.execute(tx);
  });
  await expect(lost).rejects.toThrow(/timeout/);
  await transact(slow.db, (tx) => sql`insert into steps values (2)`.execute(tx));
  await slow.close();
  expect((await sql<{ n: number }>`select n from steps`.execute(db)).rows).toEqual([{ n: 2 }]);
});

test("a job's statement may take longer than a request's, in the database and here, until its transaction ends", async () => {
  const { url } = await testDatabase();
  const hasty = openDatabase(url, { poolSize: 1, statementTimeoutMs: 100, onError: () => undefined });
  const slept = (seconds: number) => runSql(hasty.db, "select pg_sleep($1::float)", [seconds]);
  await transact(hasty.db, async (tx) => {
    await allowLong(tx);
    // A request's statement counts as lost a second after the database's timeout.
    await runSql(tx, "select pg_sleep($1::float)", [1.3]);
  });
  await expect(slept(0.5)).rejects.toMatchObject({ code: "57014" });
  await hasty.close();
});
