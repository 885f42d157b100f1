import { createHash } from "node:crypto";
import {
  type KyselyPlugin,
  type PostgresPool,
  type PostgresPoolClient,
  type RootOperationNode,
  ValueNode,
} from "kysely";
import pg from "pg";
import type { PipelinedReads } from "./pipelined-reads.ts";
import { withoutQuoted } from "./quoted-text.ts";

/** A statement is frequent from its third use. */
const usesBeforeName = 2;
/** The maximum number of prepared statements per connection. */
const namesMax = 256;
/** Once half of the names are used, the rest is for very frequent statements, not for lists with unusual limits. */
const usesBeforeLateName = 100;
/** The maximum number of counted texts; then counting restarts, keeping the names. */
const countedMax = 2_000;

/** Patterns and similarity: the best index depends on the values, so the planner must see them. */
const looksAtWords = /\bi?like\b|\bsimilar to\b|[~%]/i;
/** Selects all columns: PostgreSQL rejects a cached plan once a migration adds one. */
const givesAllColumns = /^\s*select\s+("?\w+"?\.)?\*|\breturning\s+("?\w+"?\.)?\*/i;
const isData = /^\s*(select|with|insert|update|delete)\b/i;

/**
 * Whether a statement may be prepared once and run with any values: not if its best plan depends on the values, or its
 * columns on the table.
 *
 * @see docs/performance.md#prepared-statements
 */
export const mayBeNamed = (text: string): boolean =>
  isData.test(text) && !looksAtWords.test(withoutQuoted(text)) && !givesAllColumns.test(text);

/**
 * Names for the frequent statements of one process; undefined for others. PostgreSQL plans an unnamed statement on each
 * use, which often costs more than running it.
 */
export function createStatementNames(): (text: string) => string | undefined {
  const names = new Map<string, string>();
  const uses = new Map<string, number>();
  return (text) => {
    const known = names.get(text);
    if (known !== undefined || names.size === namesMax) return known;
    const before = uses.get(text) ?? (mayBeNamed(text) ? 0 : Number.NEGATIVE_INFINITY);
    if (before < (names.size < namesMax / 2 ? usesBeforeName : usesBeforeLateName)) {
      if (uses.size === countedMax) uses.clear();
      uses.set(text, before + 1);
      return undefined;
    }
    uses.delete(text);
    const name = `q_${createHash("sha256").update(text).digest("hex").slice(0, 16)}`;
    names.set(text, name);
    return name;
  };
}

/** The pool as the query builder needs it, with frequent statements prepared by name, and such reads pipelined. */
export function nameStatements(pool: pg.Pool, reads: PipelinedReads): PostgresPool {
  const nameOf = createStatementNames();
  return {
    connect: () => Promise.resolve(new Connection(pool, reads, nameOf) as unknown as PostgresPoolClient),
    end: () => pool.end(),
  };
}

/** Whether PostgreSQL itself reported the failure, and so is not in the middle of anything. */
const isOfDatabase = (error: unknown): boolean => error instanceof pg.DatabaseError;

/** How long a statement of a job that reads whole tables may take. */
const longTimeoutMs = 3_600_000;

/** SQL that lets the following statements of its transaction take so long, in the database and in this process. */
export const allowLongStatements = `set local statement_timeout = ${longTimeoutMs}`;

const toResult = (rows: Record<string, unknown>[]) => ({ command: "SELECT", rowCount: rows.length, rows });

/**
 * Takes a connection of the pool with the first statement that needs one, and keeps it: it may begin a transaction. After a
 * statement without a reply it is closed: its transaction would go on with whatever the pool runs next.
 */
class Connection {
  readonly #pool: pg.Pool;
  readonly #reads: PipelinedReads;
  readonly #nameOf: (text: string) => string | undefined;
  #own: pg.PoolClient | undefined;
  #isLost = false;
  #timeout: { query_timeout?: number } = {};

  constructor(pool: pg.Pool, reads: PipelinedReads, nameOf: (text: string) => string | undefined) {
    this.#pool = pool;
    this.#reads = reads;
    this.#nameOf = nameOf;
  }

  async query(text: string, values: unknown[]): Promise<Pick<pg.QueryResult, "command" | "rowCount" | "rows">> {
    const name = this.#nameOf(text);
    if (text === allowLongStatements) this.#timeout = { query_timeout: longTimeoutMs + 1_000 };
    const query = name === undefined ? { text, values, ...this.#timeout } : { name, text, values, ...this.#timeout };
    const shared = this.#own ? undefined : this.#reads.run(query);
    if (shared) return toResult(await shared);
    this.#own ??= await this.#pool.connect();
    return this.#own.query(query).catch((error: unknown) => {
      if (!isOfDatabase(error)) this.#isLost = true;
      throw error;
    });
  }

  release(): void {
    this.#own?.release(this.#isLost);
  }
}

/**
 * Writes a LIMIT into the statement's text: with a bound limit PostgreSQL replans a prepared statement on each use.
 *
 * @see docs/performance.md#prepared-statements
 */
export const literalLimits: KyselyPlugin = {
  transformQuery: ({ node }) => withLiteralLimit(node),
  transformResult: ({ result }) => Promise.resolve(result),
};

function withLiteralLimit(node: RootOperationNode): RootOperationNode {
  if (node.kind !== "SelectQueryNode" || node.limit === undefined) return node;
  const { limit } = node.limit;
  if (!ValueNode.is(limit) || typeof limit.value !== "number") return node;
  return { ...node, limit: { ...node.limit, limit: ValueNode.createImmediate(limit.value) } };
}
