import { type FocusEvent, useLayoutEffect, useRef } from "react";

/** Restores the focus to a container when its focused control is removed, so that Tab continues from there. */
export function useRestoredFocus() {
  const frame = useRef<HTMLDivElement>(null);
  const focused = useRef<Element>(null);
  useLayoutEffect(() => {
    if (!focused.current || focused.current.isConnected) return;
    focused.current = null;
    if (document.activeElement === document.body) frame.current?.focus({ preventScroll: true });
  });
  return {
    ref: frame,
    tabIndex: -1,
    onFocus: ({ target }: FocusEvent) => {
      focused.current = target;
    },
    onBlur: ({ target }: FocusEvent) => {
      // Also the removal of a control takes the focus from it; the effect comes before this.
      queueMicrotask(() => {
        if (focused.current === target && target.isConnected) focused.current = null;
      });
    },
  };
}
