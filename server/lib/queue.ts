/** Runs work in the order of arrival, a few at once. */
export interface Queue {
  /** Starts the work or puts it in line; null when too many wait already. */
  run<T>(work: () => Promise<T>): Promise<T> | null;
}

/**
 * A queue for work that is heavy enough to be counted.
 *
 * @param options.atOnceMax Works under way at most.
 * @param options.waitingMax Works in line at most; more are turned away.
 */
export function createQueue({ atOnceMax, waitingMax }: { atOnceMax: number; waitingMax: number }): Queue {
  const waiting: (() => void)[] = [];
  let underWay = 0;

  async function start<T>(work: () => Promise<T>): Promise<T> {
    underWay += 1;
    try {
      return await work();
    } finally {
      underWay -= 1;
      waiting.shift()?.();
    }
  }

  return {
    run(work) {
      if (underWay < atOnceMax) return start(work);
      if (waiting.length >= waitingMax) return null;
      return new Promise((resolve, reject) => {
        waiting.push(() => void start(work).then(resolve, reject));
      });
    },
  };
}
