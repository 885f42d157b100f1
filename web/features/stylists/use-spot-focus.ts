import { useEffect, useRef } from "react";
import type { Spots } from "./spots.ts";

/**
 * Keeps the focus on the spot that was changed by keyboard: the button that was pressed makes way for another one, when
 * the change shows and once more when it is taken back.
 */
export function useSpotFocus(spots: Spots) {
  const podium = useRef<HTMLDivElement>(null);
  const changed = useRef<number>(null);
  const focusSpot = (position: number) =>
    podium.current?.querySelector<HTMLElement>(`[data-spot="${position}"] button`)?.focus({ preventScroll: true });
  useEffect(() => {
    if (changed.current === null || document.activeElement !== document.body) return;
    focusSpot(changed.current);
    changed.current = null;
  }, [spots]);
  return {
    podium,
    focusSpot,
    /** This spot gets other buttons soon. */
    expectChange: (position: number) => {
      changed.current = position;
    },
  };
}
