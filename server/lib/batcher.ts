interface Waiting<Item, Result> {
  item: Item;
  resolve(result: Result): void;
  reject(error: unknown): void;
}

/**
 * Creates a function that collects all calls of one turn of the event loop and runs them as one batch. Each caller gets
 * the result at its own index; if a batch fails, each of its callers gets the error.
 *
 * @param options.itemsMax Calls per batch.
 * @param options.inFlightMax Concurrent batches. A further one must be half full: smaller ones wait and grow, because
 * the cost of a batch hardly depends on its size.
 * @param options.run Returns one result per item, in the same order.
 * @see docs/performance.md#batching
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
      if (results.length !== batch.length) throw new Error("A batch must return a result for each item");
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
