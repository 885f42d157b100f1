/**
 * Where toasts stand: in the body, or in the dialog that is open on top. While a modal dialog is open the browser makes all
 * outside of it inert: it would be veiled, beyond reach and unread by screen readers.
 */
const openDialogs: HTMLElement[] = [];
let place: HTMLElement | undefined;

/** The one element that holds all toasts, for good; it moves from place to place. */
export function toastPlace(): HTMLElement {
  place ??= document.createElement("div");
  move();
  return place;
}

/** Brings the toasts into a dialog that has opened, until the returned function is called, which must be before it goes. */
export function bringToasts(dialog: HTMLElement): () => void {
  openDialogs.push(dialog);
  move();
  return () => {
    openDialogs.splice(openDialogs.lastIndexOf(dialog), 1);
    move();
  };
}

function move(): void {
  const target = openDialogs.at(-1) ?? document.body;
  if (place && place.parentNode !== target) target.append(place);
}
