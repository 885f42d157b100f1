import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { afterEach, beforeEach, expect, test } from "vitest";
import { testDatabase } from "#server/testing/test-app.ts";
import { migrate } from "./migrate.ts";

let folder: string;
const folderUrl = () => pathToFileURL(`${folder}/`);

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), "fash-migrations-"));
});
afterEach(() => rm(folder, { recursive: true }));

/** An empty database for the test, without migrations. */
async function emptyDatabase() {
  const database = await testDatabase();
  await database.pool.query("drop table schema_migrations");
  return database;
}

test("migrations are applied once and in order, even if two servers start concurrently", async () => {
  const { url, pool } = await emptyDatabase();
  await writeFile(join(folder, "0001_first.sql"), "create table steps (n integer)");
  await writeFile(join(folder, "0002_second.sql"), "insert into steps values (1)");
  const names = await Promise.all([migrate(url, folderUrl()), migrate(url, folderUrl())]);
  expect(names.flat().sort()).toEqual(["0001_first.sql", "0002_second.sql"]);
  expect((await pool.query("select n from steps")).rows).toEqual([{ n: 1 }]);
});

test("a failing migration is rolled back and named", async () => {
  const { url, pool } = await emptyDatabase();
  await writeFile(join(folder, "0001_broken.sql"), "create table half (n integer); select no_such_function()");
  await expect(migrate(url, folderUrl())).rejects.toThrow("0001_broken.sql");
  expect((await pool.query("select to_regclass('half') as found")).rows).toEqual([{ found: null }]);
});

const indexBeside = `-- outside a transaction
drop index concurrently if exists steps_by_n;
create index concurrently steps_by_n on steps (n);
`;

test("an index is built outside a transaction, even if two servers start concurrently", async () => {
  const { url, pool } = await emptyDatabase();
  await writeFile(join(folder, "0001_first.sql"), "create table steps (n integer)");
  await writeFile(join(folder, "0002_index.sql"), indexBeside);
  const names = await Promise.all([migrate(url, folderUrl()), migrate(url, folderUrl())]);
  expect(names.flat().sort()).toEqual(["0001_first.sql", "0002_index.sql"]);
  const { rows } = await pool.query("select indisvalid from pg_index where indexrelid = 'steps_by_n'::regclass");
  expect(rows).toEqual([{ indisvalid: true }]);
});

test("an interrupted migration outside a transaction is repeated", async () => {
  const { url, pool } = await emptyDatabase();
  await writeFile(join(folder, "0001_first.sql"), "create table steps (n integer)");
  await writeFile(join(folder, "0002_index.sql"), `${indexBeside}select no_such_function();\n`);
  await expect(migrate(url, folderUrl())).rejects.toThrow("0002_index.sql");
  expect((await pool.query("select name from schema_migrations")).rows).toEqual([{ name: "0001_first.sql" }]);
  await writeFile(join(folder, "0002_index.sql"), indexBeside);
  expect(await migrate(url, folderUrl())).toEqual(["0002_index.sql"]);
});

test("a changed applied migration prevents the start", async () => {
  const { url } = await emptyDatabase();
  await writeFile(join(folder, "0001_first.sql"), "create table steps (n integer)");
  await migrate(url, folderUrl());
  await writeFile(join(folder, "0001_first.sql"), "create table steps (n bigint)");
  await expect(migrate(url, folderUrl())).rejects.toThrow("0001_first.sql has changed");
});

test("a database of a newer version prevents the start", async () => {
  const { url } = await emptyDatabase();
  await writeFile(join(folder, "0001_first.sql"), "create table steps (n integer)");
  await migrate(url, folderUrl());
  await rm(join(folder, "0001_first.sql"));
  await expect(migrate(url, folderUrl())).rejects.toThrow("0001_first.sql, which this version of Fash does not know");
});
