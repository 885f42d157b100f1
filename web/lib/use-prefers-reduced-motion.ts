import { useSyncExternalStore } from "react";

const mediaQuery = () => matchMedia("(prefers-reduced-motion: reduce)");

function subscribe(listener: () => void): () => void {
  const query = mediaQuery();
  query.addEventListener("change", listener);
  return () => query.removeEventListener("change", listener);
}

/** For movements that an event starts. */
export const prefersReducedMotion = (): boolean => mediaQuery().matches;

/**
 * Whether reduced motion is preferred: for animations started by scripts, which the style sheet's rule does not cover.
 */
export function usePrefersReducedMotion(): boolean {
  return useSyncExternalStore(subscribe, prefersReducedMotion);
}
