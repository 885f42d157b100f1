import { expect, type Locator, type Page, test } from "@playwright/test";
import { signUpAs } from "./support/accounts.ts";

/** A newcomer's empty screens, and what they are asked to do there. */
const empty: [path: string, find: (page: Page) => Locator][] = [
  ["/", (page) => page.getByRole("main").getByRole("link", { name: "Explore Outfits" })],
  ["/closet", (page) => page.getByRole("main").getByRole("link", { name: "Explore Outfits" })],
  ["/closet", (page) => page.getByRole("button", { name: "New board" })],
];

test("the raised Add covers nothing that a newcomer's empty screens ask for", async ({ page }) => {
  // Other tests' outfits may be trending.
  await page.route("**/api/trending*", (route) => route.fulfill({ json: { items: [], nextCursor: null } }));
  await signUpAs(page, "Brand New", "/");
  for (const [path, find] of empty) {
    await page.goto(path);
    for (const size of [
      { width: 390, height: 844 },
      { width: 844, height: 390 },
    ]) {
      await page.setViewportSize(size);
      const call = find(page).first();
      await expect(call).toBeVisible();
      expect.soft(await coverOf(page, call), `${path} at ${size.width}`).toEqual({ isAtTop: false, isAtEnd: false });
    }
  }
});

/**
 * Whether the navigation lies over a control: before any scrolling, and when the page is scrolled to its end. What passes
 * under a navigation above is reached by scrolling back, so at the end only one below counts.
 */
async function coverOf(page: Page, control: Locator) {
  const isCovered = async (y: number) => {
    await page.evaluate((top) => scrollTo({ top, behavior: "instant" }), y);
    await page.evaluate(() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done))));
    return control.evaluate((element, isAtEnd) => {
      const box = element.getBoundingClientRect();
      const parts = [
        ...document.querySelectorAll('nav[aria-label="Main"], nav[aria-label="Main"] a > span:first-child'),
      ];
      return parts.some((part) => {
        const other = part.getBoundingClientRect();
        if (isAtEnd && other.bottom < innerHeight / 2) return false;
        return box.top < other.bottom && other.top < box.bottom && box.left < other.right && other.left < box.right;
      });
    }, y > 0);
  };
  return { isAtTop: await isCovered(0), isAtEnd: await isCovered(100_000) };
}
