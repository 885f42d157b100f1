import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { holdBack, whenLoaded } from "./when-idle.ts";

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

test("what may be needed later runs when the page has loaded and is idle", () => {
  const run = vi.fn<() => void>();
  whenLoaded(run);
  expect(run).not.toHaveBeenCalled();
  vi.runAllTimers();
  expect(run).toHaveBeenCalledOnce();
});

test("it waits for a member's first pictures, once, and what comes afterwards does not", () => {
  const release = holdBack();
  const early = vi.fn<() => void>();
  whenLoaded(early);
  vi.runAllTimers();
  expect(early).not.toHaveBeenCalled();
  release();
  const late = vi.fn<() => void>();
  whenLoaded(late);
  release();
  vi.runAllTimers();
  expect(early).toHaveBeenCalledOnce();
  expect(late).toHaveBeenCalledOnce();
});
