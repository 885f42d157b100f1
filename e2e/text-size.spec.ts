import { randomUUID } from "node:crypto";
import { expect, type Page, test } from "@playwright/test";
import { bearer, postQuietly } from "./outfits.ts";
import { joinAs } from "./people.ts";
import { newMember } from "./second-user.ts";

test.use({ viewport: { width: 390, height: 844 } });

/** The text of elements beyond the right edge of the screen, outside scroll containers. */
async function overhanging(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const isBeyond = (element: Element) => element.getBoundingClientRect().right > innerWidth + 1;
    const isCut = (element: Element) => {
      for (let box = element.parentElement; box; box = box.parentElement)
        if (getComputedStyle(box).overflowX !== "visible" && !isBeyond(box)) return true;
      return false;
    };
    return [...document.querySelectorAll("main *")]
      .filter((element) => isBeyond(element) && !isCut(element))
      .map((element) => element.textContent);
  });
}

/** Fills the closet, the comments and a conversation of the page's member; returns the conversation's id. */
async function saveAndWrite(page: Page, outfitId: string, username: string): Promise<string> {
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
  return threadId;
}

test("200 % text size fits on a phone, in forms, tables, a closet, comments and a conversation", async ({
  page,
  browser,
}) => {
  const author = await newMember(browser, "Larissa Longname");
  const outfitId = await postQuietly(author.page, "Unabbreviated", { brand: "Halden" });
  await joinAs(page, "Large Letters");
  const threadId = await saveAndWrite(page, outfitId, author.username);
  await author.close();
  await page.addInitScript(() => {
    addEventListener("DOMContentLoaded", () => document.documentElement.style.setProperty("font-size", "200%"));
  });
  const last: Record<string, () => ReturnType<Page["getByRole"]>> = {
    "/settings": () => page.getByRole("checkbox", { name: "Rewards: Push" }),
    "/add-outfit": () => page.getByRole("button", { name: "Add Another Item" }),
    "/notifications": () => page.getByRole("heading", { name: "No notifications yet" }),
    "/messages": () => page.getByRole("list", { name: "Conversations" }).getByRole("link"),
    [`/messages?thread=${threadId}`]: () => page.getByText("Is it really unabbreviated?", { exact: true }),
    "/closet": () => page.getByRole("list", { name: "Saved outfits" }).getByRole("link"),
    "/closet?q=nothing": () => page.getByText("No results for"),
    [`/outfit/${outfitId}`]: () => page.getByRole("button", { name: "View 1 reply" }),
    "/swipes": () => page.getByRole("button", { name: "LIKE" }),
    "/events": () => page.getByRole("heading", { name: "No events found" }),
    "/events?view=month": () => page.getByRole("table"),
    "/events/add": () => page.getByRole("button", { name: "Submit event" }),
    "/articles": () => page.getByRole("heading", { name: "No articles found" }),
    "/points": () => page.getByRole("heading", { name: "Recent Activity" }),
    "/rewards": () => page.getByRole("heading", { name: "Recent Activity" }),
    "/points-debug": () => page.getByRole("heading", { name: "Recent Activities" }),
  };
  for (const [path, what] of Object.entries(last)) {
    await page.goto(path);
    await expect(what()).toBeAttached();
    expect(await overhanging(page), path).toEqual([]);
  }
});

test("the navigation's seven labels do not overlap at 200 % text size", async ({ page }) => {
  await joinAs(page, "Large Labels", "/explore");
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
    }
  }
});
