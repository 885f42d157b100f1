/** Too much is waiting already. */
export class QueueFullError extends Error {}

/**
 * Runs at most `atOnce` tasks at a time, first come first served, and lets at most `waitingMax` wait.
 *
 * @param options.waitMsMax A task that waited longer is not begun: whoever asked for it has given up by then.
 * @throws QueueFullError when the queue is full, or the wait was too long.
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
    if (waiting.length >= waitingMax) throw new QueueFullError("Too much is waiting already");
    const start = performance.now();
    // Whoever ends hands its place on, so `running` stays as it is.
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
