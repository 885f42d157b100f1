import { replayEarlyInput } from "./early-input.ts";

/**
 * Called before the app replaces what is served in a container: the focus and the recorded input go to the controls that are
 * rendered in place of those that are gone, as soon as they are there.
 *
 * @returns what ends this, when all is rendered. Input to a control that the app does not show is dropped.
 */
export function keepInput(container: HTMLElement): () => void {
  let focused = document.activeElement;
  const note = ({ target }: FocusEvent) => void (focused = target instanceof Element ? target : null);
  addEventListener("focusin", note);
  const queue = globalThis.earlyInput?.queue ?? [];
  const follow = () => {
    if (focused && !focused.isConnected && document.activeElement === document.body)
      counterpartOf(focused)?.focus({ preventScroll: true });
    for (const early of queue) {
      if (!early.target.isConnected) early.target = counterpartOf(early.target) ?? early.target;
    }
    if (queue.every(({ target }) => target.isConnected)) replayEarlyInput();
  };
  // After each commit of the renderer, and before the next event.
  const observer = new MutationObserver(follow);
  observer.observe(container, { childList: true, subtree: true });
  return () => {
    observer.disconnect();
    removeEventListener("focusin", note);
    follow();
    queue.splice(0, queue.length, ...queue.filter(({ target }) => target.isConnected));
    replayEarlyInput();
  };
}

const controls = "a, button, input, select, textarea";

/** The control of the page that is the same as one that is gone; of an icon or a word in a control, the control. */
function counterpartOf(gone: Element): HTMLElement | undefined {
  const control = gone.closest(controls) ?? gone;
  const same = [...document.querySelectorAll<HTMLElement>(control.localName)];
  const [description, place] = [describe(control), placeOf(control)];
  return (
    same.find((element) => describe(element) === description) ??
    // Labels count likes, which may have changed.
    same.find((element) => place !== undefined && placeOf(element) === place)
  );
}

/** What a control is to those who use it, whichever element renders it. */
function describe(element: Element): string {
  const attributes = ["role", "type", "name", "href", "aria-label", "placeholder"];
  const text = element.matches("a, button") ? element.textContent : "";
  return JSON.stringify([...attributes.map((name) => element.getAttribute(name)), text, itemOf(element)?.link]);
}

/** The item of a list that a control belongs to, such as a card, with the address that it leads to. */
function itemOf(element: Element): { item: Element; link: string } | undefined {
  const item = element.closest("li, article");
  const link = item?.querySelector("a")?.getAttribute("href");
  return item && link ? { item, link } : undefined;
}

/** Which control of its kind it is in its item. */
function placeOf(element: Element): string | undefined {
  const found = itemOf(element);
  return found && `${[...found.item.querySelectorAll(element.localName)].indexOf(element)} of ${found.link}`;
}
