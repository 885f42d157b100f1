import { type RefObject, useLayoutEffect, useRef, useState } from "react";
import { replayEarlyInput } from "./early-input.ts";
import { isInBrowser } from "./is-in-browser.ts";

/**
 * Marks each part of a server-rendered page until it is hydrated. React hydrates the frame first, then the screen, then
 * what is in a `HydratedSuspense`. `public/boot.js` records input within a marked part.
 */
const attribute = "data-hydrating";

let isPageHydrating = !isInBrowser;
let finish: (() => void) | undefined;
let finished: Promise<void> | undefined;

/** Called before the app is rendered into a server-rendered page. */
export function startHydration(): void {
  isPageHydrating = true;
  finished = new Promise((resolve) => (finish = resolve));
}

/**
 * Replies wait for this before they reach a query: until then the app must render what the server rendered.
 *
 * @returns undefined if nothing is being hydrated.
 */
export function untilHydrated(): Promise<void> | undefined {
  return finished;
}

/** Called when a part is hydrated, or replaced: replays the input that it received before. */
export function endHydration(part: Element | null): void {
  part?.removeAttribute(attribute);
  if (!isPageHydrating) return;
  // After this commit, so that React can render what the events change, and still before the next paint.
  queueMicrotask(replayEarlyInput);
  if (document.querySelector(`[${attribute}]`)) return;
  isPageHydrating = false;
  finished = undefined;
  finish?.();
}

/** If a part could not be hydrated, React has rendered it anew or shows its failure: nothing waits for it any longer. */
export function abandonHydration(): void {
  for (const part of document.querySelectorAll(`[${attribute}]`)) endHydration(part);
}

interface HydratedPart<T extends Element> {
  ref: RefObject<T | null>;
  /** For the element of the part. */
  attributes: { "data-hydrating"?: "" };
}

/** The element of a part of the page, marked while a server-rendered page is not hydrated there. */
export function useHydratedPart<T extends Element>(): HydratedPart<T> {
  const ref = useRef<T>(null);
  const [isMarked] = useState(isPageHydrating);
  return { ref, attributes: isMarked ? { [attribute]: "" } : {} };
}

/** Runs `endHydration` once the component that calls it is hydrated. */
export function useHydrationEnd(part: RefObject<Element | null>): void {
  useLayoutEffect(() => endHydration(part.current), [part]);
}
