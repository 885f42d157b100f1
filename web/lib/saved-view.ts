import { useSyncExternalStore } from "react";

/** Whether the screen shows replies that the service worker saved, because the server cannot be reached. */
let savedAtMs: number | undefined;
let wasSaved = false;
const listeners = new Set<() => void>();

/** Called for each reply, with the time at which it was saved, or null if it is the server's own. */
export function noteReply(savedAt: string | null): void {
  const was = savedAtMs;
  savedAtMs = savedAt === null ? undefined : Math.min(was ?? Number.POSITIVE_INFINITY, Number(savedAt));
  if (was === savedAtMs) return;
  wasSaved = true;
  for (const listener of listeners) listener();
}

export function onSavedAtChange(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** The time of the oldest saved reply since the server last answered. */
export const getSavedAt = (): number | undefined => savedAtMs;

/** Whether the screen has shown saved replies since the page was opened. */
export const wasSavedShown = (): boolean => wasSaved;

/** The time of the oldest saved reply on screen. */
export function useSavedAt(): number | undefined {
  return useSyncExternalStore(onSavedAtChange, getSavedAt, () => undefined);
}
