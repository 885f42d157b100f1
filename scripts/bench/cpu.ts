import { readdirSync, readFileSync } from "node:fs";

/** Microseconds of CPU time that these processes have used; NaN if the system does not report it. */
export function processorTimeUs(pids: number[]): number {
  try {
    return pids.reduce((sum, pid) => sum + timeOf(pid), 0);
  } catch {
    return Number.NaN;
  }
}

function timeOf(pid: number): number {
  let nanoseconds = 0;
  for (const task of readdirSync(`/proc/${pid}/task`)) {
    nanoseconds += Number(readFileSync(`/proc/${pid}/task/${task}/schedstat`, "utf8").split(" ", 1)[0]);
  }
  return nanoseconds / 1_000;
}

/** A process and its children, such as a postmaster and its connections. */
export function familyOf(pid: number): number[] {
  try {
    const children = readFileSync(`/proc/${pid}/task/${pid}/children`, "utf8").split(" ").filter(Boolean).map(Number);
    return [pid, ...children.flatMap(familyOf)];
  } catch {
    return [pid];
  }
}

const ticksPerSecond = 100;

/** Microseconds of CPU time of a process's ended children, such as closed connections of a postmaster. */
export function endedChildrenTimeUs(pid: number | "self"): number {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, "utf8");
    const fields = stat.slice(stat.lastIndexOf(")") + 2).split(" ");
    return ((Number(fields[13]) + Number(fields[14])) * 1e6) / ticksPerSecond;
  } catch {
    return Number.NaN;
  }
}
