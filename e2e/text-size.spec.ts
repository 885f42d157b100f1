import { randomUUID } from "node:crypto";
import { expect, type Page, test } from "@playwright/test";
import { newMember, signUpAs } from "./support/accounts.ts";
import { enlargeText, findOverflowing } from "./support/horizontal-overflow.ts";
import { createOutfit } from "./support/outfits.ts";
import { bearer } from "./support/session.ts";

test.use({ viewport: { width: 390, height: 844 } });

/** Words of headings that are cut in two because the line is too short for them. */
async function brokenWords(page: Page, headings = "h1"): Promise<string[]> {
  return page.evaluate((selector) => {
    const broken: string[] = [];
    for (const heading of document.querySelectorAll(selector)) {
      const walker = document.createTreeWalker(heading, NodeFilter.SHOW_TEXT);
      while (walker.nextNode())
        for (const word of walker.currentNode.textContent?.matchAll(/\S+/g) ?? []) {
          const range = document.createRange();
          range.setStart(walker.currentNode, word.index);
          range.setEnd(walker.currentNode, word.index + word[0].length);
          const lines = new Set([...range.getClientRects()].map(({ top }) => Math.round(top)));
          if (lines.size > 1) broken.push(word[0]);
        }
    }
    return broken;
  }, headings);
}

/** Fills the closet, the comments and a conversation of the page's member; returns the ids of the last two. */
async function saveAndWrite(page: Page, outfitId: string, username: string) {
  const headers = await bearer(page);
  const send = async (method: "POST" | "PUT", path: string, data?: object) => {
    const reply = await page.request.fetch(path, { method, headers, ...(data ? { data } : {}) });
    expect(reply.ok(), `${path}: ${await reply.text()}`).toBe(true);
    return (await reply.json()) as { id: string; comment: { id: string } };
  };
  await send("PUT", `/api/outfits/${outfitId}/save`);
  const { comment } = await send("POST", `/api/outfits/${outfitId}/comments`, {
    content: "Unconventionally beautiful",
  });
  await send("POST", `/api/comments/${comment.id}/replies`, { content: "Incomprehensibly so" });
  const { id: threadId } = await send("POST", "/api/threads", { username: username.replace("@", "") });
  const message = { content: "Is it really unabbreviated?", clientId: randomUUID() };
  await send("POST", `/api/threads/${threadId}/messages`, message);
  return { threadId, commentId: comment.id };
}

test("200 % text size fits on a phone, in forms, tables, a closet, comments and a conversation", async ({
  page,
  browser,
}) => {
  const author = await newMember(browser, "Larissa Longname");
  const outfitId = await createOutfit(author.page, "Unabbreviated", { brand: "Halden" });
  await signUpAs(page, "Large Letters");
  const { threadId, commentId } = await saveAndWrite(page, outfitId, author.username);
  const me = (await (await page.request.get("/api/me", { headers: await bearer(page) })).json()) as { id: string };
  for (const path of [`/api/follows/${me.id}`, `/api/comments/${commentId}/like`]) {
    const done = await author.page.request.put(path, { headers: await bearer(author.page) });
    expect(done.ok(), await done.text()).toBe(true);
  }
  await author.close();
  await enlargeText(page);
  const last: Record<string, () => ReturnType<Page["getByRole"]>> = {
    "/": () => page.getByRole("heading", { name: "Trending This Week" }),
    "/styles": () => page.getByRole("list", { name: "Styles" }),
    "/nowhere": () => page.getByRole("heading", { name: "Oops! Page not found" }),
    "/settings": () => page.getByRole("checkbox", { name: "Rewards: Push" }),
    "/add-outfit": () => page.getByRole("button", { name: "Add Another Item" }),
    "/notifications": () => page.getByRole("link", { name: /started following you/ }),
    "/messages": () => page.getByRole("list", { name: "Conversations" }).getByRole("link"),
    [`/messages?thread=${threadId}`]: () =>
      page.getByRole("list", { name: "Messages" }).getByText("Is it really unabbreviated?", { exact: true }),
    "/closet": () => page.getByRole("list", { name: "Saved outfits" }).getByRole("link"),
    "/closet?q=nothing": () => page.getByText("No results for"),
    [`/outfit/${outfitId}`]: () => page.getByRole("button", { name: "View 1 reply" }),
    "/swipes": () => page.getByRole("button", { name: "LIKE" }),
    "/events": () => page.getByRole("heading", { name: "No events found" }),
    "/events?view=month": () => page.getByRole("table"),
    "/events/add": () => page.getByRole("button", { name: "Submit event" }),
    "/articles": () => page.getByRole("heading", { name: "No articles found" }),
    "/points": () => page.getByRole("heading", { name: "Recent activity" }),
    "/rewards": () => page.getByRole("heading", { name: "Recent activity" }),
    "/points-debug": () => page.getByRole("heading", { name: "Recent activity" }),
  };
  for (const [path, what] of Object.entries(last)) {
    await page.goto(path);
    await expect(what()).toBeAttached();
    expect(await findOverflowing(page), path).toEqual([]);
    // A member's own title may have a word of any length.
    if (!path.startsWith("/outfit/")) expect(await brokenWords(page), path).toEqual([]);
  }
  await checkNotification(page);
  await checkDialog(page);
  await checkSwipes(page);
  await checkSearch(page);
});

test("200 % text size fits on a member's own pages, and the steps of the form keep to one row", async ({ page }) => {
  await signUpAs(page, "unconventional_1");
  const outfitId = await createOutfit(page, "Unabbreviated", { brand: "Halden" });
  const headers = await bearer(page);
  const data = { content: "Unconventionally beautiful" };
  expect((await page.request.post(`/api/outfits/${outfitId}/comments`, { headers, data })).ok()).toBe(true);
  const board = await page.request.post("/api/boards", { headers, data: { name: "Unabbreviated" } });
  const { id: boardId } = (await board.json()) as { id: string };
  await page.request.put(`/api/outfits/${outfitId}/save`, { headers });
  const closet = (await (await page.request.get("/api/closet", { headers })).json()) as { items: { id: string }[] };
  const saved = await page.request.put(`/api/boards/${boardId}/saves/${closet.items[0]?.id}`, { headers });
  expect(saved.ok(), await saved.text()).toBe(true);
  await enlargeText(page);
  const last: Record<string, () => ReturnType<Page["getByRole"]>> = {
    "/me": () => page.getByRole("button", { name: "Add to Spot #3" }),
    [`/outfit/${outfitId}`]: () => page.getByRole("button", { name: "Hide comment" }),
    [`/boards/${boardId}`]: () => page.getByRole("button", { name: "Delete board" }),
    [`/edit-outfit/${outfitId}`]: () => page.getByRole("button", { name: "Detect Clothing with AI" }),
  };
  for (const [path, what] of Object.entries(last)) {
    await page.goto(path);
    await expect(what()).toBeAttached();
    expect(await findOverflowing(page), path).toEqual([]);
    if (path === "/me") expect(await brokenWords(page)).toEqual([]);
  }
  const steps = page.getByRole("list", { name: "Steps" }).getByRole("button");
  const tops = await steps.evaluateAll((buttons) => buttons.map((button) => button.getBoundingClientRect().top));
  expect(new Set(tops).size).toBe(1);
});

/** The card is whole below the page's title, and what decides about it is in view above the navigation. */
async function checkSwipes(page: Page): Promise<void> {
  await page.goto("/swipes");
  const boxOf = async (role: "heading" | "article" | "button" | "navigation", name: string | RegExp) => {
    const box = await page.getByRole(role, { name, exact: true }).boundingBox();
    if (!box) throw new Error(`no ${role} ${String(name)}`);
    return box;
  };
  await expect(page.getByRole("button", { name: "LIKE" })).toBeEnabled();
  const [title, card, navigation] = [
    await boxOf("heading", "Swipe"),
    await boxOf("article", /./),
    await boxOf("navigation", "Main"),
  ];
  expect(card.y).toBeGreaterThanOrEqual(title.y + title.height);
  expect(card.x).toBeGreaterThanOrEqual(0);
  expect(card.x + card.width).toBeLessThanOrEqual(390);
  for (const name of ["PASS", "LIKE", "Undo the last swipe"]) {
    const button = await boxOf("button", name);
    expect(button.y, name).toBeGreaterThanOrEqual(card.y + card.height);
    expect(button.y + button.height, name).toBeLessThanOrEqual(navigation.y);
    expect(button.x + button.width, name).toBeLessThanOrEqual(390);
  }
}

/** The sentence has the row's width: what can be done about it is in the next line. */
async function checkNotification(page: Page): Promise<void> {
  await page.goto("/notifications");
  const sentence = await page.getByRole("link", { name: /started following you/ }).boundingBox();
  const button = await page.getByRole("button", { name: /^Follow back / }).boundingBox();
  if (!sentence || !button) throw new Error("the notification is not shown");
  expect(sentence.width).toBeGreaterThan(300);
  expect(button.y).toBeGreaterThanOrEqual(sentence.y + sentence.height);
  const words = await page.getByText(/ liked your comment on /).boundingBox();
  expect(words?.width).toBeGreaterThan(190);
}

/** The words of a dialog's title are whole. */
async function checkDialog(page: Page): Promise<void> {
  await page.getByRole("button", { name: "Clear all" }).click();
  await expect(page.getByRole("heading", { name: "Clear all notifications?" })).toBeVisible();
  expect(await brokenWords(page, "dialog h2")).toEqual([]);
}

/** The icon of a search field grows with the letters and is in the middle of the field. */
async function checkSearch(page: Page): Promise<void> {
  await page.goto("/explore");
  await expect(page.getByRole("searchbox")).toBeVisible();
  await expect(page.locator("[data-hydrating]")).toHaveCount(0);
  const field = await page.getByRole("searchbox").boundingBox();
  const icon = await page.getByRole("search").locator("svg").first().boundingBox();
  if (!field || !icon) throw new Error("the search is not shown");
  expect(icon.height).toBe(40);
  expect(Math.abs(icon.y + icon.height / 2 - field.y - field.height / 2)).toBeLessThanOrEqual(1);
}

test("the navigation's seven labels do not overlap at 200 % text size", async ({ page }) => {
  await signUpAs(page, "Large Labels", "/explore");
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
      // More than the 11 px of ordinary letters: two rows make the room.
      const label = entry.locator(":scope > span").last();
      expect(parseFloat(await label.evaluate((span) => getComputedStyle(span).fontSize))).toBeGreaterThan(13);
    }
  }
});

test("a visitor's bar is no wider than a phone at 200 % text size", async ({ page }) => {
  await enlargeText(page);
  await page.goto("/events");
  const button = await page.getByRole("banner").getByRole("link", { name: "Sign In" }).boundingBox();
  if (!button) throw new Error("Sign In is not shown");
  expect(button.x + button.width).toBeLessThanOrEqual(390);
});

test("a long name without spaces fits on the page of a private profile", async ({ page, browser }) => {
  const author = await newMember(browser, "Wide Name");
  const headers = await bearer(author.page);
  const data = { displayName: "W".repeat(50), isPrivate: true };
  const edited = await author.page.request.patch("/api/me", { headers, data });
  expect(edited.ok(), await edited.text()).toBe(true);
  await author.close();
  await signUpAs(page, "Narrow Screen", `/profile/${author.username.replace("@", "")}`);
  await expect(page.getByRole("heading", { name: "This profile is private" })).toBeVisible();
  expect(await findOverflowing(page)).toEqual([]);
});
