import { readFile } from "node:fs/promises";
import { expect, type Page, test } from "@playwright/test";
import { expectAccessible } from "./support/accessibility.ts";
import { signUpAs } from "./support/accounts.ts";
import { createOutfit } from "./support/outfits.ts";
import { openOwnServer, type OwnServer } from "./support/own-server.ts";
import { expectAt, toast } from "./support/page.ts";
import { addresses } from "./support/server-settings.ts";

// These tests change their members' history, so they need a separate database.
test.use({ baseURL: addresses.points, timezoneId: "Europe/Berlin" });
test.describe.configure({ mode: "serial" });

let server: OwnServer;
test.beforeAll(async () => {
  server = await openOwnServer("points");
  await server.start();
});
test.afterAll(() => server.stop());

const award = (page: Page) => toast(page, "points earned for");
const figure = (page: Page) => page.getByRole("heading", { level: 1 });
/** The number that the heading says; its drawing counts up beside it. */
const balanceOf = async (page: Page) =>
  Number(((await figure(page).locator(".sr-only").first().textContent()) ?? "").replaceAll(",", ""));

/** A day later for this member, on the server and in what the browser remembers. */
async function passADay(page: Page, username: string): Promise<void> {
  const day = "interval '24 hours'";
  await server.query(
    `with member as (select id from profiles where username = $1),
       aged as (update points_ledger set created_at = created_at - ${day}, day_start = day_start - ${day},
         subject = case when action in ('DAILY_LOGIN', 'STREAK_BONUS') then subject || ' before' else subject end
         where user_id = (select id from member)),
       streak as (update login_streaks set last_day = last_day - 1, last_visit_at = last_visit_at - ${day}
         where user_id = (select id from member))
     update profiles set points_day_start = points_day_start - ${day} where id = (select id from member)`,
    [username],
  );
  await page.evaluate(() => {
    const asked = JSON.parse(localStorage.getItem("fash.daily-login") ?? "{}") as Record<string, unknown>;
    localStorage.setItem("fash.daily-login", JSON.stringify({ ...asked, date: "yesterday" }));
  });
}

test("the first visit of a day earns points, in every tab at once, and the next one the next day", async ({
  page,
  context,
}) => {
  await signUpAs(page, "Daily Dora", "/points");
  await expect(award(page)).toHaveText(/^\+(\d|1\d|2\d|3[0-5]) points earned for daily login( and streak bonus)?!$/);
  await expect(async () => expect(await balanceOf(page)).toBeGreaterThanOrEqual(5)).toPass();
  const first = await balanceOf(page);
  await expect(page.getByText("Today is counted.")).toBeVisible();
  await expect(page.getByRole("listitem").filter({ hasText: "Daily login" }).first()).toBeVisible();

  const other = await context.newPage();
  await other.goto("/me");
  const card = other.getByRole("link", { name: /Your Points/ });
  await expect(card).toContainText(String(first));
  // Nothing is earned by another tab, nor by coming back.
  await page.reload();
  await expect(figure(page)).toBeVisible();
  await page.waitForTimeout(4_000);
  await expect(award(page)).toHaveCount(0);
  expect(await balanceOf(page)).toBe(first);

  await passADay(page, "daily.dora");
  await page.reload();
  await expect(award(page)).toBeVisible();
  await expect(async () => expect(await balanceOf(page)).toBeGreaterThan(first)).toPass();
  await expect(page.getByText("2 days", { exact: true })).toBeVisible();
  // The tab that did nothing has heard of it.
  await expect(card).toContainText(String(await balanceOf(page)));
});

test("awards of one moment are one toast, and the ledger lists, links, filters and saves them", async ({ page }) => {
  await signUpAs(page, "Ledger Lou", "/points");
  await expect(award(page)).toBeVisible();
  const outfitId = await createOutfit(page, "Rust on rust", {
    brand: "Halden",
    productUrl: "https://shop.example/coat",
  });
  await page.goto("/points");
  const activity = page.getByRole("region", { name: "Recent activity" });
  const posted = activity.getByRole("listitem").filter({ hasText: "Posted an outfit" });
  await expect(posted).toContainText("+50");
  await expect(posted.getByRole("link", { name: "Rust on rust" })).toHaveAttribute("href", `/outfit/${outfitId}`);

  await activity.getByRole("button", { name: "Posts" }).click();
  await expect(page).toHaveURL(/kind=POST_OUTFIT/);
  await expect(activity.getByRole("listitem")).toHaveCount(1);
  await activity.getByRole("button", { name: "Events" }).click();
  await expect(activity.getByText("Nothing of this kind yet")).toBeVisible();
  await activity.getByRole("button", { name: "All", exact: true }).click();

  await page.getByText("How It Works").click();
  await expect(page.getByRole("listitem").filter({ hasText: "Post an outfit" })).toContainText(
    /again in \d+ (s|min)|4 left today/,
  );
  await page.getByRole("button", { name: "Show as table" }).click();
  await expect(page.getByRole("table", { name: "Points by week" }).getByRole("row")).toHaveCount(13);
  await expectAccessible(page, "points");
  await page.setViewportSize({ width: 390, height: 844 });
  // The row of kinds scrolls by itself; the page must not.
  expect(await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)).toBe(0);

  const download = page.waitForEvent("download");
  await page.getByRole("button", { name: "Download CSV" }).click();
  const file = await download;
  expect(file.suggestedFilename()).toMatch(/^fash-points-\d{4}-\d\d-\d\d\.csv$/);
  const text = await readFile(await file.path(), "utf8");
  expect(text).toMatch(/^\uFEFFDate,/);
  expect(text).toContain("POST_OUTFIT,Rust on rust,50");

  await posted.getByRole("link").click();
  await expectAt(page, `/outfit/${outfitId}`);
});

test("the debug screen runs the engine without writing anything, and tells visitors to log in", async ({
  page,
  browser,
}) => {
  await signUpAs(page, "Debug Dee", "/points-debug");
  await expect(award(page)).toBeVisible();
  const total = page.getByText("Total Points").locator("xpath=following-sibling::dd");
  await expect(total).not.toHaveText("0");
  const before = await total.textContent();
  for (const name of ["Test Like", "Test Comment", "Test Favorite", "Test Tag Link"]) {
    await page.getByRole("button", { name }).click();
  }
  const results = page.getByRole("region", { name: "Test the Engine" }).getByRole("listitem");
  await expect(results).toHaveCount(4);
  await expect(results.first()).toContainText(/TAG_LINK (\+\d+ points|No points: chance gave nothing)/);
  for (let n = 0; n < 20; n += 1) await page.getByRole("button", { name: "Test Like" }).click();
  await expect(results).toHaveCount(20);
  // The daily login is there, perhaps with a bonus; nothing that the buttons tried.
  const latest = page.getByRole("region", { name: "Recent activity" }).getByRole("listitem");
  await expect(latest.filter({ hasText: "Daily login" })).toHaveCount(1);
  await expect(latest.filter({ hasText: /Liked|Commented|Saved|Tagged/ })).toHaveCount(0);
  await expectAccessible(page, "points debug");
  await page.reload();
  await expect(total).toHaveText(before ?? "");

  const visitor = await browser.newPage();
  await visitor.goto(`${addresses.points}/points-debug`);
  await expect(visitor.getByText("Please log in to access the points debug page.")).toBeVisible();
  await expectAccessible(visitor, "points debug of a visitor");
  await visitor.goto(`${addresses.points}/points`);
  await expectAt(visitor, "/auth");
  await visitor.close();
});
