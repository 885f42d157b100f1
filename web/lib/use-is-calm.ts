import { useSyncExternalStore } from "react";

const asksForCalm = () => matchMedia("(prefers-reduced-motion: reduce)");

function subscribe(listener: () => void): () => void {
  const query = asksForCalm();
  query.addEventListener("change", listener);
  return () => query.removeEventListener("change", listener);
}

/** Whether less motion is wanted: for animations that a script starts, which the style sheet's rule does not reach. */
export function useIsCalm(): boolean {
  return useSyncExternalStore(subscribe, () => asksForCalm().matches);
}
