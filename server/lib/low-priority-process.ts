import { type ChildProcess, execFile, fork } from "node:child_process";
import { once } from "node:events";
import { readFileSync, writeFileSync } from "node:fs";
import os from "node:os";

const isSource = import.meta.url.endsWith(".ts");
/**
 * What a process needs from the environment to start, and the C library's memory settings (see docs/performance.md#memory); no secret
 * of the server is among it.
 */
const passedOn = /^(PATH|SYSTEMROOT|TEMP|TMP|TMPDIR|LD_LIBRARY_PATH|MALLOC_.*)$/i;

/**
 * Starts a script for work that takes seconds of a core, in a process of its own: with a low priority, so that requests and the
 * database come first; without the server's environment; and with memory that the system gets back when it ends. Messages are
 * structured clones. The script calls `yieldToRequests` first.
 *
 * @param options.heapMegabytes Maximum of V8's heap; buffers and WebAssembly are outside of it.
 * @param options.settings The environment of a process that reads the server's settings and writes to its log.
 * @see docs/performance.md#low-priority-processes
 */
export function startLowPriorityProcess(
  file: URL,
  { heapMegabytes, settings }: { heapMegabytes: number; settings?: NodeJS.ProcessEnv },
): ChildProcess {
  // Sources are TypeScript, which only the development tools can run, from the project's folder.
  const loader = isSource ? ["--conditions=source", "--import=tsx"] : [];
  const child = fork(file, {
    // A session of its own, see below. The process ends when the connection to its parent does.
    detached: true,
    serialization: "advanced",
    // Threads that collect garbage together wait for each other, which costs more than it saves where nobody waits for them.
    execArgv: [`--max-old-space-size=${heapMegabytes}`, ...(settings ? ["--single-threaded-gc"] : []), ...loader],
    env: settings ?? Object.fromEntries(Object.entries(process.env).filter(([name]) => passedOn.test(name))),
    stdio: ["ignore", settings ? "inherit" : "ignore", "inherit", "ipc"],
  });
  // Its start takes seconds of a core as well: Node itself, the script's modules.
  if (child.pid !== undefined) {
    os.setPriority(child.pid, usualNiceness);
    lowerSession(child.pid, usualNiceness);
  }
  return child;
}

/**
 * Leaves the first core to everything else, for a process that often runs for a moment: on all cores in turn it would interrupt others
 * that then find no free core. Node has no call for it; without Linux's command `taskset` the process has all cores.
 */
export function leaveFirstCore({ pid }: ChildProcess): void {
  if (pid === undefined || process.platform !== "linux") return;
  try {
    const others = listCores().slice(1).join(",");
    if (others !== "") execFile("taskset", ["-a", "-p", "-c", others, String(pid)], () => undefined);
  } catch {
    // Too few files or too little memory for it, or a system without /proc: the caller's process runs all the same.
  }
}

/** The numbers of the cores that this process may use, such as 0 to 3 and 6 of "0-3,6". */
function listCores(): number[] {
  const [, list = ""] = /^Cpus_allowed_list:\s*(\S+)/m.exec(readFileSync("/proc/self/status", "utf8")) ?? [];
  return list.split(",").flatMap((range) => {
    const [first = Number.NaN, last = first] = range.split("-").map(Number);
    return Array.from({ length: last - first + 1 }, (_, index) => first + index);
  });
}

const usualNiceness = os.constants.priority.PRIORITY_BELOW_NORMAL;

/**
 * Lowers the priority of this process, and ends it with its parent. Called first by a script in a process of its own.
 *
 * @param niceness As in nice(1).
 */
export function yieldToRequests(niceness: number = usualNiceness): void {
  process.once("disconnect", () => process.exit());
  // Threads inherit it, so it comes before the first of libuv's.
  os.setPriority(niceness);
  lowerSession("self", niceness);
}

const againMs = 200;

/** Where Linux groups processes by session (sched(7), "The autogroup feature"), priorities count only within a session. */
function lowerSession(pid: number | "self", niceness: number): void {
  if (process.platform !== "linux") return;
  try {
    writeFileSync(`/proc/${pid}/autogroup`, String(niceness));
  } catch (error) {
    const { code = "" } = error as NodeJS.ErrnoException;
    // Without privileges only one process of the whole machine may do this in a tenth of a second.
    if (code === "EAGAIN") setTimeout(lowerSession, againMs, pid, niceness).unref();
    // A kernel without this feature, or a process that has ended.
    else if (!["ENOENT", "EACCES", "EROFS", "ESRCH"].includes(code)) throw error;
  }
}

/** Sends a message to the server that started this process. */
export function sendToServer(message: object): void {
  // A server that is gone waits for no answer, and its end ends this process.
  process.send?.(message, undefined, undefined, () => undefined);
}

/** Lets the server's process end although this one still runs, or not. */
export function keepAlive(child: ChildProcess, isWanted: boolean): void {
  if (isWanted) child.ref();
  else child.unref();
  if (isWanted) child.channel?.ref();
  else child.channel?.unref();
}

/** Ends it at once, whatever it does. */
export async function endProcess(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const ended = once(child, "exit");
  child.kill("SIGKILL");
  await ended;
}
