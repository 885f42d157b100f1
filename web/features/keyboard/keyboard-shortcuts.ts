import type { AnyRouter } from "@tanstack/react-router";
import { nextFrame } from "#web/lib/next-task.ts";
import { openOverlay } from "#web/lib/overlay.ts";
import { areShortcutsOn } from "#web/lib/shortcut-choice.ts";

/** After G, the screen. */
export const screens = [
  { key: "h", name: "Home", path: "/" },
  { key: "e", name: "Explore", path: "/explore" },
  { key: "s", name: "Swipe", path: "/swipes" },
  { key: "m", name: "Messages", path: "/messages" },
  { key: "n", name: "Notifications", path: "/notifications" },
  { key: "c", name: "Closet", path: "/closet" },
  { key: "p", name: "Profile", path: "/me" },
] as const;

/** On an outfit's page, what a key presses or focuses. Cards of feeds, events and articles have buttons of the same names. */
const controls: Record<string, { selector: string; does: "click" | "focus" }> = {
  l: { selector: '[data-outfit-page] button[aria-label^="Like "]', does: "click" },
  b: { selector: '[data-outfit-page] button[aria-label^="Save "]', does: "click" },
  c: { selector: '[data-outfit-page] textarea[aria-label="Add a comment"]', does: "focus" },
};

const chordMs = 1_500;

/** Listens for the keys of the sheet until the returned function is called. */
export function listenForShortcuts(router: AnyRouter): () => void {
  let startedAt = -Infinity;
  const go = (path: string) => void router.navigate({ to: path });
  const onKeyDown = (event: KeyboardEvent) => {
    if (isWriting(event) || !areShortcutsOn()) return;
    const key = event.key.toLowerCase();
    const isChord = event.timeStamp - startedAt < chordMs;
    startedAt = key === "g" ? event.timeStamp : -Infinity;
    const screen = isChord ? screens.find((one) => one.key === key) : undefined;
    if (screen) go(screen.path);
    else if (key === "?") openOverlay({ kind: "keys" });
    else if (key === "/") void openSearch(router);
    else if (key === "n") go("/add-outfit");
    else if (!applyControl(key)) return;
    event.preventDefault();
  };
  addEventListener("keydown", onKeyDown);
  void replayKeys();
  return () => removeEventListener("keydown", onKeyDown);
}

/** Keys from before the page could respond. Those after a shortcut are for the field that it focuses, or for what it opens. */
async function replayKeys(): Promise<void> {
  const { keys = [] } = globalThis.earlyInput ?? {};
  // Until then they would be recorded once more.
  while (keys[0] && document.querySelector("[data-hydrating]")) await nextFrame();
  const focused = document.activeElement;
  for (const { event } of keys.splice(0)) {
    if (document.activeElement !== focused) typeInto(document.activeElement, event as KeyboardEvent);
    else if (!document.body.dispatchEvent(event) && document.activeElement === focused) return;
  }
}

function typeInto(field: Element | null, { key, ctrlKey, metaKey }: KeyboardEvent): void {
  const isText = field instanceof HTMLInputElement || field instanceof HTMLTextAreaElement;
  if (!isText || key.length > 1 || ctrlKey || metaKey) return;
  field.value += key;
  field.dispatchEvent(new InputEvent("input", { bubbles: true }));
}

/**
 * Letters that are typed, chosen or pressed with a modifier belong to their field, and a dialog has its own keys. All that
 * the keys lead to is closed to a suspended member.
 */
function isWriting({ target, metaKey, ctrlKey, altKey, isComposing }: KeyboardEvent): boolean {
  if (metaKey || ctrlKey || altKey || isComposing) return true;
  if (document.querySelector("dialog[open], [data-suspended]")) return true;
  return target instanceof Element && target.closest("input, textarea, select, [contenteditable]") !== null;
}

async function openSearch(router: AnyRouter): Promise<void> {
  const find = () => document.querySelector<HTMLInputElement>('main input[type="search"]');
  if (!find()) await router.navigate({ to: "/explore" });
  focus(find());
}

function applyControl(key: string): boolean {
  const control = controls[key];
  const element = control && document.querySelector<HTMLElement>(control.selector);
  if (!element) return false;
  if (control.does === "click") element.click();
  else focus(element);
  return true;
}

/** A toast that had the focus returns it at once to where it was before: then it is moved a second time. */
function focus(element: HTMLElement | null): void {
  element?.focus();
  if (document.activeElement !== element) element?.focus();
}
