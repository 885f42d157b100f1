import { expect, test } from "@playwright/test";
import { signUpAs } from "./support/accounts.ts";
import { blockAppCode } from "./support/block-app-code.ts";
import { createOutfit, newWord, retro } from "./support/outfits.ts";
import { expectAt } from "./support/page.ts";

declare global {
  /** The texts of the screen's loading states. */
  var statesSeen: Set<string | null | undefined>;
}

test("a member sees the welcome, the shortcuts and what is trending in their styles", async ({ page, browser }) => {
  const author = await browser.newPage();
  await signUpAs(author, "Trend Author");
  const liked = await createOutfit(author, newWord());
  await author.context().close();

  await signUpAs(page, "Home Member");
  await page.goto("/");
  await expect(page.getByRole("heading", { name: /^Welcome Back/ })).toBeVisible();
  await expect(page.getByRole("heading", { level: 1, name: /Everyone/ })).toHaveCount(0);
  const ways = page.getByRole("navigation", { name: "Shortcuts" }).getByRole("link");
  expect(await ways.evaluateAll((links) => links.map((link) => link.getAttribute("href")))).toEqual([
    "/swipes",
    "/styles",
    "/closet",
    "/events",
    "/articles",
    "/rewards",
  ]);

  await page.goto(`/outfit/${liked}`);
  await page
    .getByRole("button", { name: /^Like / })
    .first()
    .click();
  await expect(page.getByRole("button", { name: /^Like / }).first()).toHaveAttribute("aria-pressed", "true");
  await page.goto("/");
  const trending = page.getByRole("region", { name: "Trending This Week" });
  await expect(trending.getByRole("link", { name: "View All" })).toHaveAttribute("href", "/explore");
  await expect(trending.getByRole("article").first()).toBeVisible();
  expect(await trending.getByRole("article").count()).toBeLessThanOrEqual(6);
});

test("a member's skeleton has the shape of the screen, and stays until the screen is rendered", async ({ page }) => {
  await signUpAs(page, "Skeleton Member");
  await page.addInitScript(() => {
    globalThis.statesSeen = new Set();
    const look = () => globalThis.statesSeen.add(document.querySelector("main output")?.textContent);
    new MutationObserver(look).observe(document, { childList: true, subtree: true });
  });
  // As from the second visit on: the browser asks for a member's document.
  await page.evaluate(() => (document.cookie = "fash-member=1; path=/"));
  const allowScreen = await blockAppCode(page, "member-home");
  await page.goto("/", { waitUntil: "commit" });
  // The app has taken over the bars.
  await expect(page.locator('main[data-hydrating="frame"]')).toBeAttached();
  const photo = page.locator("main section li > :first-child").first();
  expect((await photo.boundingBox())?.height).toBeGreaterThan(150);
  await page.waitForTimeout(300);
  allowScreen();
  await expect(page.getByRole("heading", { name: /^Welcome Back, ./ })).toBeVisible();
  expect(await page.evaluate(() => [...globalThis.statesSeen])).not.toContain("Loading");
});

test("a member leaves a first screen whose code does not come", async ({ page }) => {
  await signUpAs(page, "Skeleton Leaver");
  await page.evaluate(() => (document.cookie = "fash-member=1; path=/"));
  await blockAppCode(page, "member-home");
  await page.goto("/", { waitUntil: "commit" });
  await expect(page.locator('main[data-hydrating="frame"]')).toBeAttached();
  await page.getByRole("navigation", { name: "Main" }).getByRole("link", { name: "Styles" }).click();
  await expect(page.getByRole("heading", { name: "Clothes Categories" })).toBeVisible();
});

test("the code of a screen is there before the tap that opens it", async ({ page }) => {
  const expectLoaded = (screen: string) =>
    expect
      .poll(() => page.evaluate(() => performance.getEntriesByType("resource").map(({ name }) => name)))
      .toContainEqual(expect.stringContaining(`/assets/${screen}-`));
  await page.goto("/events");
  await expectLoaded("events_._eventId");
  await page.goto("/articles");
  await expectLoaded("articles_._articleId");
  await signUpAs(page, "Early Home", "/explore");
  await expectLoaded("member-home");
});

test("the styles link to their feeds and show their number of outfits", async ({ page, browser }) => {
  const author = await browser.newPage();
  await signUpAs(author, "Style Author");
  await createOutfit(author, newWord());
  await author.context().close();
  await page.goto("/styles");
  await expect(page.getByRole("heading", { name: "Clothes Categories" })).toBeVisible();
  const link = page.getByRole("link", { name: new RegExp(`^${retro.name} \\d+ outfits?$`) });
  await link.click();
  await expectAt(page, "/explore");
  expect(new URL(page.url()).searchParams.get("style")).toBe(retro.id);
  await expect(page.getByRole("list", { name: "Outfits" }).getByRole("listitem").first()).toBeVisible();
});
