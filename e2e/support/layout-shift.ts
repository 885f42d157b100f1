import type { Page } from "@playwright/test";

interface LayoutShift extends PerformanceEntry {
  value: number;
  sources: { node: Node | null }[];
}

/** Records layout shifts from the next page on, apart from those around `ignored`; call it before `goto`. */
export async function recordLayoutShifts(page: Page, ignored?: string): Promise<void> {
  await page.addInitScript((around) => {
    const shifts: number[] = [];
    Object.assign(globalThis, { shifts });
    const isIgnored = ({ node }: { node: Node | null }) =>
      around !== undefined && node instanceof Element && node.querySelector(around) !== null;
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries() as LayoutShift[])
        if (!entry.sources.every(isIgnored)) shifts.push(entry.value);
    }).observe({ type: "layout-shift", buffered: true });
  }, ignored);
}

/** All shifts of the page so far, as Chromium scores them. */
export async function shiftSum(page: Page): Promise<number> {
  return page.evaluate(() => (globalThis as unknown as { shifts: number[] }).shifts.reduce((sum, one) => sum + one, 0));
}
