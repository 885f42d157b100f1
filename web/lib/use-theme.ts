import { useSyncExternalStore } from "react";
import { apply, listeners, readChoice, shownTheme, storageKey, type ThemeChoice } from "./theme.ts";

export function setTheme(choice: ThemeChoice): void {
  try {
    localStorage.setItem(storageKey, choice);
  } catch {
    // Storage is disabled: the choice cannot be saved.
  }
  apply();
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** On the server. */
const neutral = () => "light" as const;

export function useTheme(): { choice: ThemeChoice; shown: "light" | "dark" } {
  const choice = useSyncExternalStore(subscribe, readChoice, neutral);
  const shown = useSyncExternalStore(subscribe, shownTheme, neutral);
  return { choice, shown };
}
