import { expect, type Page, test } from "@playwright/test";
import { signUpAs } from "./support/accounts.ts";
import { createOutfit, newWord, photoLink } from "./support/outfits.ts";
import { expectAt } from "./support/page.ts";

const searchBox = (page: Page) => page.getByRole("searchbox", { name: "Search outfits" });
const outfits = (page: Page) => page.getByRole("list", { name: "Outfits" }).getByRole("listitem");

test("a search finds outfits, people, tags and brands, and shows why they match", async ({ page, browser }) => {
  const word = newWord();
  await signUpAs(page, `Ada ${word}`);
  await createOutfit(page, `Evening ${word}`, { tags: [`${word} 7/8`, "harbour"], brand: `${word} & Sons.` });

  const visitor = await (await browser.newContext()).newPage();
  await visitor.goto("/explore");
  await searchBox(visitor).fill(word);
  const photo = photoLink(visitor, `Evening ${word}`);
  await expect(photo).toBeVisible();
  await expect(photo).toContainText("matched by title");
  await expect(visitor.getByRole("region", { name: "People" }).getByRole("link")).toContainText(word);
  const terms = visitor.getByRole("region", { name: "Styles, tags and brands" });

  await terms.getByRole("link", { name: `#${word} 7/8` }).click();
  await expect(visitor.getByRole("heading", { level: 1, name: `#${word} 7/8` })).toBeVisible();
  await expect(outfits(visitor)).toHaveCount(1);
  await visitor.reload();
  await expect(outfits(visitor)).toHaveCount(1);
  await visitor.getByRole("navigation", { name: "Related tags" }).getByRole("link", { name: "#harbour" }).click();
  await expectAt(visitor, "/tag/harbour");

  await visitor.goto(`/explore?q=${word}`);
  await terms.getByRole("link", { name: `${word} & Sons. brand` }).click();
  await expect(visitor.getByRole("heading", { level: 1, name: `${word} & Sons.` })).toBeVisible();
  await visitor.reload();
  await expect(outfits(visitor)).toHaveCount(1);
});

test("a typing error shows corrected results, and the correction can be applied", async ({ page }) => {
  const word = newWord();
  await signUpAs(page, "Quick Typist");
  await createOutfit(page, `Cape of ${word}`);
  const mistyped = `${word.slice(0, 6)}${word[7]}${word[6]}${word.slice(8)}x`;
  await page.goto("/explore");
  await searchBox(page).fill(mistyped);
  await expect(page.getByText(`No results for “${mistyped}”. Showing results for ${word}.`)).toBeVisible();
  await expect(photoLink(page, `Cape of ${word}`)).toBeVisible();
  await page.getByRole("main").getByRole("link", { name: word, exact: true }).click();
  await expect(searchBox(page)).toHaveValue(word);
  await expect(page.getByText("Nothing holds")).toHaveCount(0);
  await searchBox(page).fill("qqqqzzzzxxxx");
  await expect(page.getByRole("heading", { name: "No outfits found" })).toBeVisible();
  await expect(page.getByRole("region", { name: "Browse styles" }).getByRole("link").first()).toBeVisible();
});

test("an outfit's tags and brands link to their feeds, with similar outfits below", async ({ page }) => {
  const word = newWord();
  await signUpAs(page, "Story Teller");
  await createOutfit(page, `First ${word}`, { tags: [word], brand: `House of ${word}` });
  await createOutfit(page, `Second ${word}`, { tags: [word.toUpperCase()], brand: `house of ${word}` });
  await page.goto(`/explore?q=${word}`);
  await photoLink(page, `First ${word}`).click();
  const more = page.getByRole("region", { name: "More like this" });
  await expect(more.getByRole("link", { name: `Second ${word}` })).toBeVisible();
  await page
    .getByRole("list", { name: "Tags" })
    .getByRole("link", { name: `#${word}` })
    .click();
  await expectAt(page, `/tag/${word}`);
  await expect(outfits(page)).toHaveCount(2);
  await page.goBack();
  await page
    .getByRole("list", { name: "Shop this look" })
    .getByRole("link", { name: `House of ${word}` })
    .click();
  await expect(page.getByRole("heading", { level: 1, name: `House of ${word}` })).toBeVisible();
  await expect(outfits(page)).toHaveCount(2);
  await page.goBack();
  await more.getByRole("link", { name: `Second ${word}` }).click();
  await expect(page.getByRole("heading", { level: 1, name: `Second ${word}` })).toBeVisible();
});

test("the Following switch shows followed members' outfits, and is part of the URL", async ({ page, browser }) => {
  const word = newWord();
  await signUpAs(page, `Mia ${word}`);
  await createOutfit(page, `Followed ${word}`);
  const fan = await (await browser.newContext()).newPage();
  await signUpAs(fan, "Devoted Fan");
  await fan.goto("/explore");
  await fan.getByRole("switch", { name: "Following" }).click();
  await expect(fan.getByText("Follow people whose looks you like")).toBeVisible();
  await fan.goto(`/explore?q=${word}`);
  await fan.getByRole("region", { name: "People" }).getByRole("link").click();
  const followed = fan.waitForResponse((response) => response.request().method() === "PUT" && response.ok());
  await fan.getByRole("button", { name: /^Follow / }).click();
  await expect(fan.getByRole("button", { name: /^Following / })).toBeVisible();
  await followed;
  await fan.goto("/explore?from=following");
  await expect(outfits(fan)).toHaveCount(1);
  await expect(photoLink(fan, `Followed ${word}`)).toBeVisible();
  await fan.getByRole("switch", { name: "Following" }).click();
  await expect(fan).toHaveURL(/\/explore$/);
});

test("Back after a reload restores the scroll position and the style filter", async ({ page }) => {
  const word = newWord();
  await signUpAs(page, "Slow Reader");
  test.slow();
  for (let number = 1; number <= 22; number += 1) await createOutfit(page, `${word} number ${number}.`);
  await page.goto(`/explore?q=${word}`);
  await page.getByRole("button", { name: "Filter outfits" }).click();
  await expect(photoLink(page, `${word} number 22.`)).toBeVisible();
  await page.keyboard.press("End");
  await expect(outfits(page)).toHaveCount(22);
  const deep = photoLink(page, `${word} number 1.`);
  await deep.scrollIntoViewIfNeeded();
  const before = await deep.boundingBox();
  await deep.click();
  await expect(page.getByRole("heading", { level: 1, name: `${word} number 1.` })).toBeVisible();
  await page.reload();
  await expect(page.getByRole("heading", { level: 1, name: `${word} number 1.` })).toBeVisible();
  await page.goBack();
  await expect(deep).toBeInViewport();
  await expect.poll(async () => (await deep.boundingBox())?.y).toBe(before?.y);
  await expect(page.getByRole("group", { name: "Style" })).toBeAttached();
});

test("search works by keyboard alone", async ({ page }) => {
  const word = newWord();
  await signUpAs(page, `Key ${word}`);
  await createOutfit(page, `Typed ${word}`);
  await page.goto("/explore");
  await searchBox(page).focus();
  await page.keyboard.type(word);
  await page.keyboard.press("Enter");
  await expect(page).toHaveURL(new RegExp(`q=${word}`));
  const person = page.getByRole("region", { name: "People" }).getByRole("link");
  await expect(person).toBeVisible();
  for (let stop = 0; stop < 6 && !(await person.evaluate((link) => link === document.activeElement)); stop += 1) {
    await page.keyboard.press("Tab");
  }
  await expect(person).toBeFocused();
  await page.keyboard.press("Enter");
  await expect(page).toHaveURL(/\/profile\//);
});

test("a search whose code cannot be fetched keeps the field, and works once the code is there", async ({ page }) => {
  const code = /\/assets\/search-results-/;
  await page.route(code, (route) => route.abort());
  await page.goto("/explore");
  await searchBox(page).fill("zzzz");
  const failure = page.getByRole("alert").filter({ hasText: "This part didn't load." });
  await expect(failure).toBeVisible();
  await expect(searchBox(page)).toHaveValue("zzzz");
  await page.getByRole("button", { name: "Clear search" }).click();
  await expect(failure).toHaveCount(0);
  await searchBox(page).fill("zzzz");
  await failure.getByRole("button", { name: "Try again" }).click();
  const reload = failure.getByRole("button", { name: "Reload page" });
  await expect(reload).toBeVisible();
  await page.unroute(code);
  await reload.click();
  await expect(page.getByRole("heading", { name: "No outfits found" })).toBeVisible();
  await expect(searchBox(page)).toHaveValue("zzzz");
});
