import fc from "fast-check";
import { expect, test } from "vitest";
import { createBatcher } from "./batcher.ts";

const pause = () => new Promise((resolve) => setImmediate(resolve));

test("every caller gets the result of its own item, however calls are batched", async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(fc.integer(), { maxLength: 50 }),
      fc.integer({ min: 1, max: 7 }),
      async (items, itemsMax) => {
        const double = createBatcher<number, number>({
          itemsMax,
          inFlightMax: 2,
          run: async (batch) => {
            await pause();
            return batch.map((item) => item * 2);
          },
        });
        expect(await Promise.all(items.map((item) => double(item)))).toEqual(items.map((item) => item * 2));
      },
    ),
    { numRuns: 30 },
  );
});

test("calls of one turn run as one batch, and never more than the allowed batches at once", async () => {
  const sizes: number[] = [];
  let running = 0;
  let runningMax = 0;
  const echo = createBatcher<number, number>({
    itemsMax: 10,
    inFlightMax: 1,
    run: async (batch) => {
      sizes.push(batch.length);
      runningMax = Math.max(runningMax, ++running);
      await pause();
      running -= 1;
      return batch;
    },
  });
  await Promise.all(Array.from({ length: 25 }, (_, n) => echo(n)));
  expect(sizes).toEqual([10, 10, 5]);
  expect(runningMax).toBe(1);
});

test("a second concurrent batch starts only when half full", async () => {
  const sizes: number[] = [];
  const finish: (() => void)[] = [];
  const echo = createBatcher<number, number>({
    itemsMax: 4,
    inFlightMax: 2,
    run: async (batch) => {
      sizes.push(batch.length);
      await new Promise<void>((resolve) => finish.push(resolve));
      return batch;
    },
  });
  const answers = [echo(0)];
  await pause();
  answers.push(echo(1));
  await pause();
  expect(sizes).toEqual([1]);
  answers.push(echo(2));
  await pause();
  expect(sizes).toEqual([1, 2]);
  answers.push(echo(3));
  await pause();
  expect(sizes).toEqual([1, 2]);
  finish[0]?.();
  finish[1]?.();
  await pause();
  finish[2]?.();
  expect(await Promise.all(answers)).toEqual([0, 1, 2, 3]);
  expect(sizes).toEqual([1, 2, 1]);
});

test("a failing batch fails each of its callers, and the next one runs", async () => {
  let isDown = true;
  const echo = createBatcher<number, number>({
    itemsMax: 2,
    inFlightMax: 1,
    run: async (batch) => {
      if (isDown) throw new Error("down");
      return batch;
    },
  });
  const results = await Promise.allSettled([echo(1), echo(2)]);
  expect(results.map((result) => result.status)).toEqual(["rejected", "rejected"]);
  isDown = false;
  expect(await echo(3)).toBe(3);
});
