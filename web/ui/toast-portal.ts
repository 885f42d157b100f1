/**
 * The element that holds the toasts: in the body, or in the topmost open dialog. A modal dialog makes everything
 * outside inert: toasts there would be covered, unreachable and not read by screen readers.
 */
const openDialogs: HTMLElement[] = [];
let place: HTMLElement | undefined;
const listeners = new Set<() => void>();

/** The one element that holds all toasts; it is moved, never recreated. */
export function toastPortal(): HTMLElement {
  place ??= document.createElement("div");
  move();
  return place;
}

/**
 * Moves the toasts into an open dialog until the returned function is called, which must happen before the dialog is
 * removed.
 */
export function showToastsIn(dialog: HTMLElement): () => void {
  openDialogs.push(dialog);
  move();
  return () => {
    openDialogs.splice(openDialogs.lastIndexOf(dialog), 1);
    move();
  };
}

/** For `useSyncExternalStore`: whether the toasts are in a dialog. */
export const isToastInDialog = (): boolean => openDialogs.length > 0;

export function onToastsMoved(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

function move(): void {
  const target = openDialogs.at(-1) ?? document.body;
  if (place && place.parentNode !== target) target.append(place);
  for (const listener of listeners) listener();
}
