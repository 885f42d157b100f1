import { execFile } from "node:child_process";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { promisify } from "node:util";
import { load, type LoadResult, type Request } from "./load.ts";

const run = promisify(execFile);

let isInstalled: boolean | undefined;
/** Whether wrk is installed: it uses less CPU than our own generator, which leaves more to the server. */
export async function hasWrk(): Promise<boolean> {
  isInstalled ??= await run("wrk", ["--version"]).then(
    () => true,
    (error: { stdout?: string }) => (error.stdout ?? "").startsWith("wrk"),
  );
  return isInstalled;
}

interface Load {
  port: number;
  seconds: number;
  /** Sent in turn. */
  requests: Request[];
  expectedStatus?: number;
}

/** The highest rate that 32 connections reach. */
export async function loadFully({ expectedStatus = 200, ...options }: Load): Promise<LoadResult> {
  const { requests } = options;
  if (await hasWrk()) return runWrk({ ...options, expectedStatus, connections: 32 });
  return load({ ...options, expectedStatuses: [expectedStatus], next: (n) => requests[n % requests.length] });
}

/** How long a connection of a steady load waits before each request, in ms. */
const waitMs = { min: 5, max: 15 };
/** Of a first page, roughly. */
const usualLatencyMs = 0.7;

/**
 * About this rate, from as many connections as it takes where each waits for a random while before each request. At thousands of
 * requests a second our own generator needs a core, which the server and PostgreSQL then lack: what it measured were its own
 * pauses. Latency counts from when a request was sent, so that a pause counts for those who wait in it, not for those who
 * would have come during it.
 */
export async function loadSteadily({ perSecond, ...options }: Load & { perSecond: number }): Promise<LoadResult> {
  const { requests } = options;
  if (!(await hasWrk())) return load({ ...options, perSecond, next: (n) => requests[n % requests.length] });
  const cycleMs = (waitMs.min + waitMs.max) / 2 + usualLatencyMs;
  const connections = Math.max(1, Math.round((perSecond * cycleMs) / 1_000));
  return runWrk({ ...options, connections, waits: true });
}

async function runWrk(options: Load & { connections: number; waits?: boolean }): Promise<LoadResult> {
  const { port, seconds, requests, expectedStatus = 200, connections, waits = false } = options;
  const folder = await mkdtemp(path.join(tmpdir(), "fash-bench-"));
  try {
    const script = path.join(folder, "requests.lua");
    await writeFile(script, toLua(requests, expectedStatus) + (waits ? waiting : ""));
    const args = ["-t1", `-c${connections}`, `-d${seconds}s`, "--latency", "-s", script, `http://127.0.0.1:${port}`];
    const { stdout } = await run("wrk", args);
    const refused = /Non-2xx or 3xx responses: \d+|Socket errors: .+/.exec(stdout);
    if (refused) throw new Error(`${requests[0]?.path}: ${refused[0]}`);
    return parse(stdout);
  } finally {
    await rm(folder, { recursive: true });
  }
}

/** wrk itself counts error statuses; a function that sees each reply costs a table of its headers, so others than 200 alone have one. */
function toLua(requests: Request[], expectedStatus: number): string {
  const formatted = requests.map(({ method, path: address, headers = {} }) => {
    const pairs = Object.entries(headers).map(([name, value]) => `[${JSON.stringify(name)}]=${JSON.stringify(value)}`);
    return `wrk.format(${JSON.stringify(method)}, ${JSON.stringify(address)}, {${pairs.join(",")}})`;
  });
  return `local requests = {}
    init = function() requests = {${formatted.join(",")}} end
    local n = 0
    request = function() n = n + 1; return requests[1 + n % #requests] end
    ${expectedStatus === 200 ? "" : checkOf(expectedStatus)}`;
}

const waiting = `
    delay = function() return math.random(${waitMs.min}, ${waitMs.max}) end`;

const checkOf = (status: number) =>
  `response = function(status) if status ~= ${status} then io.stderr:write(status); os.exit(1) end end`;

function parse(output: string): LoadResult {
  const ms = (pattern: RegExp) => {
    const [, value = "", unit = ""] = pattern.exec(output) ?? [];
    return Number(value) * ({ us: 0.001, ms: 1, s: 1_000 }[unit] ?? Number.NaN);
  };
  return {
    perSecond: Number(/Requests\/sec:\s+([\d.]+)/.exec(output)?.[1]),
    p50Ms: ms(/50%\s+([\d.]+)(us|ms|s)/),
    p95Ms: Number.NaN,
    p99Ms: ms(/99%\s+([\d.]+)(us|ms|s)/),
    count: Number(/(\d+) requests in/.exec(output)?.[1]),
  };
}
