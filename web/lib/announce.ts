/** Texts for screen readers only: a new page, a reordered list, a new message. */
let text = "";
const listeners = new Set<() => void>();

/** Has screen readers say a text, politely. */
export function announce(next: string): void {
  // The same text twice would not be read again: a trailing space makes it a new one.
  text = next === text ? `${next}\u00A0` : next;
  for (const listener of listeners) listener();
}

/** Runs `listener` for every announcement, until the returned function is called. */
export function onAnnouncement(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

export const getAnnouncement = (): string => text;
