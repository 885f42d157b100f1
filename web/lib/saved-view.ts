import { useSyncExternalStore } from "react";

/** Whether the screen shows replies that the service worker saved, because the server cannot be reached. */
let savedAtMs: number | undefined;
let checkedAtMs = Number.NEGATIVE_INFINITY;
const listeners = new Set<() => void>();
const returnListeners = new Set<() => void>();
/** A connection that comes and goes must not reload the page each time. */
const pauseMs = 30_000;
let nextReload: ReturnType<typeof setTimeout> | undefined;

/** Called for each reply, with the time at which it was saved, or null if it is the server's own. */
export function noteReply(savedAt: string | null): void {
  const was = savedAtMs;
  savedAtMs = savedAt === null ? undefined : Math.min(was ?? Number.POSITIVE_INFINITY, Number(savedAt));
  if (was === savedAtMs) return;
  for (const listener of listeners) listener();
  if (savedAtMs === undefined) reload();
}

function reload(): void {
  clearTimeout(nextReload);
  // Without a connection again: its return leads here.
  if (savedAtMs !== undefined) return;
  const waitMs = checkedAtMs + pauseMs - performance.now();
  if (waitMs > 0) return void (nextReload = setTimeout(reload, waitMs));
  checkedAtMs = performance.now();
  for (const listener of returnListeners) listener();
}

/** Calls back when the server can be reached again, or may be, while the screen shows what was saved. */
export function onReturn(listener: () => void): void {
  returnListeners.add(listener);
  addEventListener("online", () => {
    if (savedAtMs !== undefined) listener();
  });
}

/** The time of the oldest saved reply on screen. */
export function useSavedAt(): number | undefined {
  return useSyncExternalStore(
    (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    () => savedAtMs,
    () => undefined,
  );
}
