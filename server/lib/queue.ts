import { withResolvers } from "./with-resolvers.ts";

/** The queue is full. */
export class QueueFullError extends Error {}

interface Waiting {
  start: () => void;
  reject: (error: Error) => void;
}

interface TaskOptions<T> {
  /** Whose task it is: owners take turns, however many tasks each of them has. */
  owner?: string;
  /** How long the owner's next task waits at least once this one has given its result, in ms. */
  restMs?: (result: T) => number;
  /** Takes the task out of the queue; one that has begun is left alone. */
  signal?: AbortSignal;
}

/** Runs a task in its turn. */
export type Queue = <T>(task: () => Promise<T>, options?: TaskOptions<T>) => Promise<T>;

/**
 * Runs at most `atOnce` tasks at a time and queues at most `waitingMax`. Owners take turns, and an owner's tasks are first come,
 * first served. In a full queue a task takes the place of the last one of the owner who has the most.
 *
 * @param options.waitMsMax A task that waited longer is not started, because its caller has given up.
 * @throws QueueFullError if the queue is full or the wait was too long, and the signal's reason
 */
export function createQueue(options: { atOnce: number; waitingMax: number; waitMsMax?: number }): Queue {
  const { atOnce, waitingMax, waitMsMax = Number.POSITIVE_INFINITY } = options;
  /** By owner, in the order of their turns. */
  const lines = new Map<string, Waiting[]>();
  const resting = new Set<string>();
  let running = 0;

  const isFree = (owner: string) => running < atOnce && !resting.has(owner);

  /** Resolves with the time waited, when it is its turn. */
  async function wait(owner: string, signal: AbortSignal | undefined): Promise<number> {
    const startMs = performance.now();
    const own = lines.get(owner) ?? [];
    const { promise, resolve: start, reject } = withResolvers<void>();
    makeRoom(lines, own, waitingMax);
    const place = { start, reject };
    own.push(place);
    lines.set(owner, own);
    const leave = () => {
      if (own.includes(place)) own.splice(own.indexOf(place), 1);
      reject(signal?.reason as Error);
    };
    signal?.addEventListener("abort", leave);
    await promise.finally(() => signal?.removeEventListener("abort", leave));
    return performance.now() - startMs;
  }

  function startNext(): void {
    for (const [owner, line] of lines) {
      if (running >= atOnce) return;
      if (resting.has(owner)) continue;
      const next = line.shift();
      // The owner's next turn comes after everybody else's.
      lines.delete(owner);
      if (line.length > 0) lines.set(owner, line);
      if (!next) continue;
      running += 1;
      next.start();
    }
  }

  function rest(owner: string, ms: number): void {
    if (ms <= 0) return;
    resting.add(owner);
    setTimeout(() => {
      resting.delete(owner);
      startNext();
    }, ms);
  }

  return async (task, { owner = "", restMs, signal } = {}) => {
    signal?.throwIfAborted();
    let waitedMs = 0;
    if (isFree(owner)) running += 1;
    else waitedMs = await wait(owner, signal);
    try {
      if (waitedMs > waitMsMax) throw new QueueFullError("The wait was too long");
      const result = await task();
      if (restMs) rest(owner, restMs(result));
      return result;
    } finally {
      running -= 1;
      startNext();
    }
  };
}

/** Refuses a task of the longest line if the queue is full, or the new one if its own line is hardly shorter. */
function makeRoom(lines: Map<string, Waiting[]>, own: Waiting[], waitingMax: number): void {
  let [count, longest] = [0, own];
  for (const line of lines.values()) {
    count += line.length;
    if (line.length > longest.length) longest = line;
  }
  if (count < waitingMax) return;
  if (longest.length < own.length + 2) throw new QueueFullError("The queue is full");
  longest.pop()?.reject(new QueueFullError("The queue is full, and others have fewer tasks in it"));
}
