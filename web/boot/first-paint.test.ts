import { afterEach, beforeEach, expect, test, vi } from "vitest";
import boot from "#web/public/boot.js?raw";

let paint: () => void = () => undefined;

/** Runs the document's first script in a document that names two scripts. */
function openPage(): { isWanted: () => Promise<boolean>; preloaded: () => (string | null)[] } {
  document.head.innerHTML = '<link rel="later" href="/assets/a.js" /><link rel="later" href="/assets/b.js" />';
  // oxlint-disable-next-line typescript/no-implied-eval -- a classic script of the document, which a test cannot import
  new Function(boot)();
  return {
    isWanted: () =>
      Promise.race([Promise.resolve(globalThis.painted).then(() => true), Promise.resolve().then(() => false)]),
    preloaded: () => {
      // Each link has a task of its own.
      vi.advanceTimersByTime(1);
      return [...document.head.querySelectorAll('link[rel="modulepreload"]')].map((link) => link.getAttribute("href"));
    },
  };
}

beforeEach(() => {
  vi.useFakeTimers();
  class Observer {
    constructor(onEntries: (list: { getEntriesByName: (name: string) => unknown[] }) => void) {
      const paints: string[] = ["first-paint"];
      const tell = () => onEntries({ getEntriesByName: (name) => paints.filter((one) => one === name) });
      paint = () => {
        tell();
        paints.push("first-contentful-paint");
        tell();
      };
    }
    observe(): void {}
  }
  vi.stubGlobal("PerformanceObserver", Observer);
});
afterEach(() => {
  globalThis.earlyInput?.stop();
  globalThis.painted = undefined;
  document.head.innerHTML = "";
  delete document.documentElement.dataset["member"];
  localStorage.clear();
  vi.unstubAllGlobals();
  vi.useRealTimers();
});

const both = ["/assets/a.js", "/assets/b.js"];

test("on a page to read, scripts are loaded once, after the first paint with content", async () => {
  const page = openPage();
  expect([await page.isWanted(), page.preloaded()]).toEqual([false, []]);
  paint();
  expect([await page.isWanted(), page.preloaded()]).toEqual([true, both]);
  vi.advanceTimersByTime(5_000);
  expect(page.preloaded()).toEqual(both);
});

test("they are loaded after three seconds without a paint, as in a tab in the background", async () => {
  const page = openPage();
  vi.advanceTimersByTime(2_990);
  expect(page.preloaded()).toEqual([]);
  vi.advanceTimersByTime(10);
  expect([await page.isWanted(), page.preloaded()]).toEqual([true, both]);
});

test("a member's are loaded at once", async () => {
  localStorage.setItem("fash.session", "{}");
  const page = openPage();
  expect([await page.isWanted(), page.preloaded()]).toEqual([true, both]);
});
