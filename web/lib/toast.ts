import { useSyncExternalStore } from "react";

/** Toasts. The library (9 KB) loads with the first one; toasts are queued until it has mounted. */
type Show = (kind: "success" | "error" | "info", text: string, options?: { duration?: number }) => void;

let show: Show | undefined;
let isWanted = false;
const waiting: Parameters<Show>[] = [];
const listeners = new Set<() => void>();

function add(...args: Parameters<Show>): void {
  if (show) return show(...args);
  waiting.push(args);
  isWanted = true;
  for (const listener of listeners) listener();
}

export const toast = {
  success: (text: string, options?: { duration?: number }) => add("success", text, options),
  error: (text: string) => add("error", text),
  info: (text: string) => add("info", text),
};

/** Called by the toaster once mounted: hands over the queued toasts and all later ones. */
export function takeToasts(handler: Show): () => void {
  show = handler;
  for (const args of waiting.splice(0)) handler(...args);
  return () => {
    show = undefined;
  };
}

export function useAreToastsNeeded(): boolean {
  return useSyncExternalStore(
    (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    () => isWanted,
    () => isWanted,
  );
}
