import { createHash } from "node:crypto";
import {
  type KyselyPlugin,
  type PostgresPool,
  type PostgresPoolClient,
  type RootOperationNode,
  ValueNode,
} from "kysely";
import type pg from "pg";

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
const quotedText = /'[^']*'/g;
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
  isData.test(text) && !looksAtWords.test(text.replace(quotedText, "")) && !givesAllColumns.test(text);

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

/** The pool as the query builder needs it, with frequent statements prepared by name. */
export function nameStatements(pool: pg.Pool): PostgresPool {
  const nameOf = createStatementNames();
  // The query builder identifies a connection by its object.
  const clients = new WeakMap<pg.PoolClient, PostgresPoolClient>();
  return {
    async connect() {
      const client = await pool.connect();
      const known = clients.get(client) ?? toNamingClient(client, nameOf);
      clients.set(client, known);
      return known;
    },
    end: () => pool.end(),
  };
}

function toNamingClient(client: pg.PoolClient, nameOf: (text: string) => string | undefined): PostgresPoolClient {
  const query = (text: string, values: unknown[]) => {
    const name = nameOf(text);
    return client.query(name === undefined ? { text, values } : { name, text, values });
  };
  // The type also requires cursors, which the query builder uses only if given a library for them.
  return { query: query as unknown as PostgresPoolClient["query"], release: () => client.release() };
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
