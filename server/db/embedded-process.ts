import { spawnSync } from "node:child_process";
import { readFileSync, readlinkSync, realpathSync } from "node:fs";
import path from "node:path";
import { setTimeout as sleep } from "node:timers/promises";

/** What PostgreSQL itself writes about a running server into `postmaster.pid`. */
export type PostmasterFile = { pid: number; startedAtMs: number; port: number; ready: boolean };

/**
 * The facts of a data folder's `postmaster.pid`, or undefined when there is none or it is still being written.
 * The file outlives a killed server, so it proves nothing about life: see isPostmaster().
 */
export function readPostmasterFile(dataFolder: string): PostmasterFile | undefined {
  let lines: string[];
  try {
    lines = readFileSync(path.join(dataFolder, "postmaster.pid"), "utf8").split("\n");
  } catch {
    return undefined;
  }
  const [pid = 0, startedAt = 0, port = 0] = [lines[0], lines[2], lines[3]].map(Number);
  if (!Number.isInteger(pid) || pid <= 0) return undefined;
  return { pid, startedAtMs: startedAt * 1_000, port, ready: lines[7]?.trim() === "ready" };
}

/** True when `pid` is a living PostgreSQL server that works in `dataFolder`: not a zombie, not a reused number. */
export function isPostmaster(pid: number, dataFolder: string): boolean {
  if (process.platform === "linux") return isLinuxPostmaster(pid, dataFolder);
  if (!canSignal(pid)) return false;
  if (process.platform === "win32") return true;
  const { stdout } = spawnSync("ps", ["-o", "state=,comm=", "-p", String(pid)], { encoding: "utf8" });
  return /^[^Z]\S*\s.*\bpostgres/.test(stdout.trim());
}

function isLinuxPostmaster(pid: number, dataFolder: string): boolean {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, "utf8");
    const name = stat.slice(stat.indexOf("(") + 1, stat.lastIndexOf(")"));
    const state = stat.charAt(stat.lastIndexOf(")") + 2);
    if (name !== "postgres" || state === "Z" || state === "X") return false;
    return readlinkSync(`/proc/${pid}/cwd`) === realpathSync(dataFolder);
  } catch {
    return false;
  }
}

function canSignal(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch {
    return false;
  }
}

/** Asks a server to end: `fast` rolls back what is open and writes everything, `immediate` leaves the rest to recovery. */
export function signalPostmaster(pid: number, mode: "fast" | "immediate"): void {
  try {
    process.kill(pid, mode === "fast" ? "SIGINT" : "SIGQUIT");
  } catch {
    // It ended first, which is what was asked for.
  }
}

/** Resolves to true once `condition` holds, or to false when it still does not after `ms` milliseconds. */
export async function waitUntil(condition: () => boolean, ms: number): Promise<boolean> {
  const deadline = performance.now() + ms;
  while (!condition()) {
    if (performance.now() > deadline) return false;
    await sleep(10);
  }
  return true;
}
