import { useSyncExternalStore } from "react";

/** A sensitive action that waits until its member has proved who they are. */
let waiting: ((isConfirmed: boolean) => void) | undefined;
const listeners = new Set<() => void>();

function change(next: typeof waiting): void {
  waiting = next;
  for (const listener of listeners) listener();
}

/** Opens the dialog that asks for a password or code; resolves with whether it was given. */
export function askForIdentity(): Promise<boolean> {
  waiting?.(false);
  // The screen was left while the action was under way: the next one's dialog must not carry it out.
  if (listeners.size === 0) return Promise.resolve(false);
  return new Promise((resolve) => change(resolve));
}

/** Closes the dialog with its outcome. */
export function answerIdentity(isConfirmed: boolean): void {
  const resolve = waiting;
  change(undefined);
  resolve?.(isConfirmed);
}

/** Whether the dialog is asked for. */
export function useIsIdentityAsked(): boolean {
  return useSyncExternalStore(
    (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    () => waiting !== undefined,
    () => false,
  );
}
