import { type RefObject, useLayoutEffect, useRef, useState } from "react";
import { replayEarlyInput } from "./early-input.ts";
import { isInBrowser } from "./is-in-browser.ts";
import { nextFrame, nextTask } from "./next-task.ts";

/**
 * Marks each part of a server-rendered page until it is hydrated: the frame and the screen first, then each
 * `HydratedSuspense` in a task of its own. `public/boot.js` records input within a marked part.
 */
const attribute = "data-hydrating";

let isPageHydrating = !isInBrowser;
let finish: (() => void) | undefined;
let finished: Promise<void> | undefined;
/** Parts of a member's first screen that are not rendered yet; undefined on any other screen. */
let partsLeft: number | undefined;
/** Between two frames: the layout of more of them would take too long. */
const partsPerFrame = 4;
let frameParts = 0;
let frame = Promise.resolve();
let endParts: (() => void) | undefined;
let servedScreen: Element | null = null;

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
 * Called before the app replaces a member's frame: the parts of its first screen are rendered one after the other, too.
 *
 * @returns when all are rendered.
 */
export function startInParts(container: Element): Promise<void> {
  partsLeft = 0;
  servedScreen = container.querySelector("main");
  // Moved out of the way of the app, so that it is never gone, and with it the focus.
  if (servedScreen) container.parentElement?.moveBefore(servedScreen, container.nextSibling);
  servedScreen?.setAttribute(attribute, "frame");
  return new Promise((resolve) => (endParts = resolve));
}

/**
 * Shows the screen of a member's frame in this element, between the app's bars, until the app's own is rendered: also if that has to
 * wait once more, as for code that it finds missing only when it is rendered.
 */
export function showServedScreen(place: Element): void {
  if (servedScreen?.isConnected) place.moveBefore(servedScreen, null);
  else if (servedScreen) place.append(servedScreen);
}

/** Removes the screen of a member's frame where the app has no place for it, as beside a failure. */
export function removeUnplacedScreen(container: Element): void {
  if (servedScreen && !container.contains(servedScreen)) servedScreen.remove();
}

/** The app's own screen is rendered. */
export function forgetServedScreen(): void {
  servedScreen = null;
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
 * @param hasFallback The part can be rendered later: where nothing is served, something is there meanwhile.
 * @returns undefined if it is the turn of everything.
 */
export function turnToHydrate(
  load: (() => Promise<unknown> | undefined) | undefined,
  hasFallback: boolean,
): Promise<void> | undefined {
  if (!isInBrowser) return undefined;
  if (isPageHydrating) return nextTaskWith(load);
  if (partsLeft === undefined || !hasFallback) return undefined;
  partsLeft += 1;
  if (frameParts === partsPerFrame) {
    frame = frame.then(nextFrame);
    frameParts = 0;
  }
  frameParts += 1;
  return frame.then(() => nextTaskWith(load)).then(() => void nextTask().then(endPart));
}

/** The part is rendered, and has announced the parts in it. The next screen is rendered at once. */
function endPart(): void {
  partsLeft = (partsLeft ?? 1) - 1 || undefined;
  if (partsLeft === undefined) endParts?.();
}

const nextTaskWith = (load: (() => Promise<unknown> | undefined) | undefined): Promise<void> =>
  Promise.resolve(load?.())
    .catch(() => undefined)
    .then(nextTask);

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
