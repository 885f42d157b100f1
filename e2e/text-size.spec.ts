import { expect, type Page, test } from "@playwright/test";
import { joinAs } from "./people.ts";

test.use({ viewport: { width: 390, height: 844 } });

/** The text of elements beyond the right edge of the screen, outside scroll containers. */
async function overhanging(page: Page): Promise<string[]> {
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

test("200 % text size fits on a phone, in forms and tables, too", async ({ page }) => {
  await joinAs(page, "Large Letters");
  await page.addInitScript(() => {
    addEventListener("DOMContentLoaded", () => document.documentElement.style.setProperty("font-size", "200%"));
  });
  const last: Record<string, () => ReturnType<Page["getByRole"]>> = {
    "/settings": () => page.getByRole("checkbox", { name: "Rewards: Push" }),
    "/add-outfit": () => page.getByRole("button", { name: "Add Another Item" }),
    "/notifications": () => page.getByRole("heading", { name: "No notifications yet" }),
    "/messages": () => page.getByRole("heading", { name: "No messages yet" }),
    "/swipes": () => page.getByRole("button", { name: "LIKE" }),
    "/events": () => page.getByRole("heading", { name: "No events found" }),
    "/events?view=month": () => page.getByRole("table"),
    "/events/add": () => page.getByRole("button", { name: "Submit event" }),
    "/articles": () => page.getByRole("heading", { name: "No articles found" }),
    "/points": () => page.getByRole("heading", { name: "Recent Activity" }),
    "/rewards": () => page.getByRole("heading", { name: "Recent Activity" }),
    "/points-debug": () => page.getByRole("heading", { name: "Recent Activities" }),
  };
  for (const [path, what] of Object.entries(last)) {
    await page.goto(path);
    await expect(what()).toBeAttached();
    expect(await overhanging(page), path).toEqual([]);
  }
});

test("the navigation's seven labels do not overlap at 200 % text size", async ({ page }) => {
  await joinAs(page, "Large Labels", "/explore");
  await page.evaluate(() => document.documentElement.style.setProperty("font-size", "200%"));
  const entries = page.getByRole("navigation", { name: "Main" }).getByRole("link");
  await expect(entries).toHaveCount(7);
  for (const width of [320, 390, 768]) {
    await page.setViewportSize({ width, height: 844 });
    for (const entry of await entries.all()) {
      const room = await entry.boundingBox();
      for (const part of await entry.locator(":scope > span").all()) {
        const box = await part.boundingBox();
        if (!room || !box) throw new Error("the navigation is not shown");
        expect(room.x, `${await entry.textContent()} at ${width}`).toBeGreaterThanOrEqual(0);
        expect(room.x + room.width).toBeLessThanOrEqual(width);
        expect(box.width, `${await entry.textContent()} at ${width}`).toBeLessThanOrEqual(room.width);
      }
    }
  }
});
