import { afterAll, beforeAll, beforeEach, expect, test, vi } from "vitest";
import { reloadOnReturn } from "./reload-on-return.ts";
import { noteReply } from "./saved-view.ts";

let reloads = 0;

// One clock for all tests, since the time of the last reload is kept.
beforeAll(() => {
  vi.useFakeTimers();
  loseAndRegain();
  reloadOnReturn(() => (reloads += 1));
});
afterAll(() => void vi.useRealTimers());
beforeEach(() => {
  vi.advanceTimersByTime(60_000);
  reloads = 0;
});

function loseAndRegain(): void {
  noteReply("1000");
  noteReply(null);
}

test("a connection that was back before this began reloads the page", () => {
  const reload = vi.fn<() => void>();
  reloadOnReturn(reload);
  vi.advanceTimersByTime(0);
  expect(reload).toHaveBeenCalledOnce();
});

test("a connection that comes and goes reloads the page at once, and once more at the end of the pause", () => {
  loseAndRegain();
  vi.advanceTimersByTime(0);
  expect(reloads).toBe(1);
  vi.advanceTimersByTime(10_000);
  loseAndRegain();
  loseAndRegain();
  vi.advanceTimersByTime(19_000);
  expect(reloads).toBe(1);
  vi.advanceTimersByTime(1_000);
  expect(reloads).toBe(2);
  vi.advanceTimersByTime(120_000);
  expect(reloads).toBe(2);
});

test("a connection that is lost again before the end of the pause reloads the page when it is back", () => {
  loseAndRegain();
  vi.advanceTimersByTime(0);
  loseAndRegain();
  noteReply("2000");
  vi.advanceTimersByTime(60_000);
  expect(reloads).toBe(1);
  noteReply(null);
  vi.advanceTimersByTime(0);
  expect(reloads).toBe(2);
});
