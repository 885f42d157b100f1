import { readdir, readFile } from "node:fs/promises";
import { createHash } from "node:crypto";
import { Logger, runMigrations } from "graphile-worker";
import pg from "pg";

const quiet = new Logger(() => () => undefined);

/** Any number does, as long as every server of this database uses the same. */
const migrationLock = 7_241_905_113;

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
 * Applies the migrations that this database does not have yet, in order, each in its own transaction, and names them.
 * Several servers may start at once: an advisory lock lets one work while the others wait. The job queue's own tables come
 * with them, so that any transaction may add a job.
 *
 * @param url A `postgres://` address whose role may create tables.
 * @throws Error when an applied file has changed since, or the database is newer than this program.
 */
export async function migrate(url: string, folder: URL): Promise<string[]> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    await client.query("select pg_advisory_lock($1)", [migrationLock]);
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

async function applyMigration(client: pg.Client, migration: Migration): Promise<void> {
  await client.query("begin");
  try {
    // A migration that waits for a lock would stop every query behind it, so it gives up instead.
    await client.query("set local lock_timeout = '5s'");
    await client.query(migration.sql);
    await client.query("insert into schema_migrations (name, checksum) values ($1, $2)", [
      migration.name,
      migration.checksum,
    ]);
    await client.query("commit");
  } catch (error) {
    await client.query("rollback");
    throw new Error(`Migration ${migration.name} failed: ${(error as Error).message}`, { cause: error });
  }
}
