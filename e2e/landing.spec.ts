import { expect, test } from "@playwright/test";
import { signUpAs } from "./support/accounts.ts";
import { blockAppCode } from "./support/block-app-code.ts";
import { expectShiftBelow, recordLayoutShifts } from "./support/layout-shift.ts";
import { createOutfit, newWord } from "./support/outfits.ts";
import { expectAt } from "./support/page.ts";

test.describe("before any script has run", () => {
  test.use({ javaScriptEnabled: false });

  test("the first page is complete, and its links work", async ({ page }) => {
    await page.goto("/");
    await expect(page.getByRole("heading", { level: 1 })).toHaveText(/Everyone\s+is\s+wearing\s+something\./);
    for (const name of ["Get dressed together", "How it works", "Explore more"]) {
      await expect(page.getByRole("heading", { name })).toBeVisible();
    }
    await expect(page.getByRole("region", { name: "Fash in figures" })).toContainText("10K+");
    await expect(page.getByRole("link", { name: "Sign In" })).toBeVisible();
    const further = page.getByRole("region", { name: "Explore more" }).getByRole("link");
    expect(await further.evaluateAll((links) => links.map((link) => link.getAttribute("href")))).toEqual([
      "/events",
      "/articles",
      "/rewards",
      "/styles",
    ]);
    await page.getByRole("link", { name: "Explore Outfits" }).click();
    await expectAt(page, "/explore");
  });
});

test("the app hydrates the page: same content, no repeated requests, no layout shift", async ({ page, browser }) => {
  const author = await browser.newPage();
  await signUpAs(author, "Cover Author");
  const title = newWord();
  await createOutfit(author, title);
  const asked: string[] = [];
  page.on("request", (request) => void asked.push(new URL(request.url()).pathname));
  await recordLayoutShifts(page);
  await page.goto("/");
  await expect(page.getByRole("button", { name: "Pause animation" })).toBeVisible();
  await expect(page.locator("[data-hydrating]")).toHaveCount(0);
  await expect(page.getByRole("list", { name: "Worn by members" }).getByRole("link").first()).toBeVisible();
  expect(asked.filter((path) => path.startsWith("/api/"))).toEqual([]);
  await expectShiftBelow(page, 0.02);
  await author.context().close();
});

test("the scroll position from before the app loaded is kept and restored", async ({ page }) => {
  const allowAppCode = await blockAppCode(page);
  await page.goto("/", { waitUntil: "commit" });
  const link = page.getByRole("region", { name: "Explore more" }).getByRole("link", { name: /Styles/ });
  // A font that comes later moves everything by a pixel or two.
  await page.evaluate(() => document.fonts.ready.then(() => undefined));
  await link.scrollIntoViewIfNeeded();
  const before = await page.evaluate(() => scrollY);
  expect(before).toBeGreaterThan(0);
  allowAppCode();
  await expect(page.locator("[data-hydrating]")).toHaveCount(0);
  await page.waitForLoadState("networkidle");
  expect(await page.evaluate(() => scrollY)).toBe(before);
  await link.click();
  await expectAt(page, "/styles");
  await page.goBack();
  await expectAt(page, "/");
  await expect.poll(() => page.evaluate(() => scrollY)).toBe(before);
});

test("a phone on its side and forced colours leave the call to action in sight", async ({ page }) => {
  await page.emulateMedia({ forcedColors: "active" });
  await page.goto("/");
  const start = page.getByRole("region", { name: "Welcome" }).getByRole("link", { name: "Get Started" });
  // The background that tells a link button from text is gone.
  expect(await start.evaluate((link) => getComputedStyle(link).borderTopWidth)).toBe("1px");
  await page.setViewportSize({ width: 844, height: 390 });
  const navigation = await page.getByRole("navigation", { name: "Main" }).boundingBox();
  const signIn = await page.getByRole("banner").getByRole("link", { name: "Sign In" }).boundingBox();
  const call = await start.boundingBox();
  if (!navigation || !signIn || !call) throw new Error("the page is not complete");
  expect(navigation.y + navigation.height).toBeLessThanOrEqual(call.y);
  expect(navigation.x + navigation.width).toBeLessThanOrEqual(signIn.x);
  expect(call.y + call.height).toBeLessThanOrEqual(390);
});

test("the headline has two lines on every desktop, more contrast is given on request, and the dock makes way for reading", async ({
  page,
}) => {
  await page.setViewportSize({ width: 1_536, height: 864 });
  await page.goto("/");
  await page.evaluate(() => document.fonts.ready.then(() => undefined));
  const headline = page.getByRole("heading", { level: 1 });
  const countLines = () =>
    headline.evaluate((element) =>
      Math.round(element.clientHeight / Number.parseFloat(getComputedStyle(element).lineHeight)),
    );
  const paint = () =>
    page.evaluate(() =>
      ["--ink", "--paper"].map((name) => getComputedStyle(document.documentElement).getPropertyValue(name)),
    );
  for (const width of [1_536, 1_920, 2_560]) {
    await page.setViewportSize({ width, height: 864 });
    expect([width, await countLines()]).toEqual([width, 2]);
  }

  expect(await paint()).toEqual(["#161412", "#faf8f4"]);
  await page.emulateMedia({ contrast: "more" });
  expect(await paint()).toEqual(["#000", "#fff"]);

  await expect(page.locator("[data-hydrating]")).toHaveCount(0);
  const dock = page.getByRole("navigation", { name: "Main" });
  await expect(dock).toBeInViewport();
  await page.mouse.wheel(0, 600);
  await expect(dock).not.toBeInViewport();
  await page.mouse.wheel(0, -200);
  await expect(dock).toBeInViewport();
});

test("a screen whose code cannot be fetched says so, and opens when it is asked for again", async ({
  page,
  context,
}) => {
  await page.goto("/");
  await expect(page.getByRole("button", { name: "Pause animation" })).toBeVisible();
  await context.setOffline(true);
  await page.getByRole("region", { name: "Explore more" }).getByRole("link", { name: "Events" }).click();
  const failure = page.getByRole("alert").filter({ hasText: "This page didn't load" });
  await expect(failure).toContainText("Check your connection and try again.");
  await failure.getByRole("button", { name: "Try again" }).click();
  await expect(failure).toBeVisible();
  await context.setOffline(false);
  await failure.getByRole("button", { name: "Try again" }).click();
  await expectAt(page, "/events");
  await expect(page.getByRole("heading", { level: 1 })).toContainText("Events");
  await page.route(/\/assets\/not-found-/, (route) => route.abort());
  await page.goto("/no-such-page");
  await expect(failure).toContainText("Check your connection and try again.");
});
