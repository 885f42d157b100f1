import { expect, type Page, test } from "@playwright/test";
import { fillSignIn, signInAs, signUpAs } from "./support/accounts.ts";
import { blockAppCode } from "./support/block-app-code.ts";
import { expectShiftBelow, recordLayoutShifts } from "./support/layout-shift.ts";
import { createOutfit, newWord, photoLink } from "./support/outfits.ts";
import { expectAt, toast } from "./support/page.ts";

test("Back restores the feed's scroll position, later pages included", async ({ page }) => {
  const word = newWord();
  await signUpAs(page, "Deep Diver");
  const titles = Array.from({ length: 24 }, (_, index) => `${word} number ${index + 1}`);
  for (const title of titles) await createOutfit(page, title);
  await page.goto(`/explore?q=${word}`);
  // Newest first, so the first one posted is on the second page.
  const deep = photoLink(page, `${word} number 1`).first();
  await expect(photoLink(page, `${word} number 24`)).toBeVisible();
  await page.keyboard.press("End");
  await expect(page.getByRole("list", { name: "Outfits" }).getByRole("listitem")).toHaveCount(24);
  await deep.scrollIntoViewIfNeeded();
  const before = { scroll: await page.evaluate(() => scrollY), box: await deep.boundingBox() };
  expect(before.scroll).toBeGreaterThan(0);
  await deep.click();
  await expect(page.getByRole("heading", { level: 1, name: word })).toBeVisible();
  await page.goBack();
  await expect(deep).toBeInViewport();
  await expect.poll(() => page.evaluate(() => scrollY)).toBe(before.scroll);
  expect(await deep.boundingBox()).toEqual(before.box);
});

test("the URL contains search and style, so a link shows the same", async ({ page }) => {
  const word = newWord();
  await signUpAs(page, "Link Sharer", "/explore");
  await createOutfit(page, `Shared ${word}`);
  await page.getByRole("searchbox", { name: "Search outfits" }).fill(word);
  await expect(page).toHaveURL(new RegExp(`q=${word}`));
  await page.getByRole("button", { name: "Filter outfits" }).click();
  await page.getByRole("group", { name: "Style" }).getByRole("button", { name: "Retro" }).click();
  await expect(page).toHaveURL(/style=/);
  await page.reload();
  await expect(page.getByRole("searchbox", { name: "Search outfits" })).toHaveValue(word);
  await expect(page.getByRole("button", { name: "Retro", exact: true })).toHaveAttribute("aria-pressed", "true");
  await expect(photoLink(page, `Shared ${word}`)).toBeVisible();
  await page.getByRole("button", { name: "Clear search" }).click();
  await expect(page).not.toHaveURL(/q=/);
});

test("text typed before the app has loaded is searched for once it has", async ({ page }) => {
  const allowAppCode = await blockAppCode(page);
  await page.goto("/explore", { waitUntil: "commit" });
  const field = page.getByRole("searchbox", { name: "Search outfits" });
  await field.pressSequentially("linen");
  allowAppCode();
  await expect(page.locator("[data-hydrating]")).toHaveCount(0);
  await expect(page).toHaveURL((url) => url.search === "?q=linen");
  await expect(field).toHaveValue("linen");
  await expect(field).toBeFocused();
});

test("a member sees and uses the bars and the screen's skeleton before the app has loaded", async ({ browser }) => {
  // The service worker would bring the app's code.
  const context = await browser.newContext({ serviceWorkers: "block" });
  const page = await context.newPage();
  await signUpAs(page, "Frame Reader");
  // From then on, the browser asks for a member's document.
  await expect(page.getByRole("heading", { level: 1, name: "Settings" })).toBeVisible();
  const title = newWord();
  await createOutfit(page, title);
  const allowAppCode = await blockAppCode(page);
  for (const [path, heading] of [
    ["/closet", "My Closet"],
    ["/explore", "Explore"],
  ] as const) {
    await page.goto(path, { waitUntil: "commit" });
    await expect(page.getByRole("heading", { level: 1, name: heading })).toBeVisible();
    await expect(page.getByRole("navigation", { name: "Main" }).getByRole("link", { name: "Messages" })).toBeVisible();
  }
  const field = page.getByRole("searchbox", { name: "Search outfits" });
  await field.pressSequentially(title);
  allowAppCode();
  await expect(page).toHaveURL((url) => url.search === `?q=${title}`);
  await expect(photoLink(page, title).first()).toBeVisible();
  await expect(field).toHaveValue(title);
  await expect(field).toBeFocused();
  await context.close();
});

test("a member's frame has the skeleton of an outfit, tag or brand, and what replaces it moves nothing", async ({
  browser,
}) => {
  const context = await browser.newContext({ serviceWorkers: "block" });
  const page = await context.newPage();
  await signUpAs(page, "Skeleton Reader");
  await expect(page.getByRole("heading", { level: 1, name: "Settings" })).toBeVisible();
  const [title, word] = [newWord(), newWord()];
  const id = await createOutfit(page, title, { tags: [word], brand: word });
  await recordLayoutShifts(page);
  for (const path of [`/outfit/${id}`, `/tag/${word}`, `/brand/${word}`]) {
    const allowAppCode = await blockAppCode(page);
    await page.goto(path, { waitUntil: "commit" });
    await expect(page.locator("main [class*=shimmer]").first()).toBeVisible();
    await expect(page.getByRole("main")).not.toContainText(":");
    allowAppCode();
    await expect(page.getByText(title).first()).toBeVisible();
    await page.waitForLoadState("networkidle");
    await expectShiftBelow(page, 0.02);
    await page.unrouteAll({ behavior: "wait" });
  }
  for (const path of [`/articles/${id}`, `/boards/${id}`]) {
    await blockAppCode(page);
    await page.goto(path, { waitUntil: "commit" });
    await expect(page.locator("main [class*=shimmer]").first()).toBeVisible();
  }
  await context.close();
});

test("the server-rendered feed has the app's layout at every width", async ({ page, browser }) => {
  const author = await browser.newPage();
  await signUpAs(author, "Feed Author");
  for (let count = 0; count < 6; count += 1) await createOutfit(author, newWord());
  for (const width of [390, 800, 1_200, 1_600]) {
    await page.setViewportSize({ width, height: 900 });
    const allowAppCode = await blockAppCode(page);
    await page.goto("/explore", { waitUntil: "commit" });
    const photos = page.getByRole("list", { name: "Outfits" }).getByRole("listitem");
    await expect(page.locator("[data-hydrating]").getByRole("listitem").nth(5)).toBeVisible();
    // The document is there before its style sheet, which nothing is painted without.
    await page.waitForFunction(() => performance.getEntriesByType("paint").length > 0);
    const rendered = await photos.evaluateAll(readPlaces);
    allowAppCode();
    await expect(page.locator("[data-hydrating]")).toHaveCount(0);
    expect(await photos.evaluateAll(readPlaces)).toEqual(rendered);
    await page.unrouteAll({ behavior: "wait" });
  }
  await author.context().close();
});

/** The positions of the first ones; others may have been posted since. */
const readPlaces = (cells: Element[]) =>
  cells.slice(0, 6).map((cell) => {
    const { x, y, width, height } = cell.getBoundingClientRect();
    return [x, y, width, height].map(Math.round);
  });

test("a double tap on a photo likes it and stays; a single tap opens it", async ({ page, browser }) => {
  const title = `Tapped ${newWord()}`;
  const email = await signUpAs(page, "Owner Of Taps");
  await createOutfit(page, title);
  const context = await browser.newContext({ hasTouch: true, isMobile: true, viewport: { width: 390, height: 844 } });
  const phone = await context.newPage();
  await signInAs(phone, email, `/explore?q=${title.split(" ")[1]}`);
  await doubleTap(phone, title);
  await expect(phone.getByRole("button", { name: `Like ${title}, 1 like` })).toHaveAttribute("aria-pressed", "true");
  await expectAt(phone, "/explore");
  // A second double tap does not unlike it.
  await doubleTap(phone, title);
  await expect(phone.getByRole("button", { name: `Like ${title}, 1 like` })).toHaveAttribute("aria-pressed", "true");
  await photoLink(phone, title).tap();
  await expect(phone.getByRole("heading", { name: title, level: 1 })).toBeVisible();
});

/** Sent at once, so that the second tap follows as fast as a finger's. */
async function doubleTap(phone: Page, title: string): Promise<void> {
  const box = await photoLink(phone, title).boundingBox();
  if (!box) throw new Error("The photo is not on screen");
  const devtools = await phone.context().newCDPSession(phone);
  const touchPoints = [{ x: Math.round(box.x + box.width / 2), y: Math.round(box.y + box.height / 2) }];
  const touch = (type: "touchStart" | "touchEnd") =>
    devtools.send("Input.dispatchTouchEvent", { type, touchPoints: type === "touchStart" ? touchPoints : [] });
  await Promise.all([touch("touchStart"), touch("touchEnd"), touch("touchStart"), touch("touchEnd")]);
  await devtools.detach();
}

test("a visitor is asked to sign in for each action and returns to the same place", async ({ page, browser }) => {
  const title = `Wanted ${newWord()}`;
  const email = await signUpAs(page, "Later Member");
  const id = await createOutfit(page, title);
  const visitor = await (await browser.newContext()).newPage();
  const feed = `/explore?q=${title.split(" ")[1]}`;
  const actions = [
    { at: feed, button: `Like ${title}`, prompt: "Please sign in to like outfits" },
    { at: feed, button: `Save ${title}`, prompt: "Please sign in to save outfits" },
    { at: `/outfit/${id}`, button: `Like ${title}`, prompt: "Please sign in to like outfits" },
  ];
  for (const { at, button, prompt } of actions) {
    await visitor.goto(at);
    const photo = visitor.getByRole("img", { name: title }).first();
    await photo.hover();
    await visitor.getByRole("button", { name: button }).first().click();
    await expect(toast(visitor, prompt)).toBeVisible();
    await expectAt(visitor, "/auth");
  }
  await visitor.goto(`/outfit/${id}`);
  await visitor.getByRole("textbox", { name: "Add a comment" }).fill("Where is it from?");
  await visitor.getByRole("button", { name: "Post comment" }).click();
  await expect(toast(visitor, "Please sign in to comment")).toBeVisible();
  await fillSignIn(visitor, email);
  await expectAt(visitor, `/outfit/${id}`);
  await expect(visitor.getByRole("textbox", { name: "Add a comment" })).toBeVisible();

  const stranger = await (await browser.newContext()).newPage();
  await stranger.goto("/add-outfit");
  await expectAt(stranger, "/auth");
  await fillSignIn(stranger, email);
  await expectAt(stranger, "/add-outfit");
});

test("an unknown URL shows the not-found page with status 404 and a link home", async ({ page }) => {
  for (const path of ["/no-such-page", "/explore/v1.2", "/about.html"]) {
    const answer = await page.goto(path);
    expect(answer?.status()).toBe(404);
    await expect(page.getByRole("heading", { name: "Oops! Page not found" })).toBeVisible();
  }
  await page.getByRole("link", { name: "Return to Home" }).click();
  await expectAt(page, "/");
});
