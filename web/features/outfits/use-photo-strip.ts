import { useEffect, useRef } from "react";
import { announce } from "#web/lib/announce.ts";
import { usePrefersReducedMotion } from "#web/lib/use-prefers-reduced-motion.ts";

/** Not every browser says when a scroll has ended. */
const scrollPauseMs = 100;

/** Keeps the strip where `shown` says, and says where it was scrolled by hand. */
export function usePhotoStrip(count: number, shown: number, onShow: (place: number) => void) {
  const strip = useRef<HTMLDivElement>(null);
  /** Where it was last scrolled by hand: it must not be moved from under the finger. */
  const settledAt = useRef<number>(undefined);
  /** Where a press sent it: until it is there, a pause of the scroll on a slow device is no end. */
  const headingFor = useRef<number>(undefined);
  const isStill = usePrefersReducedMotion();
  useEffect(() => {
    const isThere = settledAt.current === shown;
    settledAt.current = undefined;
    const box = strip.current;
    const left = shown * (box?.clientWidth ?? 0);
    if (isThere || box?.scrollLeft === left) return;
    headingFor.current = shown;
    box?.scrollTo?.({ left, behavior: isStill ? "instant" : "smooth" });
  }, [shown, isStill]);
  const show = (place: number) => {
    const next = Math.min(count - 1, Math.max(0, place));
    if (next === shown) return;
    headingFor.current = next;
    onShow(next);
    announce(`Photo ${next + 1} of ${count}`);
  };
  const settle = () => {
    const { scrollLeft = 0, clientWidth = 0 } = strip.current ?? {};
    if (clientWidth === 0) return;
    const place = Math.round(scrollLeft / clientWidth);
    if ((headingFor.current ?? place) !== place) return;
    headingFor.current = undefined;
    settledAt.current = place;
    onShow(place);
  };
  const settling = useRef<ReturnType<typeof setTimeout>>(undefined);
  useEffect(() => () => clearTimeout(settling.current), []);
  const settleSoon = () => {
    clearTimeout(settling.current);
    settling.current = setTimeout(settle, scrollPauseMs);
  };
  const takeOver = () => (headingFor.current = undefined);
  return { strip, show, moves: { onScroll: settleSoon, onPointerDown: takeOver, onWheel: takeOver } };
}
