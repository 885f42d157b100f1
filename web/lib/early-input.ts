/** An event that a server-rendered page received before it was hydrated, recorded by `public/boot.js`. */
interface EarlyEvent {
  target: HTMLElement;
  /** A copy that can be dispatched. */
  event: Event;
  /** Of a field, after the event. */
  value?: string;
}

declare global {
  var earlyInput: { queue: EarlyEvent[]; stop: () => void } | undefined;
}

type TextField = HTMLInputElement | HTMLTextAreaElement | HTMLSelectElement;

/**
 * Dispatches the recorded events whose targets are hydrated: texts first, so that no field is empty for a moment, then
 * the others in the order in which they happened.
 */
export function replayEarlyInput(): void {
  const { queue } = globalThis.earlyInput ?? {};
  if (!queue) return;
  for (const early of queue.filter(({ target, value }) => value !== undefined && isHydrated(target))) {
    queue.splice(queue.indexOf(early), 1);
    retype(early.target as TextField, early);
  }
  for (let [first] = queue; first && isHydrated(first.target); [first] = queue) {
    queue.shift();
    first.target.closest("[data-pending]")?.removeAttribute("data-pending");
    first.target.dispatchEvent(first.event);
  }
  if (!document.querySelector("[data-hydrating]")) globalThis.earlyInput?.stop();
}

/** For a page that the app replaces: its input has no targets any more. */
export function discardEarlyInput(): void {
  globalThis.earlyInput?.stop();
  globalThis.earlyInput = undefined;
}

/** A key that was pressed while nothing had the focus is for the whole page. */
function isHydrated(target: HTMLElement): boolean {
  return target === document.body
    ? document.querySelector("[data-hydrating]") === null
    : target.closest("[data-hydrating]") === null;
}

/**
 * Puts a text back into its field and reports it. React ignores an input event if the value is the one it last saw, and
 * sees only what is set on the element itself, not by the prototype's setter.
 */
function retype(field: TextField, { event, value = "" }: EarlyEvent): void {
  const isField = field instanceof HTMLInputElement || field instanceof HTMLTextAreaElement;
  const [start, end] = isField && field.value === value ? [field.selectionStart, field.selectionEnd] : [null, null];
  if (isField) {
    field.value = `${value} `;
    setNatively(field, value);
    if (start !== null) field.setSelectionRange(start, end);
  } else field.value = value;
  field.dispatchEvent(event);
}

function setNatively(field: HTMLInputElement | HTMLTextAreaElement, value: string): void {
  const { prototype } = field instanceof HTMLInputElement ? HTMLInputElement : HTMLTextAreaElement;
  Object.getOwnPropertyDescriptor(prototype, "value")?.set?.call(field, value);
}
