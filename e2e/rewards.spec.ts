import { randomUUID } from "node:crypto";
import { type Browser, expect, type Page, test } from "@playwright/test";
import type { AdminRedemption, AdminReward } from "#contract/reward-admin.ts";
import { expectAccessible } from "./support/accessibility.ts";
import { signUpAs } from "./support/accounts.ts";
import { newestMail } from "./support/outbox.ts";
import { createOutfit } from "./support/outfits.ts";
import { openOwnServer } from "./support/own-server.ts";
import { toast } from "./support/page.ts";

/** On its own, because it changes the rules of the whole site. */
const server = await openOwnServer("rewards");
test.use({ baseURL: server.address });
test.describe.configure({ mode: "serial" });

interface Person {
  page: Page;
  email: string;
  call<T>(method: "GET" | "POST" | "PUT" | "PATCH" | "DELETE", url: string, data?: object): Promise<T>;
}

async function join(browser: Browser, name: string, path: string): Promise<Person> {
  const page = await (await browser.newContext({ baseURL: server.address })).newPage();
  const email = await signUpAs(page, name, path);
  const call: Person["call"] = async (method, url, data) => {
    const token = await page.evaluate(
      () => (JSON.parse(localStorage.getItem("fash.session") ?? "{}") as { access_token: string }).access_token,
    );
    const headers = { authorization: `Bearer ${token}` };
    const response = await page.request.fetch(url, { method, headers, ...(data ? { data } : {}) });
    expect(response.ok(), `${method} ${url}: ${await response.text()}`).toBe(true);
    return (await response.json()) as never;
  };
  return { page, email, call };
}

let admin: Person;
let reward: AdminReward;
const code = `GIFT-${randomUUID().slice(0, 8)}`.toUpperCase();

test.beforeAll(async ({ browser }) => {
  await server.start();
  admin = await join(browser, "Ada Decides", "/settings");
  await server.admin("grant", admin.email);
  const rules = { accountAgeDaysMin: 0, isContactNeeded: true, openMax: 5, pointsPerMonthMax: null };
  await admin.call("PATCH", "/api/admin/rewards/rules", rules);
  reward = await admin.call("POST", "/api/admin/rewards", {
    name: "$1 Etsy Gift Card",
    giftCardType: "Etsy",
    valueCents: 100,
    pointsRequired: 20,
    supply: "codes",
  });
  await admin.call("POST", `/api/admin/rewards/${reward.id}/codes`, { text: code });
});
test.afterAll(() => server.stop());

const openRequests = async () =>
  (await admin.call<{ items: AdminRedemption[] }>("GET", "/api/admin/redemptions")).items;
const card = (page: Page) => page.getByRole("article").filter({ hasText: reward.name });
const requests = (page: Page) => page.getByRole("region", { name: "Your requests" }).getByRole("listitem");

test("a visitor sees the rewards, how to earn points, and the way in", async ({ page }) => {
  await page.goto("/rewards");
  await expect(page.getByRole("heading", { name: "Turn points into gift cards" })).toBeVisible();
  for (const name of ["$10 Amazon Gift Card", "$25 Nike Gift Card", "$50 Apple Gift Card", "$10 Starbucks Gift Card"]) {
    await expect(page.getByRole("heading", { name })).toBeVisible();
  }
  const earn = page.getByRole("region", { name: "Ways to earn" });
  await expect(earn.getByRole("listitem")).toHaveText([
    /Post an outfit.*up to 50/,
    /event.*100/,
    /10/,
    /10/,
    /Like.*5/,
  ]);
  await expectAccessible(page, "rewards as a visitor");
  await page.getByRole("link", { name: "Sign in to redeem", exact: true }).click();
  await expect(page).toHaveURL(/\/auth\?next=%2Frewards/);
});

test("from the first outfit to the gift card's code", async ({ browser }) => {
  const mia = await join(browser, "Mia Redeems", "/explore");
  await createOutfit(mia.page, "Worth fifty points");
  // The day's login is paid before, so that nothing else moves the balance.
  await mia.call("POST", "/api/points/awards", { source: "DAILY_LOGIN" });
  const { points: before } = await mia.call<{ points: number }>("GET", "/api/me");
  await mia.page.goto("/rewards");
  const balance = mia.page.getByRole("progressbar", { name: "Points towards the goal" });
  await expect(balance).toHaveAttribute("aria-valuetext", `${before} of 2,500 points`);
  await mia.page.getByRole("button", { name: "Redeem $50 Apple Gift Card" }).click();
  await expect(toast(mia.page, "Not enough points to redeem this reward")).toBeVisible();
  await expect(card(mia.page)).toContainText("Only 1 left");

  await card(mia.page)
    .getByRole("button", { name: /^Redeem/ })
    .click();
  const dialog = mia.page.getByRole("dialog");
  await expect(dialog).toContainText(`Held for this request−20`);
  await expectAccessible(mia.page, "redeem dialog");
  // Another tab of the same member hears of it at once.
  const tab = await mia.page.context().newPage();
  await tab.goto("/rewards");
  await expect(tab.getByRole("progressbar")).toHaveAttribute("value", String(before));
  await dialog.getByRole("button", { name: "Redeem 20 points" }).click();
  await expect(mia.page.getByRole("dialog", { name: "Request sent" })).toContainText("awaiting approval");
  await mia.page.getByRole("button", { name: "Done" }).click();
  for (const page of [mia.page, tab]) {
    await expect(requests(page)).toContainText(["Awaiting approval"]);
    await expect(page.getByRole("progressbar")).toHaveAttribute("value", String(before - 20));
    await expect(card(page)).toContainText("Out of stock");
  }

  await requests(mia.page)
    .getByRole("button", { name: /^Withdraw/ })
    .click();
  await mia.page
    .getByRole("dialog", { name: "Withdraw this request?" })
    .getByRole("button", { name: "Withdraw" })
    .click();
  await expect(toast(mia.page, "Request withdrawn")).toBeVisible();
  await expect(mia.page.getByRole("list", { name: "Your requests" })).toBeFocused();
  await expect(balance).toHaveAttribute("value", String(before));
  await expect(requests(tab)).toContainText(["Withdrawn"]);

  await card(mia.page)
    .getByRole("button", { name: /^Redeem/ })
    .click();
  await mia.page.getByRole("button", { name: "Redeem 20 points" }).click();
  await mia.page.getByRole("button", { name: "Done" }).click();
  const [open] = await openRequests();
  await admin.call("POST", `/api/admin/redemptions/${open?.id}/approve`, {});
  await expect(requests(mia.page).first()).toContainText("Approved");
  await expect(mia.page.getByRole("link", { name: /^Notifications/ })).toHaveAccessibleName(/unread/);
  // Mails are sent by jobs.
  const newest = () => newestMail(mia.page, mia.email);
  await expect.poll(async () => (await newest()).subject).toBe("Your $1 Etsy Gift Card is ready");
  const letter = await newest();
  expect(letter.text).not.toContain(code);

  await expect(mia.page.getByText(code)).toHaveCount(0);
  await requests(mia.page)
    .first()
    .getByRole("button", { name: /^Reveal code/ })
    .click();
  await mia.page.getByRole("button", { name: "Reveal", exact: true }).click();
  await expect(mia.page.getByRole("dialog").getByText(code)).toBeVisible();
  await expectAccessible(mia.page, "revealed code");
  await mia.page.context().grantPermissions(["clipboard-read", "clipboard-write"]);
  await mia.page.getByRole("button", { name: "Copy Code" }).click();
  await expect(toast(mia.page, "Code copied")).toBeVisible();
  expect(await mia.page.evaluate(() => navigator.clipboard.readText())).toBe(code);
  await mia.page.keyboard.press("Escape");
  await expect(mia.page.getByText(code)).toHaveCount(0);
  await expectAccessible(mia.page, "rewards with requests");

  await mia.page.getByRole("link", { name: "See your points" }).click();
  await expect(mia.page).toHaveURL(/\/points$/);
});

test("a rejection shows the reason and returns the points; a reward that sold out in the meantime can be waited for", async ({
  browser,
}) => {
  const [leo, noor] = [await join(browser, "Leo Waits", "/explore"), await join(browser, "Noor Waits", "/explore")];
  await admin.call("POST", `/api/admin/rewards/${reward.id}/codes`, { text: `LAST-${code}` });
  for (const { page } of [leo, noor]) {
    await createOutfit(page, "Worth fifty points");
    await page.goto("/rewards");
    await card(page)
      .getByRole("button", { name: /^Redeem/ })
      .click();
  }
  await noor.page.getByRole("button", { name: "Redeem 20 points" }).click();
  await noor.page.getByRole("button", { name: "Done" }).click();
  await leo.page.getByRole("button", { name: "Redeem 20 points" }).click();
  await expect(leo.page.getByRole("alert").filter({ hasText: "The last one has just gone" })).toBeVisible();
  await leo.page.getByRole("button", { name: "Wait for the next one" }).click();
  await expect(leo.page.getByRole("dialog", { name: "Request sent" })).toBeVisible();
  await leo.page.getByRole("button", { name: "Done" }).click();

  const [first, second] = await openRequests();
  await admin.call("POST", `/api/admin/redemptions/${first?.id}/approve`, {});
  const reason = "This account posted the same outfit several times.";
  await admin.call("POST", `/api/admin/redemptions/${second?.id}/reject`, { reason });
  await expect(requests(noor.page)).toContainText(["Approved"]);
  await expect(requests(leo.page)).toContainText([`${reason} Your points were returned, less any you owed.`]);
  await leo.page.goto("/notifications");
  await leo.page.getByRole("link", { name: /was declined, .* Reason: This account/ }).click();
  await expect(leo.page).toHaveURL(/\/rewards#requests$/);
});

test("the screen works on a phone, with a failing server, and with an empty catalogue", async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 844 });
  await page.route("**/api/rewards", (route) => route.fulfill({ status: 500, json: {} }));
  await page.goto("/rewards");
  await expect(page.getByRole("heading", { name: "Couldn't load the gift cards" })).toBeVisible();
  await page.route("**/api/rewards", (route) => route.fulfill({ json: { items: [] } }));
  await page.getByRole("button", { name: "Try again" }).click();
  await expect(page.getByRole("heading", { name: "No gift cards right now" })).toBeVisible();
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(390);
});
