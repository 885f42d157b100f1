import { expect, test } from "vitest";
import { testDatabase } from "#server/testing/test-app.ts";

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
