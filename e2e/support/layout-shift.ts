import { expect, type Page } from "@playwright/test";

interface LayoutShift extends PerformanceEntry {
  value: number;
  sources: { node: Node | null; previousRect: DOMRectReadOnly; currentRect: DOMRectReadOnly }[];
}

/** A shift as Chromium scores it, with its time in ms and what moved, such as `li.flex "Home" 0,780 56x64 -> 8,780 56x64`. */
interface RecordedShift {
  value: number;
  time: number;
  moved: string[];
}

/** Records layout shifts from the next page on, apart from those around `ignored`; call it before `goto`. */
export async function recordLayoutShifts(page: Page, ignored?: string): Promise<void> {
  await page.addInitScript((around) => {
    const shifts: RecordedShift[] = [];
    Object.assign(globalThis, { shifts });
    const isIgnored = ({ node }: LayoutShift["sources"][number]) =>
      around !== undefined && node instanceof Element && node.querySelector(around) !== null;
    const rect = ({ x, y, width, height }: DOMRectReadOnly) => `${x},${y} ${width}x${height}`;
    const describe = ({ node, previousRect, currentRect }: LayoutShift["sources"][number]) =>
      `${node instanceof Element ? `${node.localName}.${node.classList[0]}` : node?.nodeName} "${node?.textContent?.slice(0, 20)}" ${rect(previousRect)} -> ${rect(currentRect)}`;
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries() as LayoutShift[])
        if (!entry.sources.every(isIgnored))
          shifts.push({ value: entry.value, time: Math.round(entry.startTime), moved: entry.sources.map(describe) });
    }).observe({ type: "layout-shift", buffered: true });
  }, ignored);
}

/** All shifts of the page so far. */
export async function layoutShifts(page: Page): Promise<RecordedShift[]> {
  return page.evaluate(() => (globalThis as unknown as { shifts: RecordedShift[] }).shifts);
}

/** Fails with what moved and when. */
export async function expectShiftBelow(page: Page, limit: number): Promise<void> {
  const shifts = await layoutShifts(page);
  const sum = shifts.reduce((total, { value }) => total + value, 0);
  expect(sum, `${page.url()}: ${JSON.stringify(shifts, null, 1)}`).toBeLessThan(limit);
}
