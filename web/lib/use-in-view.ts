import { type RefCallback, useCallback, useEffect, useRef } from "react";

/** Two screens ahead, so that the next page is loaded before the end comes into view. */
const marginPixels = 1_600;

/** Calls `onNear` when the element comes near the viewport, and after each render while it still is. */
export function useInView<T extends Element>(onNear: () => void): RefCallback<T> {
  const latest = useRef(onNear);
  const isNear = useRef(false);
  useEffect(() => {
    latest.current = onNear;
    if (isNear.current) onNear();
  });
  return useCallback((element: T | null) => {
    if (!element) return;
    const observer = new IntersectionObserver(
      (entries) => {
        // On a busy device a call brings several changes, the latest one last.
        isNear.current = entries.at(-1)?.isIntersecting ?? false;
        if (isNear.current) latest.current();
      },
      { rootMargin: `${marginPixels}px 0px` },
    );
    observer.observe(element);
    return () => observer.disconnect();
  }, []);
}
