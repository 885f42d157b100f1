import { readdir, readFile } from "node:fs/promises";
import { createHash } from "node:crypto";
import { setTimeout } from "node:timers/promises";
import { Logger, runMigrations } from "graphile-worker";
import pg from "pg";

const quiet = new Logger(() => () => undefined);

/** An arbitrary number, the same for every server of a database. */
const migrationLock = 7_241_905_113;

/** How often a server checks whether another one has finished migrating. */
const lockPollMs = 100;

/** The first line of a migration that cannot run in a transaction, such as a concurrent index. */
const unwrapped = "-- outside a transaction";

interface Migration {
  name: string;
  sql: string;
  checksum: string;
}

async function readMigrations(folder: URL): Promise<Migration[]> {
  const names = (await readdir(folder)).filter((name) => /^\d{4}_[a-z0-9_]+\.sql$/.test(name)).sort();
  return Promise.all(
    names.map(async (name) => {
      const sql = await readFile(new URL(name, folder), "utf8");
      return { name, sql, checksum: createHash("sha256").update(sql).digest("hex") };
    }),
  );
}

/**
 * Applies pending migrations in order and returns their names. Each is one transaction; one that begins with `--
 * outside a transaction` runs statement by statement and is repeated from the start after an interruption. Servers may
 * start concurrently: an advisory lock serializes them. Also creates the job queue's tables, so that any transaction
 * may add a job.
 *
 * @param url A `postgres://` address whose role may create tables.
 * @throws Error if an applied file has changed, or the database is newer than this program
 */
export async function migrate(url: string, folder: URL): Promise<string[]> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    await takeLock(client);
    await client.query(
      "create table if not exists schema_migrations (name text primary key, checksum text not null, applied_at timestamptz not null default now())",
    );
    const { rows } = await client.query<{ name: string; checksum: string }>(
      "select name, checksum from schema_migrations",
    );
    const applied = new Map(rows.map((row) => [row.name, row.checksum]));
    const migrations = await readMigrations(folder);
    refuseDrift(migrations, applied);
    const fresh = migrations.filter((migration) => !applied.has(migration.name));
    for (const migration of fresh) await applyMigration(client, migration);
    await runMigrations({ connectionString: url, logger: quiet });
    return fresh.map((migration) => migration.name);
  } finally {
    await client.end();
  }
}

function refuseDrift(migrations: Migration[], applied: Map<string, string>): void {
  const known = new Map(migrations.map((migration) => [migration.name, migration.checksum]));
  for (const [name, checksum] of applied) {
    const ours = known.get(name);
    if (ours === undefined)
      throw new Error(`The database has migration ${name}, which this version of Fash does not know`);
    if (ours !== checksum) throw new Error(`Migration ${name} has changed since it was applied; add a new one instead`);
  }
}

/** Polls: a waiting statement would block an index that another server builds outside a transaction. */
async function takeLock(client: pg.Client): Promise<void> {
  for (;;) {
    const { rows } = await client.query<{ isOurs: boolean }>('select pg_try_advisory_lock($1) as "isOurs"', [
      migrationLock,
    ]);
    if (rows[0]?.isOurs) return;
    await setTimeout(lockPollMs);
  }
}

async function applyMigration(client: pg.Client, migration: Migration): Promise<void> {
  try {
    if (migration.sql.startsWith(`${unwrapped}\n`)) await applyUnwrapped(client, migration);
    else await applyWhole(client, migration);
  } catch (error) {
    throw new Error(`Migration ${migration.name} failed: ${(error as Error).message}`, { cause: error });
  }
}

async function applyWhole(client: pg.Client, migration: Migration): Promise<void> {
  await client.query("begin");
  try {
    // A migration that waits for a lock would block every later query, so it gives up.
    await client.query("set local lock_timeout = '5s'");
    await client.query(migration.sql);
    await noteApplied(client, migration);
    await client.query("commit");
  } catch (error) {
    await client.query("rollback");
    throw error;
  }
}

/** Several statements in one message would run in a transaction. */
async function applyUnwrapped(client: pg.Client, migration: Migration): Promise<void> {
  for (const statement of migration.sql.split(/;\s*$/m)) {
    if (statement.trim() !== "") await client.query(statement);
  }
  await noteApplied(client, migration);
}

async function noteApplied(client: pg.Client, { name, checksum }: Migration): Promise<void> {
  await client.query("insert into schema_migrations (name, checksum) values ($1, $2)", [name, checksum]);
}
