import { toastPortal } from "./toast-portal.ts";

/**
 * The way to a toast's button by keyboard. Toasts are the last elements of the page and soon gone, so that the Tab key
 * would hardly reach one: the first Tab after it has appeared goes to its button. Sonner gives the focus back on leaving.
 */
let isTabTarget = false;
/** What had the focus before a toast. */
let cameFrom: HTMLElement | undefined;

/** A toast with a button is about to appear. */
export function expectTab(): void {
  isTabTarget = true;
}

/** Before the button's action, which may open a dialog: the toast and the button are removed by it. */
export function leaveToast(): void {
  if (!toastPortal().contains(document.activeElement)) return;
  const back = cameFrom?.isConnected ? cameFrom : document.getElementById("main");
  back?.focus({ preventScroll: true });
}

export function followFocus(): () => void {
  const portal = toastPortal();
  document.addEventListener("keydown", onKeyDown, true);
  portal.addEventListener("focusin", onFocusIn);
  return () => {
    document.removeEventListener("keydown", onKeyDown, true);
    portal.removeEventListener("focusin", onFocusIn);
  };
}

function onFocusIn({ relatedTarget }: FocusEvent): void {
  const last = relatedTarget instanceof HTMLElement ? relatedTarget : undefined;
  if (!last || !toastPortal().contains(last)) cameFrom = last;
}

function onKeyDown(event: KeyboardEvent): void {
  if (event.key !== "Tab" || !isTabTarget) return;
  if (event.shiftKey || event.altKey || event.ctrlKey || event.metaKey) return;
  // Anyone who fills in a form expects the next field.
  if (document.activeElement?.matches("input, textarea, select, [contenteditable]")) return;
  const button = toastPortal().querySelector<HTMLElement>("[data-button]");
  if (!button) return;
  isTabTarget = false;
  event.preventDefault();
  button.focus({ preventScroll: true });
}
