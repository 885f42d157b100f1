import type { ChildProcess } from "node:child_process";
import { availableParallelism } from "node:os";
import type { ErrorCode } from "#contract/errors.ts";
import { AppError } from "#server/lib/app-error.ts";
import { endProcess, keepAlive, startLowPriorityProcess } from "#server/lib/low-priority-process.ts";
import { createQueue, QueueFullError } from "#server/lib/queue.ts";
import type { PreparedPicture } from "./picture-work.ts";
import type { PictureReply, PictureRequest, Pictures } from "./pictures.ts";

export interface PictureSettings {
  /** Pictures that are worked on at once. */
  atOnce: number;
  /** Pictures that wait, at most. */
  waitingMax: number;
  /** For one picture; then the process is ended, and with it the work on the others. */
  deadlineMs: number;
  /** An idle process ends, and gives its memory back. */
  idleMs: number;
}

export const usualPictureSettings: PictureSettings = {
  atOnce: availableParallelism(),
  waitingMax: 50,
  deadlineMs: 60_000,
  idleMs: 300_000,
};

const isSource = import.meta.url.endsWith(".ts");
const processFile = new URL(isSource ? "./picture-process.ts" : "./picture-process.js", import.meta.url);
/** V8's heap of the process; decoded pictures are outside of it. */
const heapMegabytes = 128;
const retryAfterSeconds = 5;

type WithoutId<T> = T extends unknown ? Omit<T, "id"> : never;
type NewRequest = WithoutId<PictureRequest>;
type Result = PreparedPicture | Buffer;

interface Work {
  resolve: (result: Result) => void;
  reject: (error: Error) => void;
  deadline: NodeJS.Timeout;
}

/**
 * Work on pictures in one process, which is started with the first of them. If a decoder ends it, the pictures under way are
 * refused as busy, and the next one starts it again.
 *
 * @param file The process's script, which tests replace.
 */
export function createPictures(settings: PictureSettings = usualPictureSettings, file: URL = processFile): Pictures {
  const host = new PictureHost(settings, file);
  const inLine = createQueue(settings);
  const run = async <T extends Result>(request: NewRequest): Promise<T> => {
    try {
      return (await inLine(() => host.run(request))) as T;
    } catch (error) {
      throw error instanceof QueueFullError ? busy(error) : error;
    }
  };
  return {
    prepare: (picture, shape) => run({ kind: "prepare", file: picture, shape }),
    shrink: (picture, format) => run({ kind: "shrink", file: picture, format }),
    close: () => host.close(),
  };
}

class PictureHost {
  readonly #settings: PictureSettings;
  readonly #file: URL;
  readonly #works = new Map<number, Work>();
  #child: ChildProcess | undefined;
  #lastId = 0;
  #isClosed = false;
  #idleTimer: NodeJS.Timeout | undefined;

  constructor(settings: PictureSettings, file: URL) {
    this.#settings = settings;
    this.#file = file;
  }

  run(request: NewRequest): Promise<Result> {
    if (this.#isClosed) throw busy(new Error("The server stops"));
    clearTimeout(this.#idleTimer);
    const child = (this.#child ??= this.#begin());
    keepAlive(child, true);
    const id = (this.#lastId += 1);
    return new Promise((resolve, reject) => {
      const deadline = setTimeout(
        () => this.#lose(child, "A picture took too long"),
        this.#settings.deadlineMs,
      ).unref();
      this.#works.set(id, { resolve, reject, deadline });
      child.send({ id, ...request } satisfies PictureRequest);
    });
  }

  async close(): Promise<void> {
    this.#isClosed = true;
    clearTimeout(this.#idleTimer);
    const child = this.#child;
    if (!child) return;
    this.#lose(child, "The server stops");
    await endProcess(child);
  }

  #begin(): ChildProcess {
    const started = startLowPriorityProcess(this.#file, { heapMegabytes });
    started.on("message", (reply: PictureReply) => this.#receive(reply));
    started.on("error", (error) => this.#lose(started, error.message));
    started.on("exit", () => this.#lose(started, "The process of pictures ended"));
    return started;
  }

  #receive(reply: PictureReply): void {
    const work = this.#works.get(reply.id);
    if (!work) return;
    this.#works.delete(reply.id);
    clearTimeout(work.deadline);
    if ("result" in reply) work.resolve(reply.result);
    else work.reject(toError(reply.failure));
    if (this.#works.size === 0) this.#rest();
  }

  /** An idle process keeps neither the server's process nor, for long, its memory. */
  #rest(): void {
    const child = this.#child;
    if (!child) return;
    keepAlive(child, false);
    this.#idleTimer = setTimeout(() => this.#lose(child, "Idle"), this.#settings.idleMs).unref();
  }

  #lose(child: ChildProcess, reason: string): void {
    if (child !== this.#child) return;
    this.#child = undefined;
    child.kill("SIGKILL");
    const lost = [...this.#works.values()];
    this.#works.clear();
    for (const { reject, deadline } of lost) {
      clearTimeout(deadline);
      reject(busy(new Error(reason)));
    }
  }
}

function busy(cause: Error): AppError {
  return new AppError("image.busy", { cause, retryAfterSeconds });
}

function toError({ code, message }: { code: string | null; message: string }): Error {
  return code === null ? new Error(message) : new AppError(code as ErrorCode, { cause: new Error(message) });
}
