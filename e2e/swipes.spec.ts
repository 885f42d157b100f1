import { expect, type Page, test } from "@playwright/test";
import { fillSignUp, newEmail, signUpAs } from "./support/accounts.ts";
import { createOutfit, newWord } from "./support/outfits.ts";
import { expectAt, toast } from "./support/page.ts";
import { storedSession } from "./support/session.ts";

const phone = { width: 390, height: 844 };
const top = (page: Page) => page.getByRole("article");
const label = (page: Page, word: string) => top(page).getByText(word, { exact: true });

/** A member with a deck of another member's new outfits, of which `left` are unseen. */
async function sitDown(page: Page, posts: number, left = Number.POSITIVE_INFINITY): Promise<void> {
  const author = await page.context().browser()?.newPage();
  if (!author) throw new Error("No browser");
  await signUpAs(author, "Swipe Author");
  const word = newWord();
  for (let place = 0; place < posts; place += 1) await createOutfit(author, `${word} ${place}`);
  await author.context().close();
  await signUpAs(page, "Swipe Member");
  if (left < Number.POSITIVE_INFINITY) await passAllBut(page, left);
  await page.goto("/swipes");
  await expect(top(page)).toBeVisible();
}

/** Swipes through the API to get near the deck's end, since all tests post into one feed. */
async function passAllBut(page: Page, newest: number): Promise<void> {
  const ids: string[] = [];
  for (let cursor: string | null = ""; cursor !== null;) {
    const address = `/api/outfits?limit=50${cursor === "" ? "" : `&cursor=${cursor}`}`;
    const feed: { items: { id: string }[]; nextCursor: string | null } = await ask(page, address);
    ids.push(...feed.items.map(({ id }) => id));
    cursor = feed.nextCursor;
  }
  await Promise.all(
    ids
      .slice(newest)
      .map((id) => ask(page, `/api/outfits/${id}/swipe`, { method: "PUT", body: '{"direction":"pass"}' })),
  );
}

async function idOfTop(page: Page): Promise<string> {
  const href = await page.getByRole("link", { name: "Details" }).getAttribute("href");
  return href?.split("/").at(-1) ?? "";
}

const steps = 12;

/** Drags the top card by its centre, once it is at rest: one in flight is dragged from where it is. */
async function take(page: Page, byPixels: number): Promise<void> {
  await expect.poll(() => top(page).evaluate((card) => card.getAnimations({ subtree: true }).length)).toBe(0);
  const box = await top(page).boundingBox();
  if (!box) throw new Error("No card");
  const [x, y] = [box.x + box.width / 2, box.y + box.height / 3];
  await page.mouse.move(x, y);
  await page.mouse.down();
  for (let step = 1; step <= steps; step += 1) {
    await page.mouse.move(x + (byPixels * step) / steps, y + step);
  }
}

/** A drag of a hundred milliseconds by event timestamps, however busy this machine is. */
async function flick(page: Page, byPixels: number): Promise<void> {
  const box = await top(page).boundingBox();
  if (!box) throw new Error("No card");
  const hand = await page.context().newCDPSession(page);
  const began = Date.now() / 1_000;
  const send = (type: "mousePressed" | "mouseMoved" | "mouseReleased", share: number) =>
    hand.send("Input.dispatchMouseEvent", {
      type,
      x: box.x + box.width / 2 + byPixels * share,
      y: box.y + box.height / 3,
      button: "left",
      buttons: type === "mouseReleased" ? 0 : 1,
      clickCount: 1,
      timestamp: began + share / 10,
    });
  await send("mousePressed", 0);
  for (const share of [0.2, 0.4, 0.6, 0.8, 1]) await send("mouseMoved", share);
  await send("mouseReleased", 1);
}

/** A drag that rests before release has no velocity. */
async function letGo(page: Page): Promise<void> {
  await page.waitForTimeout(150);
  await page.mouse.up();
}

/** Sends an API request as the page's member. */
async function ask<T>(page: Page, address: string, init: { method?: string; body?: string } = {}): Promise<T> {
  const { access_token: token } = await storedSession(page);
  const headers = { authorization: `Bearer ${token}`, ...(init.body ? { "content-type": "application/json" } : {}) };
  const answer = await page.request.fetch(address, {
    headers,
    ...(init.method ? { method: init.method } : {}),
    ...(init.body ? { data: init.body } : {}),
  });
  expect(answer.ok(), await answer.text()).toBe(true);
  return (await answer.json()) as T;
}

async function isLiked(page: Page, outfitId: string): Promise<boolean> {
  return (await ask<{ liked: boolean }>(page, `/api/outfits/${outfitId}`)).liked;
}

/** The cards that the server would return now. */
async function idsOfDeck(page: Page): Promise<string[]> {
  return (await ask<{ items: { id: string }[] }>(page, "/api/swipes/deck")).items.map(({ id }) => id);
}

test.describe("the deck", () => {
  test.use({ viewport: phone });

  test("follows the pointer: beyond the threshold it likes or passes, otherwise it returns; the last swipe can be undone", async ({
    page,
  }) => {
    await sitDown(page, 5);
    const first = await idOfTop(page);

    await take(page, 90);
    await expect(label(page, "LIKE")).toHaveCSS("opacity", "1");
    await expect(label(page, "PASS")).toHaveCSS("opacity", "0");
    await letGo(page);
    expect(await idOfTop(page)).toBe(first);

    await take(page, phone.width * 0.4);
    await letGo(page);
    await expect(toast(page, "Added to likes! 💕")).toBeVisible();
    await expect.poll(() => idOfTop(page)).not.toBe(first);
    expect(await isLiked(page, first)).toBe(true);

    await page.getByRole("button", { name: "Undo the last swipe" }).click();
    await expect.poll(() => idOfTop(page)).toBe(first);
    await expect.poll(() => isLiked(page, first)).toBe(false);

    await take(page, phone.width * -0.4);
    await expect(label(page, "PASS")).toHaveCSS("opacity", "1");
    await letGo(page);
    await expect.poll(() => idOfTop(page)).not.toBe(first);
    expect(await isLiked(page, first)).toBe(false);
  });

  test("a flick decides by its speed alone", async ({ page }) => {
    await sitDown(page, 3);
    const first = await idOfTop(page);
    await flick(page, -100);
    await expect.poll(() => idOfTop(page)).not.toBe(first);
  });

  test("can be swiped to its end by arrow keys, shows no card twice, and stays at its end", async ({ page }) => {
    // More than the server returns at once, so that the deck is refilled.
    await sitDown(page, 6, 55);
    const seen = new Set<string>();
    const end = page.getByRole("heading", { name: "No more outfits!" });
    // Other tests post concurrently, so the position of the end is unknown.
    for (let times = 0; times < 300 && !(await end.isVisible()); times += 1) {
      if ((await top(page).count()) === 0) continue;
      const id = await idOfTop(page);
      expect(seen.has(id)).toBe(false);
      seen.add(id);
      await page.keyboard.press(times % 4 === 0 ? "ArrowRight" : "ArrowLeft");
      await expect(page.getByRole("link", { name: "Details" }).and(page.locator(`[href$="${id}"]`))).toHaveCount(0);
    }
    await expect(end).toBeVisible();
    expect(seen.size).toBeGreaterThanOrEqual(6);
    await expect(page.getByText("You've seen all the latest outfits. Check back later for more!")).toBeVisible();
    await expect(page.getByRole("link", { name: "Browse All" })).toHaveAttribute("href", "/explore");
    // The last swipes may still be in flight.
    await expect
      .poll(async () => (await idsOfDeck(page)).filter((id) => seen.has(id)), { timeout: 30_000 })
      .toEqual([]);
    await page.reload();
    await expect(end.or(top(page))).toBeVisible();
    if (await top(page).isVisible()) expect(seen.has(await idOfTop(page))).toBe(false);
  });

  test("keeps its position after viewing a card's details", async ({ page }) => {
    await sitDown(page, 4);
    await page.getByRole("button", { name: "PASS" }).click();
    const second = await idOfTop(page);
    await page.getByRole("link", { name: "Details" }).click();
    await expectAt(page, `/outfit/${second}`);
    await page.goBack();
    // The outfit's page, which has articles too, is left once the deck is there.
    await expect(page.getByRole("button", { name: "PASS" })).toBeVisible();
    expect(await idOfTop(page)).toBe(second);
  });
});

test("a visitor is asked to sign in, and can swipe after joining", async ({ page }) => {
  await page.goto("/swipes");
  await expect(page.getByRole("heading", { name: "Sign in to start swiping!" })).toBeVisible();
  await expect(page.getByText("Create an account to discover and like amazing outfits")).toBeVisible();
  await page.getByRole("link", { name: "Get Started" }).click();
  await page.getByRole("tab", { name: "Sign Up" }).click();
  await fillSignUp(page, { name: "Late Swiper", email: newEmail() });
  await expectAt(page, "/onboarding");
  for (const step of ["What do you wear?", "Follow three stylists"]) {
    await expect(page.getByRole("heading", { name: step })).toBeVisible();
    await page.getByRole("button", { name: "Skip" }).click();
  }
  await expectAt(page, "/swipes");
  // The address changes first.
  await expect(page.getByRole("heading", { name: "Follow three stylists" })).toBeHidden();
  await expect(top(page).or(page.getByRole("heading", { name: "No more outfits!" }))).toBeVisible();
});
