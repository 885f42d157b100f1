import { useSyncExternalStore } from "react";

/** Apart from `removals.ts`, which the first load does not need. */
let removedIds: ReadonlySet<string> = new Set();
const listeners = new Set<() => void>();

/** Called when something is deleted, deleted for good, or comes back. */
export function setRemovedIds(ids: ReadonlySet<string>): void {
  removedIds = ids;
  for (const listener of listeners) listener();
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** The ids of what is deleted but may come back. */
export function useRemovedIds(): ReadonlySet<string> {
  return useSyncExternalStore(subscribe, () => removedIds);
}

/** Whether this is deleted but may come back. Unlike the ids, it changes for this alone, so that no other card is rendered again. */
export function useIsRemoved(id: string): boolean {
  return useSyncExternalStore(subscribe, () => removedIds.has(id));
}
