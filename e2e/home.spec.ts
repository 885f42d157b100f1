import { expect, test } from "@playwright/test";
import { signUpAs } from "./support/accounts.ts";
import { createOutfit, newWord, retro } from "./support/outfits.ts";
import { expectAt } from "./support/page.ts";

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
