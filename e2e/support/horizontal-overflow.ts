import type { Page } from "@playwright/test";

/** The text of elements beyond the right edge of the screen, outside scroll containers. */
export async function findOverflowing(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const isBeyond = (element: Element) => element.getBoundingClientRect().right > innerWidth + 1;
    const isCut = (element: Element) => {
      for (let box = element.parentElement; box; box = box.parentElement)
        if (getComputedStyle(box).overflowX !== "visible" && !isBeyond(box)) return true;
      return false;
    };
    return [...document.querySelectorAll("main *")]
      .filter((element) => isBeyond(element) && !isCut(element))
      .map((element) => element.textContent);
  });
}

/** Doubles the text size of all later pages. */
export async function enlargeText(page: Page): Promise<void> {
  await page.addInitScript(() => {
    addEventListener("DOMContentLoaded", () => document.documentElement.style.setProperty("font-size", "200%"));
  });
}
