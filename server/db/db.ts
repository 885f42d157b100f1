import { CompiledQuery, Kysely, PostgresDialect, type Transaction } from "kysely";
import pg from "pg";
import { allowLongStatements, literalLimits, nameStatements } from "./named-statements.ts";
import { createPipelinedReads, type PipelinedReads } from "./pipelined-reads.ts";
import type { Tables } from "./schema.ts";

/** The typed query builder over the pool; a transaction of it is also a Db. */
export type Db = Kysely<Tables>;
export type Tx = Transaction<Tables>;
/** The pool itself, for named prepared statements. */
export type Pool = pg.Pool;

export interface Database {
  db: Db;
  pool: Pool;
  close(): Promise<void>;
}

const int8Oid = 20;
const numericOid = 1700;
/** The connections that prepared reads use in addition to each pool. */
const pipelines = new WeakMap<Pool, PipelinedReads>();

/** How much longer than the database's timeout we wait before a connection counts as lost. */
const networkGraceMs = 1_000;

/**
 * Opens the pool that every query of one server process shares.
 *
 * @param url A `postgres://` address.
 * @param options.poolSize Maximum number of connections that are used by one statement or transaction at a time.
 * @param options.pipelined Number of connections that prepared reads share.
 * @param options.statementTimeoutMs Timeout of one statement in the database, in milliseconds.
 */
export function openDatabase(
  url: string,
  options: { poolSize: number; pipelined?: number; statementTimeoutMs: number; onError: (error: Error) => void },
): Database {
  const types = new pg.TypeOverrides();
  // Counts and sums stay far below 2^53, so plain numbers are exact.
  types.setTypeParser(int8Oid, Number);
  types.setTypeParser(numericOid, Number);
  const settings: pg.ClientConfig = {
    connectionString: url,
    types,
    statement_timeout: options.statementTimeoutMs,
    // The database cancels slow statements itself, but not if the network is lost, hence a timeout here, too.
    query_timeout: options.statementTimeoutMs + networkGraceMs,
    keepAlive: true,
    keepAliveInitialDelayMillis: 10_000,
    connectionTimeoutMillis: 5_000,
    application_name: "fash",
  };
  const pool = new pg.Pool({ ...settings, max: options.poolSize, idleTimeoutMillis: 60_000 });
  const reads = createPipelinedReads(settings, options.pipelined ?? 0);
  pipelines.set(pool, reads);
  let isClosing = false;
  // An idle connection that the database closes must not crash the process.
  pool.on("error", (error) => {
    if (!isClosing) options.onError(error);
  });
  // Nor must a checked-out one between two statements; its user gets the error with the next statement.
  pool.on("connect", (client) => client.on("error", () => undefined));
  const db = new Kysely<Tables>({
    dialect: new PostgresDialect({ pool: nameStatements(pool, reads) }),
    plugins: [literalLimits],
  });
  const close = async (): Promise<void> => {
    isClosing = true;
    await Promise.all([db.destroy(), reads.end()]);
    // The query builder ends the pool only if it has used it.
    if (!pool.ending) await pool.end();
  };
  return { db, pool, close };
}

/** A statement that is prepared once per connection. Its `text` has the LIMIT as a literal. */
export interface PreparedStatement {
  name: string;
  text: string;
}

/**
 * Runs a named prepared statement and returns its rows.
 *
 * @see docs/performance.md#prepared-statements: never for a LIKE pattern.
 */
export async function runPrepared<Row extends pg.QueryResultRow>(
  pool: Pool,
  statement: PreparedStatement,
  values: unknown[],
): Promise<Row[]> {
  const query = { name: statement.name, text: statement.text, values };
  const shared = pipelines.get(pool)?.run(query);
  return shared ? ((await shared) as Row[]) : (await pool.query<Row>(query)).rows;
}

/**
 * Runs hand-written SQL, inside or outside a transaction, and returns its rows.
 *
 * @param text With `$1`, `$2` for the values.
 */
export async function runSql<Row>(db: Db, text: string, values: unknown[]): Promise<Row[]> {
  const result = await db.executeQuery<Row>(CompiledQuery.raw(text, values));
  return result.rows;
}

/** Lets the following statements of a job's transaction, which read whole tables, take longer than those of a request. */
export async function allowLong(tx: Tx): Promise<void> {
  await runSql(tx, allowLongStatements, []);
}

/** Deadlock and serialization failure: PostgreSQL rolled this transaction back, and it can be retried. */
const retryableCodes = new Set(["40P01", "40001"]);
const attemptsMax = 4;

const commitCallbacks = new WeakMap<Db, (() => void)[]>();

/**
 * Runs `work` in one transaction and retries it if PostgreSQL aborts it for a deadlock, so `work` must have no effects
 * outside the database. Use `afterCommit` for effects after the commit.
 */
export async function transact<T>(db: Db, work: (tx: Tx) => Promise<T>): Promise<T> {
  for (let attempt = 1; ; attempt += 1) {
    const callbacks: (() => void)[] = [];
    try {
      const result = await db.transaction().execute((tx) => {
        commitCallbacks.set(tx, callbacks);
        return work(tx);
      });
      for (const callback of callbacks) callback();
      return result;
    } catch (error) {
      const { code } = error as { code?: string };
      if (attempt === attemptsMax || code === undefined || !retryableCodes.has(code)) throw error;
    }
  }
}

/**
 * Runs a callback after the transaction commits, and never if it is rolled back. Lets a function that writes also
 * invalidate caches, so that its callers cannot forget to.
 *
 * @throws Error for a transaction that `transact` did not open
 */
export function afterCommit(tx: Db, callback: () => void): void {
  const callbacks = commitCallbacks.get(tx);
  if (!callbacks) throw new Error("afterCommit needs a transaction that transact() opened");
  callbacks.push(callback);
}

/**
 * A function that collects values during a transaction; after the commit, `use` gets all of them at once, each value once.
 * `use` must not fail.
 */
export function collectForCommit<App, T>(
  use: (app: App, values: T[]) => unknown,
): (tx: Db, app: App, values: T[]) => void {
  const collected = new WeakMap<Db, Set<T>>();
  return (tx, app, values) => {
    if (values.length === 0) return;
    const known = collected.get(tx);
    if (known) return values.forEach((value) => known.add(value));
    const fresh = new Set(values);
    collected.set(tx, fresh);
    afterCommit(tx, () => void use(app, [...fresh]));
  };
}

/** One `T` per pool, created on first use, so that tests with several databases in one process do not share state. */
export function perPool<T>(make: (pool: Pool) => T): (pool: Pool) => T {
  const made = new WeakMap<Pool, T>();
  return (pool) => {
    const known = made.get(pool);
    if (known !== undefined) return known;
    const fresh = make(pool);
    made.set(pool, fresh);
    return fresh;
  };
}
