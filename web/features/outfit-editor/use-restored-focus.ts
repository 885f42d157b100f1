import { useLayoutEffect, useRef } from "react";

/** Restores the focus to a container when its focused control is removed, so that Tab continues from there. */
export function useRestoredFocus() {
  const frame = useRef<HTMLDivElement>(null);
  const hadFocus = useRef(false);
  useLayoutEffect(() => {
    if (hadFocus.current && document.activeElement === document.body) frame.current?.focus({ preventScroll: true });
  });
  return {
    ref: frame,
    tabIndex: -1,
    onFocus: () => {
      hadFocus.current = true;
    },
    onBlur: () => {
      hadFocus.current = false;
    },
  };
}
