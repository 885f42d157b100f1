import net from "node:net";
import { setTimeout as sleep } from "node:timers/promises";

/** The bytes of one HTTP request. */
export interface Request {
  method: string;
  path: string;
  headers?: Record<string, string>;
}

export interface LoadResult {
  perSecond: number;
  p50Ms: number;
  p95Ms: number;
  p99Ms: number;
  count: number;
}

const toBytes = ({ method, path, headers = {} }: Request) =>
  Buffer.from(
    [
      `${method} ${path} HTTP/1.1`,
      "Host: localhost",
      ...Object.entries(headers).map(([k, v]) => `${k}: ${v}`),
      "",
      "",
    ].join("\r\n"),
  );

const nothing: Buffer = Buffer.alloc(0);
/** Of all connections: what has arrived is counted at once. */
const received = Buffer.alloc(65_536);

/** One keep-alive connection that resolves a request with its status; a minimal HTTP client that uses little CPU. */
class Connection {
  readonly #socket: net.Socket;
  #head: Buffer = nothing;
  /** 0 until the head of a response has come. */
  #status = 0;
  /** Bytes of its body that have not come yet. */
  #missing = 0;
  #settle: { resolve(status: number): void; reject(error: Error): void } | undefined;

  private constructor(port: number) {
    this.#socket = net.connect({
      port,
      host: "127.0.0.1",
      noDelay: true,
      // A buffer for each piece would have the garbage collector stop this process for longer than most answers take.
      onread: {
        buffer: received,
        callback: (bytes) => {
          this.#take(received.subarray(0, bytes));
          return true;
        },
      },
    });
  }

  static open(port: number): Promise<Connection> {
    return new Promise((resolve, reject) => {
      const connection = new Connection(port);
      const socket = connection.#socket;
      socket.once("connect", () => resolve(connection));
      const fail = (error: Error) => {
        reject(error);
        connection.#settle?.reject(error);
      };
      socket.on("error", fail);
      socket.on("close", () => fail(new Error("The server closed the connection")));
    });
  }

  send(bytes: Buffer): Promise<number> {
    return new Promise((resolve, reject) => {
      this.#settle = { resolve, reject };
      this.#socket.write(bytes);
    });
  }

  close(): void {
    this.#settle = undefined;
    this.#socket.destroy();
  }

  /** Counts a body instead of collecting it: copying a page of 100 kB in pieces costs more than serving it. */
  #take(chunk: Buffer): void {
    if (this.#status === 0) {
      this.#head = this.#head.length === 0 ? chunk : Buffer.concat([this.#head, chunk]);
      const end = this.#head.indexOf("\r\n\r\n");
      if (end === -1) {
        // What comes next is written over it.
        this.#head = Buffer.from(this.#head);
        return;
      }
      const head = this.#head.toString("latin1", 0, end);
      this.#status = Number(head.slice(9, 12));
      this.#missing = end + 4 + Number(/content-length: (\d+)/i.exec(head)?.[1] ?? 0) - this.#head.length;
      this.#head = nothing;
    } else this.#missing -= chunk.length;
    if (this.#missing > 0) return;
    const status = this.#status;
    this.#status = 0;
    this.#settle?.resolve(status);
  }
}

/**
 * Sends requests over keep-alive connections, sequentially on each, until the time is up or the requests are used up.
 *
 * @param options.perSecond Requests are sent at this rate however slow the answers are; latency counts from when each
 *   was due. Without it each connection sends as soon as it has its answer.
 * @param options.next The n-th request; undefined ends the load.
 */
export async function load(options: {
  port: number;
  seconds: number;
  connections?: number;
  perSecond?: number;
  expectedStatuses?: number[];
  /** Counts the replies by status. */
  statuses?: Map<number, number>;
  next: (n: number) => Request | undefined;
}): Promise<LoadResult> {
  const { port, seconds, connections = 32, perSecond, expectedStatuses = [200], statuses, next } = options;
  const opened = await Promise.all(Array.from({ length: connections }, () => Connection.open(port)));
  const latencies: number[] = [];
  const start = performance.now();
  const end = start + seconds * 1_000;
  let sent = 0;

  async function work(connection: Connection): Promise<void> {
    for (;;) {
      const n = sent;
      sent += 1;
      const dueAt = perSecond === undefined ? performance.now() : start + (n * 1_000) / perSecond;
      if (dueAt >= end) return;
      const wait = dueAt - performance.now();
      if (wait > 1) await sleep(wait);
      const request = next(n);
      if (!request) return;
      const now = performance.now();
      // Timers may be early by a millisecond.
      const from = perSecond === undefined ? now : Math.min(dueAt, now);
      const status = await connection.send(toBytes(request));
      if (!expectedStatuses.includes(status)) throw new Error(`${request.method} ${request.path} answered ${status}`);
      statuses?.set(status, (statuses.get(status) ?? 0) + 1);
      latencies.push(performance.now() - from);
    }
  }
  try {
    await Promise.all(opened.map(work));
  } finally {
    for (const connection of opened) connection.close();
  }
  const elapsed = (performance.now() - start) / 1_000;
  return summarize(latencies, elapsed);
}

/** Rate and percentiles of latencies in ms. */
export function summarize(latencies: number[], seconds: number): LoadResult {
  const sorted = latencies.toSorted((a, b) => a - b);
  const at = (share: number) => sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? Number.NaN;
  return {
    perSecond: sorted.length / seconds,
    p50Ms: at(0.5),
    p95Ms: at(0.95),
    p99Ms: at(0.99),
    count: sorted.length,
  };
}

/** The median; for an even count, the mean of the two middle values. */
export function median(values: number[]): number {
  const sorted = values.toSorted((a, b) => a - b);
  const upper = sorted[Math.floor(sorted.length / 2)] ?? Number.NaN;
  const lower = sorted[Math.floor((sorted.length - 1) / 2)] ?? Number.NaN;
  return (lower + upper) / 2;
}
