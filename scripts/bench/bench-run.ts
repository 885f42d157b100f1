import type { FastifyInstance } from "fastify";
import type { World } from "#server/http/call.ts";
import { familyOf, processorTimeUs } from "./cpu.ts";
import { type LoadResult, median } from "./load.ts";
import type { Member } from "./members.ts";
import type { Program } from "./processes.ts";

/** What every measure works with. */
export interface BenchRun {
  /** The same server within this process, to see what it asks the database. */
  app: FastifyInstance;
  world: World;
  databaseUrl: string;
  postmasterPid: number;
  server: Program;
  /** Members who look; number 0 is nobody special. */
  members: Member[];
  /** Seconds of one load, and how many loads a figure is the median of. */
  seconds: number;
  rounds: number;
}

export interface Loaded extends LoadResult {
  /** Microseconds of processor time a request, in the server and in PostgreSQL. */
  serverUs: number;
  databaseUs: number;
}

/** Runs a load and adds what it cost in processor time. */
export async function withCosts(run: BenchRun, pid: number, work: () => Promise<LoadResult>): Promise<Loaded> {
  const database = familyOf(run.postmasterPid);
  const before = [processorTimeUs([pid]), processorTimeUs(database)] as const;
  const result = await work();
  const serverUs = (processorTimeUs([pid]) - before[0]) / result.count;
  const databaseUs = (processorTimeUs(database) - before[1]) / result.count;
  return { ...result, serverUs, databaseUs };
}

/** The loads in turn, several rounds of each; every figure is the median of its rounds. */
export async function interleave<Names extends string>(
  rounds: number,
  loads: Record<Names, () => Promise<Loaded>>,
): Promise<Record<Names, Loaded>> {
  const names = Object.keys(loads) as Names[];
  const results = new Map<Names, Loaded[]>(names.map((name) => [name, []]));
  for (let round = 0; round < rounds; round += 1) {
    for (const name of names) results.get(name)?.push(await loads[name]());
  }
  const medians = names.map((name) => [name, medianOf(results.get(name) ?? [])] as const);
  return Object.fromEntries(medians) as Record<Names, Loaded>;
}

function medianOf(results: Loaded[]): Loaded {
  const of = (pick: (one: Loaded) => number) => median(results.map(pick));
  return {
    perSecond: of((one) => one.perSecond),
    p50Ms: of((one) => one.p50Ms),
    p95Ms: of((one) => one.p95Ms),
    p99Ms: of((one) => one.p99Ms),
    count: of((one) => one.count),
    serverUs: of((one) => one.serverUs),
    databaseUs: of((one) => one.databaseUs),
  };
}
