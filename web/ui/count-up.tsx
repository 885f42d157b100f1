import { useEffect, useRef } from "react";
import { usePrefersReducedMotion } from "#web/lib/use-prefers-reduced-motion.ts";

const countMs = 900;
const format = (value: number) => Math.round(value).toLocaleString("en");
const easeOut = (share: number) => 1 - (1 - share) ** 4;

/** A number that counts up when it appears and moves when it changes; at once where less motion is wanted. */
export function CountUp({ value }: { value: number }) {
  const shown = useRef<HTMLSpanElement>(null);
  const current = useRef(0);
  const isCalm = usePrefersReducedMotion();
  useEffect(() => {
    const element = shown.current;
    if (!element) return undefined;
    const from = current.current;
    const show = (next: number) => {
      current.current = next;
      element.textContent = format(next);
    };
    if (isCalm || from === value) {
      show(value);
      return undefined;
    }
    const begun = performance.now();
    let frame = requestAnimationFrame(function step(now) {
      const share = Math.min(1, (now - begun) / countMs);
      show(from + (value - from) * easeOut(share));
      if (share < 1) frame = requestAnimationFrame(step);
    });
    return () => cancelAnimationFrame(frame);
  }, [value, isCalm]);
  return (
    <>
      <span className="sr-only">{format(value)}</span>
      {/* The final number keeps its place while the shown one is shorter. */}
      <span aria-hidden="true" className="inline-grid tabular-nums">
        <span className="invisible col-start-1 row-start-1">{format(value)}</span>
        <span ref={shown} className="col-start-1 row-start-1" />
      </span>
    </>
  );
}
