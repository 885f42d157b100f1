import type { FastifyInstance } from "fastify";
import type { AppContext } from "#server/http/context.ts";
import { familyOf, processorTimeUs } from "./cpu.ts";
import { type LoadResult, median } from "./load.ts";
import type { Member } from "./members.ts";
import type { Program } from "./processes.ts";
import { figure, type Line } from "./report.ts";

/** What every measurement uses. */
export interface BenchRun {
  /** The same server within this process, to record its queries. */
  fastify: FastifyInstance;
  app: AppContext;
  databaseUrl: string;
  postmasterPid: number;
  server: Program;
  /** Members like most. */
  members: Member[];
  /** The member with 20,000 swipes, 2,000 threads and 5,000 notifications, and one with no swipes and 20 threads. */
  heavy: Member;
  light: Member;
  /** Seconds of one load, and how many loads a figure is the median of. */
  seconds: number;
  rounds: number;
}

export interface Loaded extends LoadResult {
  /** Microseconds of CPU time per request, in the server and in PostgreSQL. */
  serverUs: number;
  databaseUs: number;
}

/** A load on a server, and its CPU time. */
export async function withCosts(run: BenchRun, pid: number, work: () => Promise<LoadResult>): Promise<Loaded> {
  const database = familyOf(run.postmasterPid);
  const before = [processorTimeUs([pid]), processorTimeUs(database)] as const;
  const result = await work();
  const serverUs = (processorTimeUs([pid]) - before[0]) / result.count;
  const databaseUs = (processorTimeUs(database) - before[1]) / result.count;
  return { ...result, serverUs, databaseUs };
}

/**
 * The loads in turn, several rounds of each, so that all see the same conditions; every figure is the median of its rounds.
 * A first round is not counted: it warms up the compiler, the caches and the connections, unless they are warm.
 */
export async function interleave<Names extends string>(
  rounds: number,
  loads: Record<Names, () => Promise<Loaded>>,
  { isWarm = false } = {},
): Promise<Record<Names, Loaded>> {
  const names = Object.keys(loads) as Names[];
  const results = new Map<Names, Loaded[]>(names.map((name) => [name, []]));
  for (let round = isWarm ? 0 : -1; round < rounds; round += 1) {
    for (const name of names) {
      const result = await loads[name]();
      if (round >= 0) results.get(name)?.push(result);
    }
  }
  const medians = names.map((name) => [name, medianOf(results.get(name) ?? [])] as const);
  return Object.fromEntries(medians) as Record<Names, Loaded>;
}

/** How much slower a load is beside another one: its p99, which may be half as high again, and its p50. */
export function compareBeside(what: string, { alone, beside }: { alone: Loaded; beside: Loaded }): Line[] {
  return [
    {
      what: `${what} / alone`,
      ours: figure(beside.p99Ms, " ms"),
      reference: figure(alone.p99Ms, " ms"),
      ratio: beside.p99Ms / alone.p99Ms,
      target: { sign: "<=", ratio: 1.5 },
    },
    {
      what: "the same, p50",
      ours: figure(beside.p50Ms, " ms"),
      reference: figure(alone.p50Ms, " ms"),
      ratio: beside.p50Ms / alone.p50Ms,
    },
  ];
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
