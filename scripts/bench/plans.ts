import pg from "pg";
import { mayBeNamed } from "#server/db/named-statements.ts";

/** A statement as sent to the database. */
export interface Statement {
  name: string | undefined;
  text: string;
  values: unknown[];
}

interface PlanNode {
  "Node Type": string;
  "Relation Name"?: string;
  "Index Cond"?: string;
  Plans?: PlanNode[];
}

/** A sequential scan of a smaller table is fine. */
const smallTableRows = 10_000;

/** Every statement that this process sends to the database while `work` runs, without duplicates. */
export async function recordStatements(work: () => Promise<void>): Promise<Statement[]> {
  const seen = new Map<string, Statement>();
  const original = pg.Client.prototype.query;
  pg.Client.prototype.query = function record(this: pg.Client, ...args: unknown[]) {
    const [asked, given] = args;
    const config = typeof asked === "string" ? { text: asked } : (asked as Partial<Statement>);
    const values = config.values ?? (Array.isArray(given) ? given : []);
    if (config.text !== undefined) seen.set(config.text, { name: config.name, text: config.text, values });
    return Reflect.apply(original, this, args);
  } as typeof original;
  try {
    await work();
  } finally {
    pg.Client.prototype.query = original;
  }
  return [...seen.values()].filter(({ text }) => /^\s*(select|with|insert|update|delete)\b/i.test(text));
}

/**
 * Statements that would scan a large table, with the table: by the generic plan for those that are or may be prepared, by the
 * plan for the actual values for the others.
 */
export async function findFullReads(url: string, statements: Statement[]): Promise<string[]> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    const { rows } = await client.query<{ name: string }>(
      "select relname as name from pg_class where relkind = 'r' and reltuples > $1",
      [smallTableRows],
    );
    const large = new Set(rows.map((row) => row.name));
    const violations: string[] = [];
    for (const statement of statements) {
      const plan = await explain(client, statement);
      for (const table of new Set(findSequentialScan(plan).filter((name) => large.has(name))))
        violations.push(`${table} is scanned sequentially by ${statement.name ?? statement.text}`);
    }
    return violations;
  } finally {
    await client.end();
  }
}

/** PostgreSQL decides after five executions whether to keep a generic plan. */
const runsOfEach = 8;

/** The number of elements that PostgreSQL assumes of an array. */
const assumedElements = 10;

/**
 * A shorter array repeated to as many elements as PostgreSQL assumes: a plan for fewer costs less than the prepared one, but a
 * statement is frequent where calls are batched.
 */
function toBatch(value: unknown): unknown {
  if (!Array.isArray(value) || value.length === 0 || value.length >= assumedElements) return value;
  return Array.from({ length: assumedElements }, (_none, index) => value[index % value.length]);
}

/** Reads that may be prepared and that PostgreSQL still plans again on each execution. */
export async function findReplanned(url: string, statements: Statement[]): Promise<string[]> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    const reads = statements.filter(
      ({ name, text }) =>
        (name !== undefined || mayBeNamed(text)) && !/\b(insert|update|delete|for update)\b/i.test(text),
    );
    for (const [index, { text, values }] of reads.entries())
      for (let n = 0; n < runsOfEach; n += 1)
        await client.query({ name: `read_${index}`, text, values: values.map(toBatch) });
    const { rows } = await client.query<{ name: string }>(
      "select name from pg_prepared_statements where generic_plans = 0",
    );
    return rows.flatMap(({ name }) => reads[Number(name.slice("read_".length))]?.text ?? []);
  } finally {
    await client.end();
  }
}

async function explain(client: pg.Client, { name, text, values }: Statement): Promise<PlanNode> {
  // The server prepares a statement once it is frequent, so those that may be prepared are checked as if they were.
  const isNamed = name !== undefined || mayBeNamed(text);
  const question = isNamed
    ? { text: `explain (generic_plan, format json) ${text}` }
    : { text: `explain (format json) ${text}`, values };
  const { rows } = await client.query(question);
  return rows[0]["QUERY PLAN"][0].Plan;
}

const indexScans = new Set(["Index Scan", "Index Only Scan"]);

/**
 * The tables that a plan scans completely: sequentially, or along an index without a condition or limit. A merge join reads
 * both of its sides even under a limit.
 */
function findSequentialScan(node: PlanNode, isLimited = false): string[] {
  const type = node["Node Type"];
  const isWhole = type === "Seq Scan" || (indexScans.has(type) && node["Index Cond"] === undefined && !isLimited);
  const below = type !== "Merge Join" && (isLimited || type === "Limit");
  const deeper = (node.Plans ?? []).flatMap((plan) => findSequentialScan(plan, below));
  return isWhole ? [node["Relation Name"] ?? "", ...deeper] : deeper;
}
