import { expect, test } from "vitest";
import { createBudget } from "./budget.ts";

test("tasks run together only while their costs fit, in the order in which they came, and one that costs too much runs alone", async () => {
  const withBudget = createBudget(10);
  const began: number[] = [];
  const ends: (() => void)[] = [];
  const tasks = [6, 3, 5, 50, 1].map((cost, index) =>
    withBudget(cost, () => {
      began.push(index);
      return new Promise<void>((end) => (ends[index] = end));
    }),
  );
  const settled = () => new Promise((resolve) => setTimeout(resolve, 5));
  await settled();
  expect(began).toEqual([0, 1]);
  ends[0]?.();
  await settled();
  expect(began).toEqual([0, 1, 2]);
  ends[1]?.();
  ends[2]?.();
  await settled();
  expect(began).toEqual([0, 1, 2, 3]);
  ends[3]?.();
  await settled();
  ends[4]?.();
  await Promise.all(tasks);
  expect(began).toEqual([0, 1, 2, 3, 4]);
});

test("a task that fails gives its cost back", async () => {
  const withBudget = createBudget(1);
  await expect(withBudget(1, () => Promise.reject(new Error("no")))).rejects.toThrow("no");
  await expect(withBudget(1, () => Promise.resolve("next"))).resolves.toBe("next");
});
