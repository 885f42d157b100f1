/** An event that a server-rendered page received before it was hydrated, recorded by `public/boot.js`. */
interface EarlyEvent {
  target: HTMLElement;
  /** A copy that can be dispatched. */
  event: Event;
  /** Of a field, after the event. */
  value: string | undefined;
}

declare global {
  /** `keys` are for the whole page: the keyboard shortcuts replay them. */
  var earlyInput: { queue: EarlyEvent[]; keys: EarlyEvent[]; stop: () => void } | undefined;
}

type TextField = HTMLInputElement | HTMLTextAreaElement | HTMLSelectElement;

/**
 * Dispatches the recorded events whose targets are hydrated: texts first, so that no field is empty for a moment, then
 * the others in the order in which they happened.
 */
export function replayEarlyInput(): void {
  const { queue } = globalThis.earlyInput ?? {};
  if (!queue) return;
  const texts = queue.filter(({ target, value }) => value !== undefined && isHydrated(target));
  for (const early of texts) {
    queue.splice(queue.indexOf(early), 1);
    const field = early.target as TextField;
    // Hydration may have reset it.
    if (field.value !== early.value) field.value = early.value ?? "";
    field.dispatchEvent(early.event);
  }
  // Once the texts are rendered: a form that is still empty for the app would not be sent.
  if (texts[0]) return queueMicrotask(replayEarlyInput);
  while (queue[0] && isHydrated(queue[0].target)) {
    const { target, event } = queue[0];
    queue.shift();
    delete target.closest<HTMLElement>("[data-pending]")?.dataset["pending"];
    target.dispatchEvent(event);
  }
  if (!document.querySelector("[data-hydrating]")) globalThis.earlyInput?.stop();
}

const isHydrated = (target: HTMLElement): boolean => target.closest("[data-hydrating]") === null;
