import { useSyncExternalStore } from "react";

/** A dialog that opens over whatever screen is shown, such as from a toast. */
export type Overlay = { kind: "board"; outfitId: string } | { kind: "keys" };

let overlay: Overlay | null = null;
const listeners = new Set<() => void>();

function show(next: Overlay | null): void {
  overlay = next;
  for (const listener of listeners) listener();
}

export const openOverlay = (next: Overlay): void => show(next);
export const closeOverlay = (): void => show(null);

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

export function useOverlay(): Overlay | null {
  return useSyncExternalStore(
    subscribe,
    () => overlay,
    () => null,
  );
}
