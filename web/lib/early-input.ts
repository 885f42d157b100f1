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

/** A key that was pressed while nothing had the focus is for the whole page. */
function isHydrated(target: HTMLElement): boolean {
  return target === document.body
    ? document.querySelector("[data-hydrating]") === null
    : target.closest("[data-hydrating]") === null;
}

/** Puts a text back into its field, which hydration may have reset, and reports it. */
function retype(field: TextField, { event, value = "" }: EarlyEvent): void {
  if (field.value !== value) field.value = value;
  field.dispatchEvent(event);
}
