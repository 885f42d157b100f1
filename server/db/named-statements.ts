import { createHash } from "node:crypto";
import {
  type KyselyPlugin,
  type PostgresPool,
  type PostgresPoolClient,
  type RootOperationNode,
  ValueNode,
} from "kysely";
import type pg from "pg";

/** From its third use on a statement is frequent. */
const usesBeforeName = 2;
/** Every connection keeps the plans of so many statements at most. */
const namesMax = 256;
/** With half of the names given, the rest is for what is used much: not for lists asked for with odd limits. */
const usesBeforeLateName = 100;
/** Texts that are counted at a time; beyond it the counting starts anew, with the names kept. */
const countedMax = 2_000;

/** Patterns and likenesses: which index is right depends on the words, so their plans must see them. */
const looksAtWords = /\bi?like\b|\bsimilar to\b|[~%]/i;
const quotedText = /'[^']*'/g;
/** Gives all columns, whichever there are: PostgreSQL refuses its plan once a migration adds one. */
const givesAllColumns = /^\s*select\s+("?\w+"?\.)?\*|\breturning\s+("?\w+"?\.)?\*/i;
const isData = /^\s*(select|with|insert|update|delete)\b/i;

/**
 * Whether a statement may be prepared once and run with any values. Those whose right plan depends on their words may not,
 * nor those whose columns change with the table.
 *
 * @see performance.md 2b "Plan trap"
 */
export const mayBeNamed = (text: string): boolean =>
  isData.test(text) && !looksAtWords.test(text.replace(quotedText, "")) && !givesAllColumns.test(text);

/**
 * Names for the frequent statements of one process; undefined for the others. PostgreSQL plans a statement without a name
 * at each use, which costs more than most of ours take to run.
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
  // The builder knows a connection again by its object.
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
  // The type also wants cursors, which the builder asks for only when it is given a library for them.
  return { query: query as unknown as PostgresPoolClient["query"], release: () => client.release() };
}

/**
 * Writes a builder's LIMIT into the text of its statement: with a limit among its values PostgreSQL plans a prepared
 * statement anew at each use.
 *
 * @see performance.md 2b
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
