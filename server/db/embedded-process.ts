import { spawnSync } from "node:child_process";
import { readFileSync, readlinkSync, realpathSync, statSync } from "node:fs";
import path from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import type { Endpoint } from "./embedded-endpoint.ts";

/** What PostgreSQL writes into `postmaster.pid`. */
export interface PostmasterFile {
  pid: number;
  /** The data folder as that server was given it: another one in the copy of a folder. */
  folder: string;
  startedAtMs: number;
  /** Undefined until it listens. */
  endpoint: Endpoint | undefined;
  ready: boolean;
}

/**
 * The content of a data folder's `postmaster.pid`; undefined if there is none or it is incomplete. The file remains
 * after a server is killed, so check isPostmaster().
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
  // The line of the socket's folder, which is the data folder, is empty without one.
  const host = lines[4] ? dataFolder : "127.0.0.1";
  const state = lines[7]?.trim();
  return {
    pid,
    folder: lines[1] ?? "",
    startedAtMs: startedAt * 1_000,
    endpoint: state ? { host, port } : undefined,
    ready: state === "ready",
  };
}

/** True if `pid` is a running PostgreSQL server in `dataFolder`: not a zombie, not a reused process id. */
export function isPostmaster(pid: number, dataFolder: string): boolean {
  if (process.platform === "linux") return isLinuxPostmaster(pid, dataFolder);
  if (!canSignal(pid)) return false;
  if (process.platform === "win32") return true;
  const file = readPostmasterFile(dataFolder);
  if (file && !isSameFolder(file.folder, dataFolder)) return false;
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

/** Whether two paths lead to one folder, by links or in another case. */
function isSameFolder(one: string, other: string): boolean {
  try {
    const [a, b] = [statSync(one), statSync(other)];
    return a.dev === b.dev && a.ino === b.ino;
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

/**
 * Stops a server: `fast` rolls back open transactions and writes everything, `immediate` leaves the rest to recovery.
 */
export function signalPostmaster(pid: number, mode: "fast" | "immediate"): void {
  try {
    process.kill(pid, mode === "fast" ? "SIGINT" : "SIGQUIT");
  } catch {
    // It has already exited.
  }
}

/** Resolves to true once `condition` holds, or to false after `ms` milliseconds. */
export async function waitUntil(condition: () => boolean, ms: number): Promise<boolean> {
  const deadline = performance.now() + ms;
  while (!condition()) {
    if (performance.now() > deadline) return false;
    await sleep(10);
  }
  return true;
}
