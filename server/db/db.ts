import { CompiledQuery, Kysely, PostgresDialect, type Transaction } from "kysely";
import pg from "pg";
import { literalLimits, nameStatements } from "./named-statements.ts";
import type { Tables } from "./schema.ts";

/** The typed query builder over the pool; a transaction of it is also a Db. */
export type Db = Kysely<Tables>;
export type Tx = Transaction<Tables>;
/** The pool itself, for the hot statements that are prepared by name. */
export type Pool = pg.Pool;

export interface Database {
  db: Db;
  pool: Pool;
  close(): Promise<void>;
}

const int8Oid = 20;
const numericOid = 1700;
/** How much longer than the database we wait for an answer before the connection counts as lost. */
const networkGraceMs = 1_000;

/**
 * Opens the pool that every query of one server process shares.
 *
 * @param url A `postgres://` address.
 * @param options.poolSize Connections at most.
 * @param options.statementTimeoutMs How long one statement may run before the database ends it; milliseconds.
 */
export function openDatabase(
  url: string,
  options: { poolSize: number; statementTimeoutMs: number; onError: (error: Error) => void },
): Database {
  const types = new pg.TypeOverrides();
  // Counts and sums stay far below 2^53, so plain numbers are exact.
  types.setTypeParser(int8Oid, Number);
  types.setTypeParser(numericOid, Number);
  const pool = new pg.Pool({
    connectionString: url,
    max: options.poolSize,
    types,
    statement_timeout: options.statementTimeoutMs,
    // The database ends a slow statement itself; a lost network cannot, so the waiting ends here.
    query_timeout: options.statementTimeoutMs + networkGraceMs,
    keepAlive: true,
    keepAliveInitialDelayMillis: 10_000,
    connectionTimeoutMillis: 5_000,
    idleTimeoutMillis: 60_000,
    application_name: "fash",
  });
  let isClosing = false;
  // An idle connection that the database closes must not end the process.
  pool.on("error", (error) => {
    if (!isClosing) options.onError(error);
  });
  // Nor must one that is lent out and waits between two statements; its borrower meets the failure at the next one.
  pool.on("connect", (client) => client.on("error", () => undefined));
  const db = new Kysely<Tables>({
    dialect: new PostgresDialect({ pool: nameStatements(pool) }),
    plugins: [literalLimits],
  });
  const close = (): Promise<void> => {
    isClosing = true;
    return db.destroy();
  };
  return { db, pool, close };
}

/** A statement that is prepared once a connection and then only bound: `text` has its LIMIT as a literal. */
export interface HotStatement {
  name: string;
  text: string;
}

/**
 * Rows of a hot statement, by its name.
 *
 * @see performance.md 2b: named statements halve the cost of a query; never use one with a LIKE pattern.
 */
export async function runHot<Row extends pg.QueryResultRow>(
  pool: Pool,
  statement: HotStatement,
  values: unknown[],
): Promise<Row[]> {
  const result = await pool.query<Row>({ name: statement.name, text: statement.text, values });
  return result.rows;
}

/**
 * Rows of hand-written SQL, in a transaction or outside of one.
 *
 * @param text With `$1`, `$2` for the values.
 */
export async function runSql<Row>(db: Db, text: string, values: unknown[]): Promise<Row[]> {
  const result = await db.executeQuery<Row>(CompiledQuery.raw(text, values));
  return result.rows;
}

/** PostgreSQL's words for two transactions in each other's way: one of them was undone whole and may try again. */
const collisions = new Set(["40P01", "40001"]);
const triesMax = 4;

/**
 * Runs `work` in one transaction: all of it or nothing. Where two transactions wait for each other, the one that the
 * database undoes is run again, so `work` must do nothing outside of the database.
 */
export async function transact<T>(db: Db, work: (tx: Tx) => Promise<T>): Promise<T> {
  for (let tries = 1; ; tries += 1) {
    try {
      return await db.transaction().execute(work);
    } catch (error) {
      const { code } = error as { code?: string };
      if (tries === triesMax || code === undefined || !collisions.has(code)) throw error;
    }
  }
}

/** One `T` for each pool, made at first use: where a process serves several databases, as tests do, they never share it. */
export function onePerPool<T>(make: (pool: Pool) => T): (pool: Pool) => T {
  const made = new WeakMap<Pool, T>();
  return (pool) => {
    const known = made.get(pool);
    if (known !== undefined) return known;
    const fresh = make(pool);
    made.set(pool, fresh);
    return fresh;
  };
}
