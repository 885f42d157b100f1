import { useSyncExternalStore } from "react";

/** Toasts. The library (9 KB) loads with the first one; toasts are queued until it has mounted. */
type Show = (kind: "success" | "error" | "info", text: string, options?: ToastOptions) => void;
export interface ToastOptions {
  duration?: number;
  /** A toast with the id of an earlier one replaces it; by default the words are the id. */
  id?: string;
  /** What it is about, where several toasts have the same words. */
  name?: string;
  action?: { label: string; onClick: () => void };
}

let show: Show | undefined;
let dismissShown: ((id: string) => void) | undefined;
let isWanted = false;
let waiting: Parameters<Show>[] = [];
const listeners = new Set<() => void>();

function add(...args: Parameters<Show>): void {
  if (show) return show(...args);
  waiting.push(args);
  isWanted = true;
  for (const listener of listeners) listener();
}

export const toast = {
  success: (text: string, options?: ToastOptions) => add("success", text, options),
  error: (text: string, options?: ToastOptions) => add("error", text, options),
  info: (text: string) => add("info", text),
  dismiss(id: string): void {
    waiting = waiting.filter(([, text, options]) => (options?.id ?? text) !== id);
    dismissShown?.(id);
  },
};

/** Called by the toaster once mounted: hands over the queued toasts and all later ones. */
export function takeToasts(handler: Show, dismiss: (id: string) => void): () => void {
  show = handler;
  dismissShown = dismiss;
  for (const args of waiting.splice(0)) handler(...args);
  return () => {
    show = undefined;
    dismissShown = undefined;
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
