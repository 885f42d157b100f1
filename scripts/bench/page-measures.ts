import { type BenchRun, interleave, type Loaded, withCosts } from "./bench-run.ts";
import { loadDatabase } from "./database-load.ts";
import { load, median, type Request } from "./load.ts";
import {
  type ApiPage,
  apiPages,
  documents,
  findSights,
  furtherReads,
  programmeDocuments,
  programmePages,
} from "./pages.ts";
import { recordStatements, type Statement } from "./plans.ts";
import { figure, type Line } from "./report.ts";
import { loadFully } from "./wrk.ts";

/** The maximum p99 of a page at half of its maximum load. */
const p99MsMax = 50;

/** There are many pages, so each is loaded for less time than elsewhere, in two rounds. */
const pageSeconds = 1;
const pageRounds = 2;
/** Longer loads, so that a p99 rests on enough answers; the median of five, because one pause of 20 ms distorts it. */
const tailSeconds = 2;
const tailRounds = 5;
const warmUpSeconds = 0.4;

/**
 * Goal 4: each page compared with its statements alone, and its tail latency at half of its maximum rate; for further reads
 * and documents only the latter.
 */
export async function measurePages(whole: BenchRun): Promise<Line[]> {
  const run = { ...whole, seconds: pageSeconds, rounds: Math.min(whole.rounds, pageRounds) };
  const seen = await findSights(run);
  const lines: Line[] = [];
  for (const page of apiPages(run, seen)) lines.push(...(await measurePage(run, page)));
  for (const { what, address, viewer } of furtherReads(run, seen)) {
    lines.push(await measureAlone(run, what, { method: "GET", path: address, headers: viewer.headers }));
  }
  return [...lines, ...(await measureDocuments(run, documents(seen)))];
}

async function measureDocuments(run: BenchRun, pages: { what: string; address: string }[]): Promise<Line[]> {
  const lines: Line[] = [];
  for (const { what, address } of pages) {
    lines.push(await measureAlone(run, what, { method: "GET", path: address, headers: { accept: "text/html" } }));
  }
  return lines;
}

/** How late the slowest answers of the lists of 20,000 events and of 20,000 articles are, at half of their maximum rate. */
export async function measureProgramme(whole: BenchRun): Promise<Line[]> {
  const run = { ...whole, seconds: pageSeconds };
  const lines: Line[] = [];
  const seen = await findSights(run);
  for (const { what, address, viewer } of programmePages(run, seen)) {
    lines.push(await measureAlone(run, what, { method: "GET", path: address, headers: viewer.headers }));
  }
  return [...lines, ...(await measureDocuments(run, programmeDocuments(seen)))];
}

/** The tail only, at half of what one warm round gets out. */
export async function measureAlone(run: BenchRun, what: string, request: Request): Promise<Line> {
  await warmUp(run, request);
  return measureTail(run, what, request, await loadServer(run, request));
}

const warmUp = ({ server: { port } }: BenchRun, request: Request) =>
  load({ port, seconds: warmUpSeconds, next: () => request });

async function measurePage(run: BenchRun, { what, address, viewer }: ApiPage): Promise<Line[]> {
  const { databaseUrl: url, postmasterPid, seconds } = run;
  const request = { method: "GET", path: address, headers: viewer.headers };
  const statements = await statementsOf(run, request);
  // Warming up the server also warms the database's caches.
  await warmUp(run, request);
  const loads = {
    ours: () => loadServer(run, request),
    alone: () => loadDatabase({ url, postmasterPid, statements, seconds }),
  };
  const { ours, alone } = await interleave(run.rounds, loads, { isWarm: true });
  const count = statements.length;
  return [
    {
      what: `${what} / its ${count === 1 ? "statement" : `${count} statements`} alone`,
      ours: `${figure(ours.perSecond, "/s")}, ${figure(ours.serverUs)} + ${figure(ours.databaseUs)} us`,
      reference: `${figure(alone.perSecond, "/s")}, ${figure(alone.databaseUs)} us`,
      ratio: ours.perSecond / alone.perSecond,
      target: { sign: ">=", ratio: 0.5 },
    },
    await measureTail(run, what, request, ours),
  ];
}

function loadServer(run: BenchRun, request: Request): Promise<Loaded> {
  const { server, seconds } = run;
  return withCosts(run, server.pid, () => loadFully({ port: server.port, seconds, requests: [request] }));
}

async function measureTail(run: BenchRun, what: string, request: Request, most: Loaded): Promise<Line> {
  const perSecond = most.perSecond / 2;
  const tails: number[] = [];
  for (let round = 0; round < tailRounds; round += 1) {
    const { p99Ms } = await load({ port: run.server.port, seconds: tailSeconds, perSecond, next: () => request });
    tails.push(p99Ms);
  }
  const ours = median(tails);
  return {
    what: `${what}: p99 at half its maximum, ${figure(perSecond, "/s")}`,
    ours: figure(ours, " ms"),
    reference: `${p99MsMax} ms`,
    ratio: ours / p99MsMax,
    target: { sign: "<=", ratio: 1 },
  };
}

/** The queries of one request with warm caches. */
async function statementsOf(run: BenchRun, { path: url, headers = {} }: Request): Promise<Statement[]> {
  const ask = async () => {
    const answer = await run.fastify.inject({ url, headers });
    if (answer.statusCode !== 200) throw new Error(`${url} answered ${answer.statusCode}`);
  };
  await ask();
  return recordStatements(ask);
}

/** Goals 6, 9 and 10: costs that must not grow with the amount of data, measured sequentially. */
export async function measureGrowth(run: BenchRun): Promise<Line[]> {
  const { deepCursor } = await findSights(run);
  const { heavy, light } = run;
  // 19 cards: this page length is not cached, so the first page is read from the database too.
  const top = "/api/outfits?limit=19";
  const pairs: Pair[] = [
    {
      what: "feed, 10,000 outfits deep / first page, both uncached",
      much: { viewer: light, address: `${top}&cursor=${deepCursor}` },
      little: { viewer: light, address: top },
      ratioMax: 1.1,
    },
    { what: "swipe deck after 20,000 swipes / after none", ...ofBoth("/api/swipes/deck"), ratioMax: 1.5 },
    { what: "thread list of 2,000 / of 20", ...ofBoth("/api/threads"), ratioMax: 1.5 },
  ];
  const lines: Line[] = [];
  for (const pair of pairs) lines.push(await compare(run, pair));
  return lines;

  function ofBoth(address: string): Pick<Pair, "much" | "little"> {
    return { much: { viewer: heavy, address }, little: { viewer: light, address } };
  }
}

type Look = Pick<ApiPage, "viewer" | "address">;
interface Pair {
  what: string;
  much: Look;
  little: Look;
  ratioMax: number;
}
const looksCount = 300;
/** Short rounds, alternating many times, because the machine's speed varies more than the difference to be measured. */
const looksRounds = 4;

async function compare(run: BenchRun, { what, much, little, ratioMax }: Pair): Promise<Line> {
  const look =
    ({ viewer, address }: Look) =>
    () => {
      const request = { method: "GET", path: address, headers: viewer.headers };
      const next = (n: number) => (n < looksCount ? request : undefined);
      return withCosts(run, run.server.pid, () => load({ port: run.server.port, seconds: 60, connections: 1, next }));
    };
  const rounds = run.rounds * looksRounds;
  const results = await interleave(rounds, { much: look(much), little: look(little) });
  return {
    what: `${what} (p50)`,
    ours: figure(results.much.p50Ms, " ms"),
    reference: figure(results.little.p50Ms, " ms"),
    ratio: results.much.p50Ms / results.little.p50Ms,
    target: { sign: "<=", ratio: ratioMax },
  };
}
