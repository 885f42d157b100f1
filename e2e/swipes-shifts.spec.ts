import { expect, type Page, test } from "@playwright/test";
import { newWord, postQuietly } from "./outfits.ts";
import { joinAs } from "./people.ts";
import { shiftSum, watchShifts } from "./shifts.ts";

test.use({ viewport: { width: 390, height: 844 } });

/** The letters and pictures arrive when the page stands already, as over a slow line. */
async function openSlowly(page: Page): Promise<void> {
  await page.route(/\.woff2$|\/media\//, async (route) => {
    await page.locator("main").getByRole("heading", { level: 1 }).waitFor();
    await page.waitForTimeout(400);
    await route.continue();
  });
  await watchShifts(page);
  await page.goto("/swipes");
  await page.waitForLoadState("networkidle");
  const hasOwnLetters = await page.evaluate(async () => {
    await document.fonts.ready;
    await new Promise((painted) => requestAnimationFrame(() => requestAnimationFrame(painted)));
    return [...document.fonts].some(({ family, status }) => family.includes("Bodoni Moda") && status === "loaded");
  });
  expect(hasOwnLetters).toBe(true);
}

test("nothing moves by itself before a visitor, even when letters and pictures come late", async ({ page }) => {
  await openSlowly(page);
  await expect(page.getByRole("heading", { name: "Sign in to start swiping!" })).toBeVisible();
  expect(await shiftSum(page)).toBeLessThan(0.02);
});

test("nothing moves by itself before a member's deck, even when letters and pictures come late", async ({
  page,
  browser,
}) => {
  const author = await browser.newPage();
  await joinAs(author, "Still Author");
  await postQuietly(author, newWord());
  await author.context().close();
  await joinAs(page, "Still Member");
  await openSlowly(page);
  await expect(page.getByRole("article")).toBeVisible();
  expect(await shiftSum(page)).toBeLessThan(0.02);
});
