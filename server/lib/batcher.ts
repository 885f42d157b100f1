interface Waiting<Item, Result> {
  item: Item;
  resolve(result: Result): void;
  reject(error: unknown): void;
}

/**
 * A function that gathers all calls of one turn of the event loop and runs them together.
 * Each caller gets the result at its own index; when a batch fails, each of its callers gets the error.
 *
 * @param options.itemsMax Calls in one batch.
 * @param options.inFlightMax Batches under way at once. A further one beside the first must be half full: what comes in
 *   smaller numbers waits and grows, because a batch costs nearly the same however many calls it carries.
 * @param options.run Takes the batch, answers as many results in the same order.
 * @see performance.md 2b and 2f: one statement for many requests is what makes flags and likes cheap.
 */
export function createBatcher<Item, Result>(options: {
  itemsMax: number;
  inFlightMax: number;
  run: (items: Item[]) => Promise<Result[]>;
}): (item: Item) => Promise<Result> {
  const waiting: Waiting<Item, Result>[] = [];
  let inFlight = 0;
  let isScheduled = false;

  const mayStart = () => inFlight === 0 || (inFlight < options.inFlightMax && waiting.length >= options.itemsMax / 2);

  function pump(): void {
    isScheduled = false;
    while (waiting.length > 0 && mayStart()) {
      void runBatch(waiting.splice(0, options.itemsMax));
    }
  }

  async function runBatch(batch: Waiting<Item, Result>[]): Promise<void> {
    inFlight += 1;
    try {
      const results = await options.run(batch.map((waiter) => waiter.item));
      if (results.length !== batch.length) throw new Error("A batch must answer each of its items");
      for (const [index, waiter] of batch.entries()) waiter.resolve(results[index] as Result);
    } catch (error) {
      for (const waiter of batch) waiter.reject(error);
    } finally {
      inFlight -= 1;
      pump();
    }
  }

  return (item) =>
    new Promise<Result>((resolve, reject) => {
      waiting.push({ item, resolve, reject });
      if (isScheduled) return;
      isScheduled = true;
      setImmediate(pump);
    });
}
