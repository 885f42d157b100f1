import { expect, test } from "vitest";
import { testApp } from "#server/testing/test-app.ts";
import { fillSteps } from "./data-set-sql.ts";

const { app } = await testApp();

const inserts = fillSteps.flatMap(([step, sql]) =>
  [...sql.matchAll(/insert into ([\w.]+) \(([^)]+)\)/g)].map(([, table = "", columns = ""]) => ({
    step,
    table: table.includes(".") ? table : `public.${table}`,
    columns: columns.split(",").map((column) => column.trim()),
  })),
);

test("the benchmark's data set fills only columns that the migrations have left in place", async () => {
  const { rows } = await app.pool.query<{ column: string }>(
    `select table_schema || '.' || table_name || '.' || column_name as "column" from information_schema.columns`,
  );
  const existing = new Set(rows.map(({ column }) => column));
  expect(inserts.length).toBeGreaterThan(15);
  const missing = inserts.flatMap(({ step, table, columns }) =>
    columns.filter((column) => !existing.has(`${table}.${column}`)).map((column) => `${step}: ${table}.${column}`),
  );
  expect(missing).toEqual([]);
});
