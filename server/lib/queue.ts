/** The queue is full. */
export class QueueFullError extends Error {}

/**
 * Runs at most `atOnce` tasks at a time, first come first served, and queues at most `waitingMax`.
 *
 * @param options.waitMsMax A task that waited longer is not started, because its caller has given up.
 * @throws QueueFullError if the queue is full or the wait was too long
 */
export function createQueue(options: {
  atOnce: number;
  waitingMax: number;
  waitMsMax?: number;
}): <T>(task: () => Promise<T>) => Promise<T> {
  const { atOnce, waitingMax, waitMsMax = Number.POSITIVE_INFINITY } = options;
  const waiting: (() => void)[] = [];
  let running = 0;

  /** Resolves with the time waited, when it is its turn. */
  async function wait(): Promise<number> {
    if (waiting.length >= waitingMax) throw new QueueFullError("The queue is full");
    const start = performance.now();
    // A finished task passes its slot on, so `running` does not change.
    await new Promise<void>((resolve) => waiting.push(resolve));
    return performance.now() - start;
  }

  return async (task) => {
    let waitedMs = 0;
    if (running < atOnce) running += 1;
    else waitedMs = await wait();
    try {
      if (waitedMs > waitMsMax) throw new QueueFullError("The wait was too long");
      return await task();
    } finally {
      const next = waiting.shift();
      if (next) next();
      else running -= 1;
    }
  };
}
