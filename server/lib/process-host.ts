import type { ChildProcess } from "node:child_process";
import { endProcess, keepAlive } from "./low-priority-process.ts";

export interface ProcessHostSettings {
  /** For one request; then the process is ended, and with it the work on the others. */
  deadlineMs: number;
  /** An idle process ends, and gives its memory back. */
  idleMs: number;
}

/** What a process answers. */
export type ProcessReply<Result, Failure> = { id: number } & ({ result: Result } | { failure: Failure });

interface HostedWork<Result> {
  resolve: (result: Result) => void;
  reject: (error: Error) => void;
  deadline: NodeJS.Timeout;
}

/** How a process is started, and what its failures are for the caller. */
export interface HostedProcess<Failure> {
  /** For messages, such as "The process of pictures ended". */
  name: string;
  start: () => ChildProcess;
  toError: (failure: Failure) => Error;
  /** For work that was lost with the process. */
  toLost: (cause: Error) => Error;
}

/**
 * Requests to one child process, which is started with the first of them. If it ends or takes too long, the requests under way
 * fail, and the next one starts it again. Messages to it are `{ id, ...request }`, from it `ProcessReply`.
 */
export class ProcessHost<Request extends object, Result, Failure> {
  readonly #settings: ProcessHostSettings;
  readonly #hosted: HostedProcess<Failure>;
  readonly #works = new Map<number, HostedWork<Result>>();
  #child: ChildProcess | undefined;
  #hasAnswered = false;
  #lastId = 0;
  #isClosed = false;
  #idleTimer: NodeJS.Timeout | undefined;

  constructor(settings: ProcessHostSettings, hosted: HostedProcess<Failure>) {
    this.#settings = settings;
    this.#hosted = hosted;
  }

  /** Requests under way. */
  get size(): number {
    return this.#works.size;
  }

  /** Whether the process runs and need not be waited for. */
  get hasAnswered(): boolean {
    return this.#hasAnswered;
  }

  /** @throws what `toError` and `toLost` return */
  run(request: Request): Promise<Result> {
    if (this.#isClosed) throw this.#hosted.toLost(new Error("The server stops"));
    clearTimeout(this.#idleTimer);
    const child = (this.#child ??= this.#begin());
    keepAlive(child, true);
    const id = (this.#lastId += 1);
    return new Promise((resolve, reject) => {
      const late = `The process of ${this.#hosted.name} took too long`;
      const deadline = setTimeout(() => this.#lose(child, late), this.#settings.deadlineMs).unref();
      this.#works.set(id, { resolve, reject, deadline });
      child.send({ id, ...request });
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
    const started = this.#hosted.start();
    started.on("message", (reply: ProcessReply<Result, Failure>) => this.#receive(reply));
    started.on("error", (error) => this.#lose(started, error.message));
    started.on("exit", () => this.#lose(started, `The process of ${this.#hosted.name} ended`));
    return started;
  }

  #receive(reply: ProcessReply<Result, Failure>): void {
    const work = this.#works.get(reply.id);
    if (!work) return;
    this.#hasAnswered = true;
    this.#works.delete(reply.id);
    clearTimeout(work.deadline);
    if ("result" in reply) work.resolve(reply.result);
    else work.reject(this.#hosted.toError(reply.failure));
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
    this.#hasAnswered = false;
    child.kill("SIGKILL");
    const lost = [...this.#works.values()];
    this.#works.clear();
    for (const { reject, deadline } of lost) {
      clearTimeout(deadline);
      reject(this.#hosted.toLost(new Error(reason)));
    }
  }
}
