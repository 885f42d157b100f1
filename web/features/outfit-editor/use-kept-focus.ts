import { useLayoutEffect, useRef } from "react";

/** For a frame whose controls come and go: when the one that had the focus goes, Tab goes on from the frame. */
export function useKeptFocus() {
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
