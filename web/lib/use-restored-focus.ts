import { type FocusEvent, useLayoutEffect, useRef } from "react";

/**
 * Restores the focus to a container when its focused control is removed, so that Tab continues from there; to the page if the
 * container is removed with it. The component that calls this has to render at the removal.
 */
export function useRestoredFocus<T extends HTMLElement = HTMLDivElement>() {
  const frame = useRef<T>(null);
  const focused = useRef<Element>(null);
  useLayoutEffect(() => {
    if (!focused.current || focused.current.isConnected) return;
    focused.current = null;
    if (document.activeElement !== document.body) return;
    (frame.current ?? document.getElementById("main"))?.focus({ preventScroll: true });
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
