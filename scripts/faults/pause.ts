import { execFileSync } from "node:child_process";
import { describeBroken, type Line } from "./report.ts";
import { Site } from "./site.ts";
import { findBroken, noPromises, settle, startWrites, writeAgain } from "./writes.ts";

/** Stops every process of the database for a while, as a frozen virtual machine would. */
export async function pauseDatabase(folder: string, seconds: number): Promise<Line[]> {
  const site = await Site.open(folder);
  const scene = await settle(site, 4);
  const promises = noPromises();
  const writes = startWrites(scene, promises);
  await writes.untilAcknowledged(40);
  const before = promises.acknowledged;
  const pids = [site.postmasterPid, ...listChildren(site.postmasterPid)];
  for (const pid of pids) process.kill(pid, "SIGSTOP");
  const meanwhile = await readFor(site, seconds).finally(() => {
    for (const pid of pids.toReversed()) signal(pid, "SIGCONT");
  });
  const during = promises.acknowledged - before;
  const backMs = await site.untilReady();
  await writes.stop();
  const writingMs = await writeAgain(scene, promises);
  const broken = await findBroken(site, promises);
  const { drifts, violations } = await site.countWrong();
  await site.end();
  const fault = `database paused ${seconds} s`;
  const { statuses, slowestMs, aliveMsMax } = meanwhile;
  return [
    { fault, what: "writes acknowledged before it, and during", figure: `${before}, ${during}`, isMet: before > 0 },
    {
      fault,
      what: "statuses of searches meanwhile",
      figure: statuses.join(", "),
      isMet: statuses.every((status) => status === 503 || status === 200),
    },
    {
      fault,
      what: "the slowest of these",
      figure: `${(slowestMs / 1_000).toFixed(1)} s`,
      isMet: slowestMs < 15_000,
    },
    { fault, what: "the slowest /healthz", figure: `${Math.round(aliveMsMax)} ms`, isMet: aliveMsMax < 2_000 },
    {
      fault,
      what: "40 writes in a row acknowledged after it",
      figure: `${(writingMs / 1_000).toFixed(1)} s`,
      isMet: writingMs < 20_000,
    },
    { fault, what: "ready after it", figure: `${(backMs / 1_000).toFixed(1)} s`, isMet: backMs < 15_000 },
    {
      fault,
      what: "acknowledged writes lost; counts off; points off",
      figure: `${describeBroken(broken)}; ${drifts}; ${violations}`,
      isMet: broken.length + drifts + violations === 0,
    },
  ];
}

/** Searches and asks for the server's health until so many seconds are over. */
async function readFor(
  site: Site,
  seconds: number,
): Promise<{ statuses: number[]; slowestMs: number; aliveMsMax: number }> {
  const until = performance.now() + seconds * 1_000;
  const statuses = new Set<number>();
  let [slowestMs, aliveMsMax] = [0, 0];
  while (performance.now() < until) {
    const [read, alive] = await Promise.all([site.get("/api/outfits?search=rain&limit=5"), site.get("/healthz")]);
    statuses.add(read.status);
    slowestMs = Math.max(slowestMs, read.ms);
    aliveMsMax = Math.max(aliveMsMax, alive.ms);
  }
  return { statuses: [...statuses], slowestMs, aliveMsMax };
}

/** A connection may have ended while it was stopped. */
function signal(pid: number, name: NodeJS.Signals): void {
  try {
    process.kill(pid, name);
  } catch (error) {
    if ((error as { code?: string }).code !== "ESRCH") throw error;
  }
}

const listChildren = (parent: number): number[] =>
  execFileSync("ps", ["-A", "-o", "pid=,ppid="], { encoding: "utf8" })
    .split("\n")
    .map((line) => line.trim().split(/\s+/).map(Number))
    .flatMap(([pid = 0, of]) => (of === parent ? [pid] : []));
