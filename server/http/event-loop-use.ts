import { performance } from "node:perf_hooks";

/**
 * Returns whether more of the event loop's time than `shareMax` was in use lately, as measured about once in a window, as long as
 * somebody keeps asking. From about two thirds on, each further request makes all others wait noticeably longer.
 *
 * @param shareMax From 0 to 1; 1 is never exceeded.
 */
export function watchEventLoop(shareMax: number, windowMs = 1_000): () => boolean {
  let begin = performance.eventLoopUtilization();
  let beganMs = performance.now();
  let isBusy = false;
  return () => {
    const elapsedMs = performance.now() - beganMs;
    if (elapsedMs < windowMs) return isBusy;
    const now = performance.eventLoopUtilization();
    // After a longer time without questions it says nothing about this moment, such as after a busy start.
    isBusy = elapsedMs < 2 * windowMs && performance.eventLoopUtilization(now, begin).utilization > shareMax;
    begin = now;
    beganMs += elapsedMs;
    return isBusy;
  };
}
