import { act, renderHook } from "@testing-library/react";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { useInParts } from "./use-in-parts.ts";

beforeEach(() => void vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] }));
afterEach(() => void vi.useRealTimers());

test("shows one part more in each task, up to the whole list, also one that comes later", () => {
  const { result, rerender, unmount } = renderHook(({ items }) => useInParts(items, 2), {
    initialProps: { items: [] as number[] },
  });
  expect(result.current).toEqual([]);
  rerender({ items: [1, 2, 3, 4, 5] });
  const seen = [result.current.length];
  while (seen.length < 4) {
    act(() => void vi.advanceTimersToNextTimer());
    seen.push(result.current.length);
  }
  expect(seen).toEqual([2, 4, 5, 5]);
  expect(result.current).toEqual([1, 2, 3, 4, 5]);
  unmount();
});
