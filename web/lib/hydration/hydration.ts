import { type RefObject, useLayoutEffect, useRef, useState } from "react";
import { replayEarlyInput } from "./early-input.ts";
import { turnOfFramePart } from "./frame-parts.ts";
import { isInBrowser } from "#web/lib/is-in-browser.ts";
import { nextTaskWith } from "#web/lib/next-task.ts";

/**
 * Marks each part of a server-rendered page until it is hydrated: the frame and the screen first, then each
 * `HydratedSuspense` in a task of its own. `public/boot.js` records input within a marked part.
 */
const attribute = "data-hydrating";

let isPageHydrating = !isInBrowser;
let finish: (() => void) | undefined;
let finished: Promise<void> | undefined;

/** On the server: what is rendered from then on is replaced, so nothing in it is marked, and styles.css hides none of it. */
export function renderUnmarked(): void {
  isPageHydrating = false;
}

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
  // After this commit, so that the app can render what the events change, and still before the next paint.
  queueMicrotask(replayEarlyInput);
  if (document.querySelector(`[${attribute}]`)) return;
  isPageHydrating = false;
  finished = undefined;
  finish?.();
}

/** For a page that shows a failure: what could not be hydrated is gone, and nothing waits for it any longer. */
export function abandonHydration(): void {
  for (const part of document.querySelectorAll(`[${attribute}]`)) endHydration(part);
}

/**
 * When a later part of the page may be hydrated, or rendered on a member's first screen: in a task of its own, so that the
 * browser can respond and paint before it.
 *
 * @param load Loads the code of the part. A failure is shown in place of the part.
 * @param hasFallback The part can be rendered later: where nothing is served, something is there in the meantime.
 * @returns undefined if it is the turn of everything.
 */
export function waitForTurn(
  load: (() => Promise<unknown> | undefined) | undefined,
  hasFallback: boolean,
): Promise<void> | undefined {
  if (!isInBrowser) return undefined;
  if (isPageHydrating) return nextTaskWith(load);
  return hasFallback ? turnOfFramePart(load) : undefined;
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
