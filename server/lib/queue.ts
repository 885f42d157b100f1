/** Too much is waiting already. */
export class QueueFullError extends Error {}

/**
 * Runs at most `atOnce` tasks at a time, first come first served, and lets at most `waitingMax` wait.
 *
 * @throws QueueFullError when the queue is full.
 */
export function createQueue(options: {
  atOnce: number;
  waitingMax: number;
}): <T>(task: () => Promise<T>) => Promise<T> {
  const waiting: (() => void)[] = [];
  let running = 0;

  return async (task) => {
    if (running < options.atOnce) running += 1;
    else {
      if (waiting.length >= options.waitingMax) throw new QueueFullError("Too much is waiting already");
      // Whoever ends hands its place on, so `running` stays as it is.
      await new Promise<void>((resolve) => waiting.push(resolve));
    }
    try {
      return await task();
    } finally {
      const next = waiting.shift();
      if (next) next();
      else running -= 1;
    }
  };
}
