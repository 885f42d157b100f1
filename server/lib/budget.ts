/**
 * Runs tasks while the total cost of running ones stays within `costMax`; others wait, first come first served. A task that
 * costs more than everything runs alone.
 */
export function createBudget(costMax: number): <T>(cost: number, task: () => Promise<T>) => Promise<T> {
  const waiting: { cost: number; begin: () => void }[] = [];
  let spent = 0;

  function admit(): void {
    for (let [next] = waiting; next && (spent === 0 || spent + next.cost <= costMax); [next] = waiting) {
      waiting.shift();
      spent += next.cost;
      next.begin();
    }
  }

  return async (cost, task) => {
    await new Promise<void>((begin) => {
      waiting.push({ cost, begin });
      admit();
    });
    try {
      return await task();
    } finally {
      spent -= cost;
      admit();
    }
  };
}
