import { performance } from "node:perf_hooks";
import { afterEach, expect, test, vi } from "vitest";
import { admitBelow } from "./event-loop-use.ts";

afterEach(() => vi.restoreAllMocks());

/** A clock and an event loop of which others use a part, and each admitted request 2 ms. */
function simulate({ usedByOthers, perSecond, seconds }: { usedByOthers: number; perSecond: number; seconds: number }) {
  let nowMs = 0;
  let activeMs = 0;
  vi.spyOn(performance, "now").mockImplementation(() => nowMs);
  vi.spyOn(performance, "eventLoopUtilization").mockImplementation((later, earlier) => {
    if (!later || !earlier) return { idle: nowMs - activeMs, active: activeMs, utilization: activeMs / nowMs };
    const [idle, active] = [later.idle - earlier.idle, later.active - earlier.active];
    return { idle, active, utilization: active / (idle + active) };
  });
  const admits = admitBelow(0.5);
  const admittedAtMs: number[] = [];
  const stepMs = 1_000 / perSecond;
  while (nowMs < seconds * 1_000) {
    nowMs += stepMs;
    activeMs += usedByOthers * stepMs;
    if (!admits()) continue;
    admittedAtMs.push(nowMs);
    activeMs += 2;
  }
  return admittedAtMs;
}

const between = (times: number[], from: number, until: number) =>
  times.filter((time) => time > from && time <= until).length;

test("a flood gets what others leave below the limit, evenly", () => {
  const admitted = simulate({ usedByOthers: 0.3, perSecond: 200, seconds: 20 });
  // 0.2 of the time is left, for 100 a second.
  const perSecond = between(admitted, 4_000, 20_000) / 16;
  expect(perSecond).toBeGreaterThan(60);
  expect(perSecond).toBeLessThan(100);
  for (let ms = 4_000; ms < 20_000; ms += 100) expect(between(admitted, ms, ms + 100)).toBeLessThan(14);
});

test("nothing is refused as long as there is time for all", () => {
  expect(simulate({ usedByOthers: 0.2, perSecond: 100, seconds: 5 })).toHaveLength(500);
});

test("hardly any is let in while others need all the time", () => {
  const admitted = simulate({ usedByOthers: 0.8, perSecond: 200, seconds: 20 });
  expect(between(admitted, 4_000, 20_000)).toBeLessThan(16 * 4);
});

test("a busy time without any request, such as the start of the server, does not count", () => {
  const admits = simulatedStart();
  expect(admits()).toBe(true);
});

/** After two seconds of work about which nobody has asked. */
function simulatedStart(): () => boolean {
  let nowMs = 0;
  vi.spyOn(performance, "now").mockImplementation(() => nowMs);
  vi.spyOn(performance, "eventLoopUtilization").mockImplementation(() => ({ idle: 0, active: nowMs, utilization: 1 }));
  const admits = admitBelow(0.5);
  nowMs = 2_000;
  return admits;
}
