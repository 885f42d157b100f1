import { useSyncExternalStore } from "react";

/** Words for screen readers only: a new page, a reordered list, a new message. */
let words = "";
const listeners = new Set<() => void>();

export function announce(text: string): void {
  // The same words twice would not be read again: a trailing space makes them new.
  words = text === words ? `${text}\u00A0` : text;
  for (const listener of listeners) listener();
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

export function LiveRegion() {
  const text = useSyncExternalStore(
    subscribe,
    () => words,
    () => words,
  );
  return (
    <p aria-live="polite" className="sr-only">
      {text}
    </p>
  );
}
