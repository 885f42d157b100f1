import { afterEach, beforeEach, expect, onTestFinished, test, vi } from "vitest";
import { deferred } from "#web/testing/deferred.ts";
import { commitRemovals, forgetRemovals, removeWithUndo } from "./removals.ts";

beforeEach(() => vi.useFakeTimers());
afterEach(() => {
  forgetRemovals();
  vi.useRealTimers();
});

test("a deletion is sent once, after ten seconds", async () => {
  const run = vi.fn<() => Promise<void>>(() => Promise.resolve());
  removeWithUndo("a", "Deleted", run);
  removeWithUndo("a", "Deleted", run);
  await vi.advanceTimersByTimeAsync(9_900);
  expect(run).not.toHaveBeenCalled();
  await vi.advanceTimersByTimeAsync(200);
  expect(run).toHaveBeenCalledTimes(1);
});

test("putting the page away sends what waits, because it may be ended there", async () => {
  const run = vi.fn<() => Promise<void>>(() => Promise.resolve());
  removeWithUndo("a", "Deleted", run);
  document.dispatchEvent(new Event("visibilitychange"));
  expect(run).not.toHaveBeenCalled();
  const state = vi.spyOn(document, "visibilityState", "get").mockReturnValue("hidden");
  onTestFinished(() => state.mockRestore());
  document.dispatchEvent(new Event("visibilitychange"));
  await vi.advanceTimersByTimeAsync(0);
  expect(run).toHaveBeenCalledTimes(1);
});

test("leaving the page or the session sends all that waits, once", async () => {
  const [first, second] = [
    vi.fn<() => Promise<void>>(() => Promise.resolve()),
    vi.fn<() => Promise<void>>(() => Promise.reject(new Error("offline"))),
  ];
  removeWithUndo("a", "Deleted", first);
  removeWithUndo("b", "Deleted", second);
  await commitRemovals();
  dispatchEvent(new Event("pagehide"));
  await vi.advanceTimersByTimeAsync(11_000);
  expect(first).toHaveBeenCalledTimes(1);
  expect(second).toHaveBeenCalledTimes(1);
});

test("the end of the session waits for a deletion that is being sent", async () => {
  const reply = deferred<undefined>();
  removeWithUndo("a", "Deleted", () => reply.promise);
  await vi.advanceTimersByTimeAsync(10_000);
  let isOver = false;
  const end = commitRemovals().then(() => (isOver = true));
  await vi.advanceTimersByTimeAsync(0);
  expect(isOver).toBe(false);
  reply.resolve(undefined);
  await end;
  expect(isOver).toBe(true);
});
