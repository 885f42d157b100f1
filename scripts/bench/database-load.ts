import { execFile } from "node:child_process";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { promisify } from "node:util";
import pg from "pg";
import { endedChildrenTimeUs, processorTimeUs } from "./cpu.ts";
import { type LoadResult, summarize } from "./load.ts";

const run = promisify(execFile);

/** One prepared statement with fixed values, run by eight clients as fast as they can. */
export interface DatabaseLoad {
  url: string;
  text: string;
  values: string[];
  seconds: number;
}

let pgbench: boolean | undefined;
/** Whether PostgreSQL's own load generator is installed; it is cheaper than ours, so it sets a stricter limit. */
export async function hasPgbench(): Promise<boolean> {
  pgbench ??= await run("pgbench", ["--version"]).then(
    () => true,
    () => false,
  );
  return pgbench;
}

export interface DatabaseResult {
  perSecond: number;
  /** Processor time of one statement, in PostgreSQL and in its client; NaN where the system does not tell. */
  costUs: number;
}

/** Statements a second, by pgbench where it is installed, else by eight connections of this process. */
export async function loadDatabase(postmasterPid: number, options: DatabaseLoad): Promise<DatabaseResult> {
  const isPgbench = await hasPgbench();
  const spent = () =>
    endedChildrenTimeUs(postmasterPid) + (isPgbench ? endedChildrenTimeUs("self") : processorTimeUs([process.pid]));
  const before = spent();
  const perSecond = isPgbench ? await runPgbench(options) : (await runClients(options)).perSecond;
  // The postmaster learns of a closed connection's time a moment later.
  await sleep(300);
  return { perSecond, costUs: (spent() - before) / (perSecond * options.seconds) };
}

async function runPgbench({ url, text, values, seconds }: DatabaseLoad): Promise<number> {
  const folder = await mkdtemp(path.join(tmpdir(), "fash-bench-"));
  try {
    const script = path.join(folder, "statement.sql");
    // pgbench takes every colon before a letter for a variable of its own, also within a text.
    const statement = text
      .replaceAll(/HH24:MI:SS/g, "HH24'||chr(58)||'MI'||chr(58)||'SS")
      .replace(/\$(\d+)/g, (_whole, n: string) => `:v${n}`)
      .replace(/\s+/g, " ");
    await writeFile(script, statement);
    const variables = values.flatMap((value, index) => ["-D", `v${index + 1}=${value}`]);
    const options = ["-n", "-M", "prepared", "-c", "8", "-j", "2", "-T", String(seconds), "-f", script];
    const { stdout } = await run("pgbench", [...options, ...variables, url]);
    return Number(/tps = ([\d.]+)/.exec(stdout)?.[1]);
  } finally {
    await rm(folder, { recursive: true });
  }
}

async function runClients({ url, text, values, seconds }: DatabaseLoad): Promise<LoadResult> {
  const clients = await Promise.all(
    Array.from({ length: 8 }, async () => {
      const client = new pg.Client({ connectionString: url });
      await client.connect();
      return client;
    }),
  );
  const latencies: number[] = [];
  const start = performance.now();
  await Promise.all(
    clients.map(async (client) => {
      while (performance.now() < start + seconds * 1_000) {
        const from = performance.now();
        await client.query({ name: "limit", text, values, rowMode: "array" });
        latencies.push(performance.now() - from);
      }
    }),
  );
  await Promise.all(clients.map((client) => client.end()));
  return summarize(latencies, (performance.now() - start) / 1_000);
}
