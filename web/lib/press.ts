import { isInBrowser } from "./is-in-browser.ts";

let press: Promise<void> | undefined;

// The server renders forms, too.
if (isInBrowser) addEventListener("pointerdown", () => void (press = untilReleased()), { capture: true });

/**
 * Resolves after the click of the press that is under way; undefined without one. What appears or goes between
 * pointerdown and pointerup may move the button away from under the pointer, and the click is lost.
 */
export function pressEnd(): Promise<void> | undefined {
  return press;
}

function untilReleased(): Promise<void> {
  return new Promise((resolve) => {
    const ends = new AbortController();
    const end = () => {
      ends.abort();
      press = undefined;
      // The click follows the release within the same task.
      setTimeout(() => resolve());
    };
    // Some native controls swallow the release; a key shows that it is over.
    for (const name of ["pointerup", "pointercancel", "keydown"])
      addEventListener(name, end, { capture: true, signal: ends.signal });
  });
}
