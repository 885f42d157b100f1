import { useSyncExternalStore } from "react";

/** Toasts. Their library (9 KB) loads with the first one; those that come before it has mounted wait in line. */
type Show = (kind: "success" | "error" | "info", text: string, options?: { duration?: number }) => void;

let show: Show | undefined;
let isWanted = false;
const waiting: Parameters<Show>[] = [];
const listeners = new Set<() => void>();

function say(...toast: Parameters<Show>): void {
  if (show) return show(...toast);
  waiting.push(toast);
  isWanted = true;
  for (const listener of listeners) listener();
}

export const notify = {
  success: (text: string, options?: { duration?: number }) => say("success", text, options),
  error: (text: string) => say("error", text),
  info: (text: string) => say("info", text),
};

/** Called by the toaster when it stands: hands over the line and takes all that follow. */
export function takeToasts(handler: Show): () => void {
  show = handler;
  for (const toast of waiting.splice(0)) handler(...toast);
  return () => {
    show = undefined;
  };
}

export function useAreToastsWanted(): boolean {
  return useSyncExternalStore(
    (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    () => isWanted,
    () => isWanted,
  );
}
