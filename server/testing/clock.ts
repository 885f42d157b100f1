import type { Clock } from "#server/lib/clock.ts";

/** A clock that starts now and moves only when it is told to. */
export function movableClock(): Clock & { advance(seconds: number): void } {
  let offsetMs = 0;
  return {
    now: () => new Date(Date.now() + offsetMs),
    advance: (seconds) => {
      offsetMs += seconds * 1_000;
    },
  };
}
