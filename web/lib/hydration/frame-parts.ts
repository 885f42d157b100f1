import { nextFrame, nextTask, nextTaskWith } from "#web/lib/next-task.ts";

/** Parts of a member's first screen that are not rendered yet; undefined on any other screen. */
let partsLeft: number | undefined;
/** Between two frames: the layout of more of them would take too long. */
const partsPerFrame = 4;
let frameParts = 0;
let frame = Promise.resolve();
let endDelay: (() => void) | undefined;
let endParts: (() => void) | undefined;
let servedScreen: Element | null = null;

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
  servedScreen?.setAttribute("data-hydrating", "frame");
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

/** Removes the screen of a member's frame where the app has no place for it, such as next to a failure. */
export function removeUnplacedScreen(container: Element): void {
  if (servedScreen && !container.contains(servedScreen)) servedScreen.remove();
}

/** The app's own screen is rendered. */
export function forgetServedScreen(): void {
  servedScreen = null;
}

/**
 * For a screen whose route does not wait for its code: the served screen stays until the code is there, below the app's bars, or
 * until the member leaves it.
 */
export function delayParts(code: Promise<void>): void {
  frame = Promise.race([code, new Promise<void>((resolve) => (endDelay = resolve))]);
}

/** Another screen is to be rendered. */
export function endPartsDelay(): void {
  endDelay?.();
}

/** When a part of a member's first screen may be rendered; undefined, at once, on any other screen. */
export function turnOfFramePart(load: (() => Promise<unknown> | undefined) | undefined): Promise<void> | undefined {
  if (partsLeft === undefined) return undefined;
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
