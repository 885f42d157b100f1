import { act, renderHook } from "@testing-library/react";
import { beforeEach, expect, onTestFinished, test, vi } from "vitest";
import { useToday } from "./use-today.ts";

beforeEach(() => {
  vi.useFakeTimers({ now: new Date(2026, 2, 1, 23, 58, 30) });
  onTestFinished(() => void vi.useRealTimers());
});

test("the day changes at midnight, and nothing before", () => {
  const { result } = renderHook(() => useToday());
  const first = result.current;
  act(() => void vi.advanceTimersByTime(60_000));
  expect(result.current).toBe(first);
  act(() => void vi.advanceTimersByTime(60_000));
  expect(result.current.getDate()).toBe(2);
});

test("the day is right at once when the reader comes back", () => {
  const { result } = renderHook(() => useToday());
  vi.setSystemTime(new Date(2026, 2, 4, 9));
  act(() => void document.dispatchEvent(new Event("visibilitychange")));
  expect(result.current.getDate()).toBe(4);
});
