import { useLayoutEffect, useRef } from "react";
import type { Slots } from "#web/data/stylist-slots.ts";

/**
 * Keeps the focus on the slot that was changed by keyboard: its button is replaced when the change shows and again if
 * it is rolled back.
 */
export function useSlotFocus(slots: Slots) {
  const podium = useRef<HTMLDivElement>(null);
  const changed = useRef<number>(null);
  const focusSlot = (position: number) =>
    podium.current?.querySelector<HTMLElement>(`[data-spot="${position}"] button`)?.focus({ preventScroll: true });
  useLayoutEffect(() => {
    if (changed.current === null || document.activeElement !== document.body) return;
    focusSlot(changed.current);
    changed.current = null;
  }, [slots]);
  return {
    podium,
    focusSlot,
    /** The buttons of this slot are about to be replaced. */
    expectChange: (position: number) => {
      changed.current = position;
    },
  };
}
