import { expect, test } from "vitest";
import { createQueue, QueueFullError } from "./queue.ts";

/** A task that ends on demand. */
function openTask() {
  let end = () => {};
  const ended = new Promise<void>((resolve) => (end = resolve));
  return { task: () => ended, end };
}

test("the limit is respected, and the rest run in order", async () => {
  const inTurn = createQueue({ atOnce: 2, waitingMax: 10 });
  const begun: number[] = [];
  const tasks = Array.from({ length: 5 }, openTask);
  const done = tasks.map(({ task }, n) =>
    inTurn(() => {
      begun.push(n);
      return task();
    }),
  );
  expect(begun).toEqual([0, 1]);
  for (const { end } of tasks) end();
  await Promise.all(done);
  expect(begun).toEqual([0, 1, 2, 3, 4]);
});

test("tasks beyond the queue's limit are rejected, and a failed task frees its slot", async () => {
  const inTurn = createQueue({ atOnce: 1, waitingMax: 1 });
  const first = openTask();
  const running = inTurn(async () => {
    await first.task();
    throw new Error("it failed");
  });
  const waiting = inTurn(async () => "its turn came");
  await expect(inTurn(async () => "never")).rejects.toThrow(QueueFullError);
  first.end();
  await expect(running).rejects.toThrow("it failed");
  expect(await waiting).toBe("its turn came");
});

test("a task that waited too long is not started, and later ones still run", async () => {
  const inTurn = createQueue({ atOnce: 1, waitingMax: 5, waitMsMax: 0 });
  const first = openTask();
  const running = inTurn(first.task);
  let begun = 0;
  const late = [1, 2].map(() => inTurn(async () => void (begun += 1)));
  const refusals = late.map((task) => expect(task).rejects.toThrow("too long"));
  await new Promise((resolve) => setTimeout(resolve, 5));
  first.end();
  await Promise.all([running, ...refusals]);
  expect(begun).toBe(0);
});

test("owners take turns, however many tasks one of them has [S-163]", async () => {
  const inTurn = createQueue({ atOnce: 1, waitingMax: 10 });
  const begun: string[] = [];
  const run = (owner: string) => inTurn(async () => begun.push(owner), { owner });
  await Promise.all(["many", "many", "many", "many", "few", "other", "few"].map(run));
  expect(begun).toEqual(["many", "many", "few", "other", "many", "few", "many"]);
});

test("in a full queue a task takes the last place of who has the most, and of nobody else [S-163]", async () => {
  const inTurn = createQueue({ atOnce: 1, waitingMax: 3 });
  const first = openTask();
  const running = inTurn(first.task);
  const run = (owner: string) => inTurn(async () => owner, { owner });
  const many = [1, 2, 3].map(() => run("many"));
  const refused = many[2]?.catch((error: Error) => error.message);
  const few = run("few");
  expect(await refused).toContain("others have fewer");
  for (const owner of ["many", "few"]) await expect(run(owner)).rejects.toThrow(QueueFullError);
  first.end();
  await running;
  expect(await Promise.all([many[0], many[1], few])).toEqual(["many", "many", "few"]);
});

test("a task whose caller leaves gives up its place, and is not started", async () => {
  const inTurn = createQueue({ atOnce: 1, waitingMax: 1 });
  const [first, leaving] = [openTask(), new AbortController()];
  const running = inTurn(first.task);
  let begun = 0;
  const task = async () => void (begun += 1);
  const left = inTurn(task, { signal: leaving.signal });
  leaving.abort();
  await expect(left).rejects.toThrow("aborted");
  await expect(inTurn(task, { signal: leaving.signal })).rejects.toThrow("aborted");
  const next = inTurn(task);
  first.end();
  await Promise.all([running, next]);
  expect(begun).toBe(1);
});

test("an owner whose task asks for rest waits, while others go on", async () => {
  const inTurn = createQueue({ atOnce: 1, waitingMax: 10 });
  const begun: string[] = [];
  const run = (owner: string, ms: number) => inTurn(async () => begun.push(owner), { owner, restMs: () => ms });
  const start = performance.now();
  await Promise.all([run("wrong", 40), run("wrong", 0), run("right", 0), run("right", 0)]);
  expect(begun).toEqual(["wrong", "right", "right", "wrong"]);
  // Timers may be a millisecond early.
  expect(performance.now() - start).toBeGreaterThanOrEqual(39);
});
