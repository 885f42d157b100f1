import { readFileSync } from "node:fs";

/** What a process has in the machine's memory, in bytes; undefined if it has ended or the system is not Linux. */
export function readResidentBytes(pid: number): number | undefined {
  try {
    const [, kilobytes] = /^VmRSS:\s+(\d+) kB$/m.exec(readFileSync(`/proc/${pid}/status`, "utf8")) ?? [];
    return kilobytes === undefined ? undefined : Number(kilobytes) * 1_024;
  } catch {
    return undefined;
  }
}
