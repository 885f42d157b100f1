import { performance } from "node:perf_hooks";

const leastPart = 0.01;
const regainedPart = 0.02;

/**
 * Returns whether one more request of a kind that has to wait for all others may be answered now, so that the event loop is
 * in use for `shareMax` of the time at most: from about two thirds on, each further request makes all others wait noticeably
 * longer. If more was in use in a window, half as many are let in during the next, evenly and not in bursts; otherwise
 * slowly more again.
 *
 * @param shareMax From 0 to 1; 1 is never exceeded.
 */
export function admitBelow(shareMax: number, windowMs = 250): () => boolean {
  let begin = performance.eventLoopUtilization();
  let beganMs = performance.now();
  /** Of those who ask, from 0 to 1. */
  let part = 1;
  let credit = 0;
  return () => {
    const elapsedMs = performance.now() - beganMs;
    if (elapsedMs >= windowMs) {
      const now = performance.eventLoopUtilization();
      const isBusy = performance.eventLoopUtilization(now, begin).utilization > shareMax;
      // After a long time without requests it says nothing about this moment, such as after a busy start.
      if (elapsedMs > 2 * windowMs) part = 1;
      else part = isBusy ? Math.max(leastPart, part / 2) : Math.min(1, part + regainedPart);
      begin = now;
      beganMs += elapsedMs;
    }
    credit += part;
    if (credit < 1) return false;
    credit -= 1;
    return true;
  };
}
