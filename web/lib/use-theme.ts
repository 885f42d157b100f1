import { useSyncExternalStore } from "react";
import { listeners, readChoice, shownTheme, type ThemeChoice } from "./theme.ts";

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
