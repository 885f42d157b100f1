import { isInBrowser } from "./is-in-browser.ts";

let press: Promise<void> | undefined;

// The server renders forms, too.
if (isInBrowser) addEventListener("pointerdown", begin, { capture: true });

/**
 * The same check, but during a press it begins after the press's click. What appears or goes between pointerdown and pointerup may
 * move the button away from under the pointer, and the click is lost.
 */
export function afterPress<Args extends unknown[], Result>(
  check: (...args: Args) => Result | Promise<Result>,
): (...args: Args) => Result | Promise<Result> {
  return (...args) => press?.then(() => check(...args)) ?? check(...args);
}

function begin(): void {
  const released = new Promise<void>((resolve) => {
    const ends = new AbortController();
    const end = () => {
      ends.abort();
      // The click follows the release within the same task. What it checks itself waits as well, so that it comes after the check of
      // the field that was left.
      setTimeout(() => {
        if (press === released) press = undefined;
        resolve();
      });
    };
    // Some native controls swallow the release: a key shows that it is over. A press that is replayed after hydration has none, only
    // its click.
    for (const name of ["pointerup", "pointercancel", "click", "keydown"])
      addEventListener(name, end, { capture: true, signal: ends.signal });
  });
  press = released;
}
