import { expect, test } from "vitest";
import type { Detection } from "#contract/detection.ts";
import { createDetectionJobs, type DetectionWork } from "./detection-jobs.ts";

const found: Detection = { title: "Rust jacket", style: "Retro", items: [], people: [] };

/** Jobs whose work ends when the test says so. */
function prepare() {
  const jobs = createDetectionJobs();
  const started: (DetectionWork & { finish: () => void })[] = [];
  const join = (by: AbortSignal, userId = "mia") =>
    jobs.join({ userId, imageId: "image", name: "image" }, by, (work) => {
      return new Promise((resolve, reject) => {
        started.push({ ...work, finish: () => resolve(found) });
        work.signal.addEventListener("abort", () => reject(new Error("stopped")));
      });
    });
  return { jobs, started, join };
}

test("all who ask for the same picture get the result of one piece of work", async () => {
  const { started, join } = prepare();
  const results = [1, 2, 3].map(() => join(new AbortController().signal));
  await expect.poll(() => started.length).toBe(1);
  started[0]?.finish();
  expect(await Promise.all(results)).toEqual([found, found, found]);
  expect(started).toHaveLength(1);
});

test("the work goes on while anybody waits, and stops when the last one leaves", async () => {
  const { started, join } = prepare();
  const [first, second] = [new AbortController(), new AbortController()];
  const results = Promise.allSettled([join(first.signal), join(second.signal)]);
  await expect.poll(() => started.length).toBe(1);
  first.abort();
  expect(started[0]?.signal.aborted).toBe(false);
  second.abort();
  expect(started[0]?.signal.aborted).toBe(true);
  expect((await results).map(({ status }) => status)).toEqual(["rejected", "rejected"]);
});

test("who stays gets the result after another one has left, and leaving afterwards stops nothing", async () => {
  const { started, join } = prepare();
  const [leaving, staying] = [new AbortController(), new AbortController()];
  const results = [join(leaving.signal), join(staying.signal)];
  await expect.poll(() => started.length).toBe(1);
  leaving.abort();
  started[0]?.finish();
  expect(await results[1]).toEqual(found);
  staying.abort();
  expect(started[0]?.signal.aborted).toBe(false);
});

test("a press after a stop starts again, and the stopped work says nothing about its place", async () => {
  const { jobs, started, join } = prepare();
  const leaving = new AbortController();
  const stopped = join(leaving.signal);
  stopped.catch(() => undefined);
  await expect.poll(() => started.length).toBe(1);
  leaving.abort();
  expect(jobs.place("mia", "image")).toBeNull();
  const again = join(new AbortController().signal);
  await expect.poll(() => started.length).toBe(2);
  started[1]?.onPlace(3);
  started[0]?.onPlace(7);
  expect(jobs.place("mia", "image")).toBe(3);
  expect(jobs.place("somebody else", "image")).toBeNull();
  started[1]?.finish();
  await again;
  expect(jobs.place("mia", "image")).toBeNull();
});

test("who has left before the work begins starts nothing", async () => {
  const { started, join } = prepare();
  await expect(join(AbortSignal.abort())).rejects.toThrow("aborted");
  expect(started).toEqual([]);
});
