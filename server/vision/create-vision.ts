import type { ChildProcess } from "node:child_process";
import { endProcess, keepAlive, startLowPriorityProcess } from "#server/lib/low-priority-process.ts";
import { readResidentBytes } from "#server/lib/resident-memory.ts";
import { withResolvers } from "#server/lib/with-resolvers.ts";
import { loadFailedCode, type WorkerMessage, type WorkerReply, type WorkerRequest } from "./vision-messages.ts";
import {
  type Analysis,
  type ScreenScores,
  type Vision,
  VisionBusyError,
  VisionError,
  type VisionRequest,
  type VisionStats,
  VisionTimeoutError,
  VisionUnavailableError,
} from "./vision.ts";

export interface VisionSettings {
  /** Requests that wait, at most, for each priority. */
  waitingMax: number;
  /** From the call to the answer, the wait included; background work has it twice, for the wait and for its turn. */
  deadlineMs: number;
  /** Resident memory: a larger process is ended, on Linux also at work, and the next request starts another one. */
  memoryBytesMax: number;
  /** An idle process ends, and gives its memory back. */
  idleMs: number;
}

export const usualVisionSettings: VisionSettings = {
  waitingMax: 8,
  deadlineMs: 30_000,
  memoryBytesMax: 700 * 1024 * 1024,
  idleMs: 300_000,
};

type WithoutHost<T> = T extends unknown ? Omit<T, "id"> : never;
type NewRequest = WithoutHost<WorkerRequest>;

interface Task {
  id: number;
  request: NewRequest;
  isUrgent: boolean;
  isCancelled: boolean;
  tellPlace: (ahead: number) => void;
  /** Runs on for a cancelled request until the process has answered. */
  deadline?: NodeJS.Timeout;
  resolve: (result: Analysis | ScreenScores) => void;
  reject: (error: Error) => void;
}

const isSource = import.meta.url.endsWith(".ts");
const workerFile = new URL(isSource ? "./vision-worker.ts" : "./vision-worker.js", import.meta.url);
/** V8's heap of the process; the models' memory is outside of it. */
const heapMegabytes = 256;
/** A process at work has no turn to say how large it is, so it is looked at. */
const memoryCheckMs = 250;

/**
 * The models in one process: one request at a time, a bounded queue for each priority, a deadline after which the process is
 * ended and started again, because a running model cannot be interrupted.
 *
 * @param file The worker's script, which tests replace.
 */
export function createVision(settings: VisionSettings = usualVisionSettings, file: URL = workerFile): Vision {
  const host = new VisionHost(settings, file);
  return {
    analyse: (picture, { point, ...options } = {}) => host.request({ kind: "analyse", file: picture, point }, options),
    screen: (picture, options = {}) => host.request({ kind: "screen", file: picture }, options),
    stats: () => host.stats(),
    close: () => host.close(),
  };
}

class VisionHost {
  readonly #settings: VisionSettings;
  readonly #file: URL;
  readonly #waiting: Task[] = [];
  readonly #counts = { completed: 0, failed: 0, timedOut: 0, cancelled: 0, refused: 0, restarts: 0 };
  #running: Task | undefined;
  #worker: ChildProcess | undefined;
  #memoryBytes = 0;
  #lastId = 0;
  #isClosed = false;
  #idleTimer: NodeJS.Timeout | undefined;

  constructor(settings: VisionSettings, file: URL) {
    this.#settings = settings;
    this.#file = file;
  }

  async request<T extends Analysis | ScreenScores>(
    request: NewRequest,
    { priority, signal, onPlace }: VisionRequest,
  ): Promise<T> {
    const isUrgent = priority !== "background";
    signal?.throwIfAborted();
    if (this.#isClosed) throw new VisionUnavailableError("The server stops");
    if (this.#waiting.filter((task) => task.isUrgent === isUrgent).length >= this.#settings.waitingMax) {
      this.#counts.refused += 1;
      throw new VisionBusyError("Too many pictures are waiting");
    }
    this.#lastId += 1;
    const { promise, resolve, reject } = withResolvers<Analysis | ScreenScores>();
    const tellPlace = onChange(onPlace);
    const task: Task = { id: this.#lastId, request, isUrgent, isCancelled: false, tellPlace, resolve, reject };
    this.#startDeadline(task);
    const abandon = () => this.#cancel(task, signal?.reason as Error);
    signal?.addEventListener("abort", abandon, { once: true });
    this.#waiting.push(task);
    this.#next();
    try {
      return (await promise) as T;
    } finally {
      if (task !== this.#running) clearTimeout(task.deadline);
      signal?.removeEventListener("abort", abandon);
    }
  }

  stats(): VisionStats {
    return {
      waiting: this.#waiting.length,
      isRunning: this.#running !== undefined,
      memoryBytes: this.#memoryBytes,
      ...this.#counts,
    };
  }

  async close(): Promise<void> {
    this.#isClosed = true;
    clearTimeout(this.#idleTimer);
    const left = [...this.#waiting.splice(0), ...(this.#running ? [this.#running] : [])];
    this.#running = undefined;
    for (const task of left) task.reject(new VisionUnavailableError("The server stops"));
    const last = this.#worker;
    this.#worker = undefined;
    if (last) await endProcess(last);
  }

  #next(): void {
    clearTimeout(this.#idleTimer);
    if (this.#isClosed) return;
    if (this.#running) return this.#tellPlaces();
    const urgent = this.#waiting.findIndex(({ isUrgent }) => isUrgent);
    const [task] = this.#waiting.splice(Math.max(0, urgent), 1);
    if (!task) return this.#rest();
    this.#running = task;
    // Requests of members go first for as long as there are any: what is left of its deadline may be too short for a turn.
    if (!task.isUrgent) this.#startDeadline(task);
    this.#worker ??= this.#begin();
    keepAlive(this.#worker, true);
    this.#worker.send({ id: task.id, ...task.request } satisfies WorkerMessage);
    this.#tellPlaces();
  }

  #tellPlaces(): void {
    this.#running?.tellPlace(0);
    const inOrder = this.#waiting.toSorted((one, other) => Number(other.isUrgent) - Number(one.isUrgent));
    for (const [index, task] of inOrder.entries()) task.tellPlace(index + 1);
  }

  #begin(): ChildProcess {
    const started = startLowPriorityProcess(this.#file, { heapMegabytes });
    started.on("message", (reply: WorkerReply) => this.#receive(started, reply));
    started.on("error", (error: Error) => this.#lose(started, new VisionUnavailableError(error.message)));
    started.on("exit", (code) => {
      if (code === loadFailedCode) this.#lose(started, new VisionUnavailableError("The models could not be loaded"));
      else this.#lose(started, new VisionError("The process ended"));
    });
    const checks = setInterval(() => {
      if (started === this.#worker) this.#checkMemory(started);
      else clearInterval(checks);
    }, memoryCheckMs).unref();
    return started;
  }

  #checkMemory(worker: ChildProcess): void {
    const bytes = this.#running && worker.pid !== undefined ? readResidentBytes(worker.pid) : undefined;
    if (bytes === undefined) return;
    this.#memoryBytes = bytes;
    if (bytes > this.#settings.memoryBytesMax) this.#lose(worker, new VisionError("The models took too much memory"));
  }

  /** An idle process keeps neither the process nor, for long, its memory. */
  #rest(): void {
    if (this.#worker) keepAlive(this.#worker, false);
    this.#idleTimer = setTimeout(() => {
      const idle = this.#worker;
      this.#worker = undefined;
      idle?.kill("SIGKILL");
    }, this.#settings.idleMs).unref();
  }

  #receive(sender: ChildProcess, reply: WorkerReply): void {
    const task = this.#running;
    if (sender !== this.#worker || reply.id !== task?.id) return;
    this.#memoryBytes = reply.memoryBytes;
    this.#running = undefined;
    clearTimeout(task.deadline);
    if (reply.memoryBytes > this.#settings.memoryBytesMax) this.#dropWorker();
    if ("result" in reply) {
      this.#counts.completed += 1;
      task.resolve(reply.result);
    } else if (!task.isCancelled) {
      this.#counts.failed += 1;
      task.reject(new VisionError(reply.failure));
    }
    this.#next();
  }

  #lose(sender: ChildProcess, error: VisionError): void {
    if (sender !== this.#worker) return;
    this.#dropWorker();
    const lost = this.#running;
    this.#running = undefined;
    clearTimeout(lost?.deadline);
    if (lost) this.#counts.failed += 1;
    lost?.reject(error);
    this.#next();
  }

  /** The next request starts another one. */
  #dropWorker(): void {
    const previous = this.#worker;
    this.#worker = undefined;
    this.#counts.restarts += 1;
    previous?.kill("SIGKILL");
  }

  #startDeadline(task: Task): void {
    clearTimeout(task.deadline);
    task.deadline = setTimeout(() => this.#endLate(task), this.#settings.deadlineMs).unref();
  }

  #endLate(task: Task): void {
    this.#counts.timedOut += 1;
    if (task !== this.#running) {
      task.reject(new VisionBusyError("The picture waited too long"));
      return this.#withdraw(task);
    }
    task.reject(new VisionTimeoutError("The picture took too long"));
    this.#running = undefined;
    this.#dropWorker();
    this.#next();
  }

  /** The process stops a running task at its next step, and takes the next one after its answer. */
  #cancel(task: Task, reason: Error): void {
    this.#counts.cancelled += 1;
    task.isCancelled = true;
    if (task === this.#running) this.#worker?.send({ kind: "cancel", id: task.id } satisfies WorkerMessage);
    task.reject(reason);
    this.#withdraw(task);
  }

  /** Takes a task out of the queue. */
  #withdraw(task: Task): void {
    const index = this.#waiting.indexOf(task);
    if (index < 0) return;
    this.#waiting.splice(index, 1);
    this.#tellPlaces();
  }
}

/** Calls the listener when the number differs from the last one. */
function onChange(listener: ((value: number) => void) | undefined): (value: number) => void {
  let last: number | undefined;
  return (value) => {
    if (value !== last) listener?.(value);
    last = value;
  };
}
