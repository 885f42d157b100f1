import { execFile } from "node:child_process";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { promisify } from "node:util";
import pg from "pg";
import { endedChildrenTimeUs, processorTimeUs } from "./cpu.ts";
import type { Loaded } from "./bench-run.ts";

const run = promisify(execFile);

/** Statements with fixed values, prepared once and run in sequence by eight clients as fast as possible. */
export interface DatabaseLoad {
  url: string;
  postmasterPid: number;
  statements: { text: string; values: unknown[] }[];
  seconds: number;
}

const clientsCount = 8;

let pgbench: boolean | undefined;
/** Whether PostgreSQL's own load generator is installed; it uses less CPU than ours, so it is the stricter reference. */
export async function hasPgbench(): Promise<boolean> {
  pgbench ??= await run("pgbench", ["--version"]).then(
    () => true,
    () => false,
  );
  return pgbench;
}

/**
 * Executions per second of the statements in PostgreSQL alone, by pgbench if installed, otherwise by connections of
 * this process. The CPU time is PostgreSQL's and its client's; NaN if the system does not report it.
 */
export async function loadDatabase(load: DatabaseLoad): Promise<Loaded> {
  const isPgbench = await hasPgbench();
  const spent = () =>
    endedChildrenTimeUs(load.postmasterPid) +
    (isPgbench ? endedChildrenTimeUs("self") : processorTimeUs([process.pid]));
  const before = spent();
  const perSecond = isPgbench ? await runPgbench(load) : await runClients(load);
  // The postmaster receives a closed connection's CPU time with a delay.
  await sleep(300);
  const count = perSecond * load.seconds;
  const unknown = { p50Ms: Number.NaN, p95Ms: Number.NaN, p99Ms: Number.NaN };
  return { ...unknown, perSecond, count, serverUs: 0, databaseUs: (spent() - before) / count };
}

async function runPgbench({ url, statements, seconds }: DatabaseLoad): Promise<number> {
  const folder = await mkdtemp(path.join(tmpdir(), "fash-bench-"));
  try {
    const script = path.join(folder, "statements.sql");
    await writeFile(script, await toScript(url, statements));
    const variables = statements.flatMap(({ values }, place) =>
      values.flatMap((value, index) => (value === null ? [] : ["-D", `s${place}v${index + 1}=${toText(value)}`])),
    );
    const options = ["-n", "-M", "prepared", "-c", String(clientsCount), "-j", "2", "-T", String(seconds)];
    const { stdout } = await run("pgbench", [...options, "-f", script, ...variables, url]);
    return Number(/tps = ([\d.]+)/.exec(stdout)?.[1]);
  } finally {
    await rm(folder, { recursive: true });
  }
}

/** Statements for pgbench: one per line, with variables for values. */
async function toScript(url: string, statements: DatabaseLoad["statements"]): Promise<string> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    const lines: string[] = [];
    for (const [place, { text, values }] of statements.entries()) {
      // pgbench turns every occurrence into a parameter, and the type of some cannot be inferred.
      const types = await readParameterTypes(client, text);
      const toVariable = (_whole: string, n: string) => {
        const index = Number(n) - 1;
        // Its variables cannot be null.
        const value = values[index] === null ? "null" : `:s${place}v${n}`;
        return `${value}::${types[index] ?? "text"}`;
      };
      lines.push(
        escapeColons(text)
          .replace(/\$(\d+)/g, toVariable)
          .replace(/\s+/g, " "),
      );
    }
    return lines.join(";\n");
  } finally {
    await client.end();
  }
}

/** pgbench treats every colon before a letter as a variable, even within a string. */
const escapeColons = (text: string) => text.replaceAll("HH24:MI:SS", "HH24'||chr(58)||'MI'||chr(58)||'SS");

async function readParameterTypes(client: pg.Client, text: string): Promise<string[]> {
  await client.query(`prepare asked as ${text}`);
  const { rows } = await client.query<{ types: string[] }>(
    "select parameter_types::text[] as types from pg_prepared_statements where name = 'asked'",
  );
  await client.query("deallocate asked");
  return rows[0]?.types ?? [];
}

/** A value as PostgreSQL reads it; ids and words need no quotes within an array. */
function toText(value: unknown): string {
  if (Array.isArray(value)) return `{${value.map(toText).join(",")}}`;
  return value instanceof Date ? value.toISOString() : String(value);
}

async function runClients({ url, statements, seconds }: DatabaseLoad): Promise<number> {
  const start = performance.now();
  let count = 0;
  const work = async () => {
    const client = new pg.Client({ connectionString: url });
    await client.connect();
    while (performance.now() < start + seconds * 1_000) {
      for (const [place, { text, values }] of statements.entries()) {
        await client.query({ name: `limit ${place}`, text, values, rowMode: "array" });
      }
      count += 1;
    }
    await client.end();
  };
  await Promise.all(Array.from({ length: clientsCount }, work));
  return count / ((performance.now() - start) / 1_000);
}
