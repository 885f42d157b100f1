import { createHash } from "node:crypto";
import { readdir, readFile } from "node:fs/promises";
import path from "node:path";
import pg from "pg";
import { migrate } from "#server/db/migrate.ts";
import { describeForSearch, searchSourceColumns } from "#server/outfits/outfits.store.ts";
import { buildLookIndex, fillLooks } from "./data-set-looks.ts";
import { fillSteps } from "./data-set-sql.ts";

const root = path.join(import.meta.dirname, "..", "..");
/** Where the data set and everything that a run writes is stored; ignored by git. */
export const benchFolder = path.join(root, ".bench");
const migrations = new URL("../../server/db/migrations/", import.meta.url);

/** The name of the data set's database, which depends on the schema and the generator. */
async function databaseName(): Promise<string> {
  const hash = createHash("sha256");
  for (const name of (await readdir(migrations)).toSorted()) hash.update(await readFile(new URL(name, migrations)));
  for (const name of ["data-set-sql.ts", "data-set-looks.ts"])
    hash.update(await readFile(path.join(import.meta.dirname, name)));
  return `bench_${hash.digest("hex").slice(0, 12)}`;
}

function withDatabase(url: string, name: string): string {
  const changed = new URL(url);
  changed.pathname = `/${name}`;
  return changed.href;
}

/**
 * The URL of a database with the large data set, built on first use and reused: 10,000 members, 200,000 outfits,
 * 2,000,000 likes, 600,000 comments, 300,000 saves, 340,000 swipes, 22,000 threads, and for each outfit two to four colours
 * and a vector in an inverted file. Deterministic, except for the cells of the latter.
 */
export async function openDataSet(clusterUrl: string, print: (line: string) => void): Promise<string> {
  const name = await databaseName();
  const maintenance = new pg.Client({ connectionString: withDatabase(clusterUrl, "postgres") });
  await maintenance.connect();
  try {
    const url = withDatabase(clusterUrl, name);
    const { rows } = await maintenance.query("select 1 from pg_database where datname = $1", [name]);
    if (rows.length > 0) {
      await forgetSessions(url);
      return url;
    }
    await dropOutdated(maintenance);
    const building = `${name}_building`;
    print("Building the large data set; this is done once and takes some minutes");
    await maintenance.query(`create database ${building}`);
    await migrate(withDatabase(clusterUrl, building), migrations);
    await fill(withDatabase(clusterUrl, building), print);
    await timed("index of looks", print, () => buildLookIndex(withDatabase(clusterUrl, building)));
    // Only a complete data set gets the expected name.
    await maintenance.query(`alter database ${building} rename to ${name}`);
    return url;
  } finally {
    await maintenance.end();
  }
}

/** Deletes the sessions of earlier runs, which would accumulate. */
async function forgetSessions(url: string): Promise<void> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  await client.query("truncate auth.sessions cascade");
  await client.end();
}

async function dropOutdated(maintenance: pg.Client): Promise<void> {
  const { rows } = await maintenance.query<{ datname: string }>(
    "select datname from pg_database where datname like 'bench\\_%'",
  );
  for (const { datname } of rows) await maintenance.query(`drop database ${datname} with (force)`);
}

async function fill(url: string, print: (line: string) => void): Promise<void> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    // Rows are valid by construction, so foreign keys and triggers need not check four million of them.
    await client.query(
      "set session_replication_role = replica; set maintenance_work_mem = '512MB'; set work_mem = '256MB'",
    );
    const indexes = await dropIndexes(client);
    for (const [what, sql] of fillSteps) await timed(what, print, () => client.query(sql));
    await timed("colours and vectors", print, () => fillLooks(client));
    for (const definition of indexes) await client.query(definition);
    await client.query("vacuum (analyze)");
    await client.query("checkpoint");
    await checkSearchText(client);
  } finally {
    await client.end();
  }
}

async function timed(what: string, print: (line: string) => void, work: () => Promise<unknown>): Promise<void> {
  const start = performance.now();
  await work();
  print(`  ${what}: ${((performance.now() - start) / 1_000).toFixed(1)} s`);
}

/** Indexes that are not constraints are built after the rows are inserted, which is many times faster. */
async function dropIndexes(client: pg.Client): Promise<string[]> {
  const { rows } = await client.query<{ name: string; definition: string }>(`
    select i.indexrelid::regclass::text as name, pg_get_indexdef(i.indexrelid) as definition
    from pg_index i join pg_class t on t.oid = i.indrelid
    where t.relnamespace = 'public'::regnamespace and not i.indisunique
      and not exists (select from pg_constraint c where c.conindid = i.indexrelid)`);
  for (const { name } of rows) await client.query(`drop index ${name}`);
  return rows.map((row) => row.definition);
}

/** The data set computes search texts in SQL; they must equal what the server writes. */
async function checkSearchText(client: pg.Client): Promise<void> {
  const { rows } = await client.query(`
    select o.search_text, p.username, ${searchSourceColumns}
    from outfits o join profiles p on p.id = o.user_id order by o.id limit 5`);
  for (const row of rows) {
    const author = { username: row.username, displayName: null };
    const expected = describeForSearch({ ...row, author, colours: [] });
    if (row.search_text !== expected) throw new Error(`Search texts differ: "${row.search_text}", "${expected}"`);
  }
}
