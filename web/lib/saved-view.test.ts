import { afterAll, beforeAll, beforeEach, expect, test, vi } from "vitest";
import { noteReply, onReturn } from "./saved-view.ts";

let reloads = 0;
onReturn(() => (reloads += 1));

// One clock for all tests, since the module keeps the time of the last reload.
beforeAll(() => void vi.useFakeTimers());
afterAll(() => void vi.useRealTimers());
beforeEach(() => {
  vi.advanceTimersByTime(60_000);
  reloads = 0;
});

function loseAndRegain(): void {
  noteReply("1000");
  noteReply(null);
}

test("a connection that comes and goes reloads the page at once, and once more at the end of the pause", () => {
  loseAndRegain();
  expect(reloads).toBe(1);
  vi.advanceTimersByTime(10_000);
  loseAndRegain();
  loseAndRegain();
  expect(reloads).toBe(1);
  vi.advanceTimersByTime(20_000);
  expect(reloads).toBe(2);
  vi.advanceTimersByTime(120_000);
  expect(reloads).toBe(2);
});

test("a connection that is lost again before the end of the pause reloads the page when it is back", () => {
  loseAndRegain();
  loseAndRegain();
  noteReply("2000");
  vi.advanceTimersByTime(60_000);
  expect(reloads).toBe(1);
  noteReply(null);
  expect(reloads).toBe(2);
});
