import { useSyncExternalStore } from "react";

const neverChanges = (): (() => void) => () => undefined;

/** False in the page that the server sends, true once scripts run: for what moves and what only scripts can do. */
export function useIsLive(): boolean {
  return useSyncExternalStore(
    neverChanges,
    () => true,
    () => false,
  );
}
