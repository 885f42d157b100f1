import { expect, type Page, test } from "@playwright/test";
import { signUpAs } from "./support/accounts.ts";
import { expectShiftBelow, recordLayoutShifts } from "./support/layout-shift.ts";
import { createOutfit, newWord } from "./support/outfits.ts";

test.use({ viewport: { width: 390, height: 844 } });

/** Fonts and pictures arrive after the page is rendered, as over a slow connection. */
async function openSlowly(page: Page): Promise<void> {
  await page.route(/\.woff2$|\/media\//, async (route) => {
    await page.locator("main").getByRole("heading", { level: 1 }).waitFor();
    await page.waitForTimeout(400);
    await route.continue();
  });
  await recordLayoutShifts(page);
  await page.goto("/swipes");
  await page.waitForLoadState("networkidle");
  const hasOwnLetters = await page.evaluate(async () => {
    await document.fonts.ready;
    await new Promise((painted) => requestAnimationFrame(() => requestAnimationFrame(painted)));
    return [...document.fonts].some(({ family, status }) => family.includes("Bodoni Moda") && status === "loaded");
  });
  expect(hasOwnLetters).toBe(true);
}

test("a visitor's page has no layout shift, even if fonts and pictures load late", async ({ page }) => {
  await openSlowly(page);
  await expect(page.getByRole("heading", { name: "Sign in to start swiping!" })).toBeVisible();
  await expectShiftBelow(page, 0.02);
});

test("a member's deck has no layout shift, even if fonts and pictures load late", async ({ page, browser }) => {
  const author = await browser.newPage();
  await signUpAs(author, "Still Author");
  await createOutfit(author, newWord());
  await author.context().close();
  await signUpAs(page, "Still Member");
  await openSlowly(page);
  await expect(page.getByRole("article")).toBeVisible();
  await expectShiftBelow(page, 0.02);
});
