import type { Clock } from "#server/lib/clock.ts";

/** A clock that starts now and advances only on request. */
export function movableClock(): Clock & { advance(seconds: number): void } {
  let offsetMs = 0;
  return {
    now: () => new Date(Date.now() + offsetMs),
    advance: (seconds) => {
      offsetMs += seconds * 1_000;
    },
  };
}
