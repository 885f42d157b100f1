import { useSyncExternalStore } from "react";

const neverChanges = (): (() => void) => () => undefined;

/** False in server-rendered pages and true once scripts run: for animations and controls that need scripts. */
export function useHydrated(): boolean {
  return useSyncExternalStore(
    neverChanges,
    () => true,
    () => false,
  );
}
