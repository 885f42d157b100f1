import { type Browser, expect, type Page, test } from "@playwright/test";
import { expectAccessible } from "./support/accessibility.ts";
import { fillSignIn, signInAs, signUpAs } from "./support/accounts.ts";
import { enlargeText, findOverflowing } from "./support/horizontal-overflow.ts";
import { createOutfit, newWord } from "./support/outfits.ts";
import { openOwnServer, type OwnServer } from "./support/own-server.ts";
import { expectAt, toast } from "./support/page.ts";
import { addresses } from "./support/server-settings.ts";
import { saveSession, storedSession } from "./support/session.ts";

let server: OwnServer;
test.describe.configure({ mode: "default", timeout: 180_000 });
test.use({ baseURL: addresses.admin });
test.beforeAll(async () => {
  test.setTimeout(180_000);
  // The sample data has an admin.
  server = await openOwnServer("admin", { DEMO: "1" });
  await server.start();
});
test.afterAll(() => server.stop());

async function enterAsAdmin(page: Page, path: string): Promise<void> {
  const data = { email: "admin@fash.example", password: "wear-it-well" };
  await expect(async () => {
    const answer = await page.request.post("/auth/v1/token?grant_type=password", { data });
    expect(answer.status()).toBe(200);
    await saveSession(page, await answer.json());
  }).toPass({ timeout: 60_000 });
  await page.goto(path);
}

/** A fresh member in a browser of their own, with an outfit. */
async function memberWithOutfit(browser: Browser, name: string) {
  const context = await browser.newContext({ baseURL: addresses.admin });
  const page = await context.newPage();
  const email = await signUpAs(page, name, "/me");
  const username = ((await page.getByRole("heading", { level: 1 }).textContent()) ?? "").replace("@", "");
  const title = `Look ${newWord()}`;
  const outfitId = await createOutfit(page, title);
  return { page, email, username, title, outfitId, close: () => context.close() };
}

test("visitors sign in first, and members without the role end at explore", async ({ page }) => {
  await page.goto("/admin/users");
  await expectAt(page, "/auth");
  await signUpAs(page, "Plain Member", "/admin");
  await expectAt(page, "/explore");
});

test("the frame: sidebar with its shortcut and cookie, drawer on phones, palette, pages without faults", async ({
  page,
}) => {
  await enterAsAdmin(page, "/admin");
  await expect(page.getByText("Admin Dashboard")).toBeVisible();
  const sidebar = page.getByRole("complementary", { name: "Admin" });
  const wide = (await sidebar.boundingBox())?.width ?? 0;
  await page.keyboard.press("Control+b");
  await expect.poll(async () => (await sidebar.boundingBox())?.width ?? 0).toBeLessThan(wide / 2);
  await page.reload();
  await expect.poll(async () => (await sidebar.boundingBox())?.width ?? 0).toBeLessThan(wide / 2);
  await page.keyboard.press("Control+b");
  await page.keyboard.press("Control+k");
  await page.getByRole("combobox").fill("ada.demo");
  await expect(page.getByRole("option", { name: /@ada\.demo/ })).toBeVisible();
  await page.keyboard.press("Enter");
  await expect(page.getByRole("heading", { name: "@ada.demo" })).toBeVisible();
  for (const path of ["", "/users", "/content", "/moderation", "/rewards", "/articles", "/audit", "/settings"]) {
    await page.goto(`/admin${path}`);
    await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
    // The last part of the dashboard, whose data comes after the heading.
    if (path === "") await expect(page.getByRole("heading", { name: "Weekly retention" })).toBeVisible();
    await expectAccessible(page, `admin${path}`);
    for (const width of [390, 768, 1920]) {
      await page.setViewportSize({ width, height: 900 });
      const overflow = () => page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
      await expect.poll(overflow, `admin${path} at ${width}`).toBeLessThanOrEqual(0);
    }
    await page.setViewportSize({ width: 1_280, height: 800 });
  }
  await page.setViewportSize({ width: 390, height: 844 });
  await page.goto("/admin");
  await page.getByRole("button", { name: "Open menu" }).click();
  await page.getByRole("dialog", { name: "Admin menu" }).getByRole("link", { name: "User Management" }).click();
  await expectAt(page, "/admin/users");
});

test("200 % text size fits on a phone, on every page", async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 844 });
  await enterAsAdmin(page, "/admin");
  await enlargeText(page);
  for (const path of ["dashboard", "users", "content", "moderation", "audit", "rewards", "articles", "settings"]) {
    await page.goto(`/admin/${path}`);
    await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
    await expect(page.locator("main [aria-busy=true], main [class*=shimmer]")).toHaveCount(0);
    expect(await findOverflowing(page), path).toEqual([]);
  }
});

test("a role is changed, and an outfit is hidden with a reason that its owner reads", async ({ page, browser }) => {
  const mia = await memberWithOutfit(browser, "Mia Hides");
  await enterAsAdmin(page, "/admin/users");
  await page.getByRole("searchbox", { name: "Search members" }).fill(mia.username);
  // The search replaces the list, and with it the row and its dialog.
  await expect(page.getByRole("combobox", { name: /^Role of @/ })).toHaveCount(1);
  await page.getByRole("combobox", { name: `Role of @${mia.username}` }).selectOption("business");
  await page.getByRole("button", { name: "Change role" }).click();
  await expect(toast(page, "User role updated successfully")).toBeVisible();

  await page.goto("/admin/content");
  await page.getByRole("searchbox", { name: "Search outfits" }).fill(mia.title);
  await page.getByRole("button", { name: `Hide ${mia.title}` }).click();
  await page.getByRole("textbox", { name: "Reason" }).fill("This is advertising");
  await page.getByRole("dialog").getByRole("button", { name: "Hide" }).click();
  await expect(toast(page, "Outfit hidden successfully")).toBeVisible();
  await mia.page.goto("/account-status");
  await expect(mia.page.getByText("This is advertising")).toBeVisible();
  await expectAccessible(mia.page, "account status");
  await page.getByRole("button", { name: `Show ${mia.title}` }).click();
  await expect(toast(page, "Outfit shown successfully")).toBeVisible();
  await mia.close();
});

test("the queue is worked with the keyboard alone; the suspended member sees one page and appeals", async ({
  page,
  browser,
}) => {
  const [bad, good] = [await memberWithOutfit(browser, "Bad Person"), await memberWithOutfit(browser, "Good Person")];
  const headers = { authorization: `Bearer ${(await storedSession(good.page)).access_token}` };
  const data = { targetType: "outfit", targetId: bad.outfitId, reason: "hate" };
  expect((await page.request.post("/api/reports", { headers, data })).status()).toBe(200);

  await enterAsAdmin(page, "/admin/moderation");
  await expect(page.getByRole("list", { name: "Cases" })).toContainText(bad.title);
  await page.keyboard.press("j");
  await expect(page.getByRole("region", { name: bad.title })).toBeVisible();
  await expectAccessible(page, "a case");
  await page.keyboard.press("s");
  await expect(page.getByRole("textbox", { name: "Message" })).toBeFocused();
  await page.keyboard.type("You posted hatred");
  await page.keyboard.press("Control+Enter");
  await expect(toast(page, "Case decided")).toBeVisible();
  await expect(page.getByText("Every report has been looked at.")).toBeVisible();

  await signInAs(bad.page, bad.email, "/closet");
  await expectAt(bad.page, "/account-status");
  await expect(bad.page.getByRole("heading", { name: "Your account is suspended" })).toBeVisible();
  await expect(bad.page.getByRole("navigation", { name: "Main" })).toHaveCount(0);
  await bad.page.getByRole("button", { name: "Appeal" }).click();
  await bad.page.getByRole("textbox", { name: "Why should we look again?" }).fill("It was a joke");
  await bad.page.getByRole("button", { name: "Send appeal" }).click();
  await expect(bad.page.getByText("Your appeal is being looked at")).toBeVisible();

  await page.getByRole("tab", { name: "Appeals" }).click();
  await expect(page.getByText("It was a joke")).toBeVisible();
  await page.getByRole("textbox", { name: "Answer" }).fill("All right");
  await page.getByRole("button", { name: "Grant" }).click();
  await expect(toast(page, "Appeal decided")).toBeVisible();
  await bad.page.goto("/closet");
  await expectAt(bad.page, "/closet");
  await good.page.goto("/notifications");
  await expect(good.page.getByText("We looked at the outfit and took action.")).toBeVisible();
  await Promise.all([bad.close(), good.close()]);
});

test("a queue of twenty reports is worked with the keyboard alone", async ({ page, browser }) => {
  const [poster, reporter] = [
    await memberWithOutfit(browser, "Many Looks"),
    await memberWithOutfit(browser, "Watchful Eye"),
  ];
  const posted = [poster.outfitId];
  while (posted.length < 20) posted.push(await createOutfit(poster.page, `Look ${newWord()}`));
  const headers = { authorization: `Bearer ${(await storedSession(reporter.page)).access_token}` };
  for (const id of posted) {
    const data = { targetType: "outfit", targetId: id, reason: "spam" };
    expect((await page.request.post("/api/reports", { headers, data })).status()).toBe(200);
  }
  await enterAsAdmin(page, "/admin/moderation");
  await expect(page.getByRole("list", { name: "Cases" }).getByRole("listitem")).toHaveCount(20);
  await page.keyboard.press("j");
  for (let left = 20; left > 0; left -= 1) {
    await expect(page.getByRole("button", { name: "Dismiss", exact: true })).toBeVisible();
    await page.keyboard.press(left % 4 === 0 ? "w" : "d");
    await expect(page.getByRole("textbox", { name: "Message" })).toBeFocused();
    await page.keyboard.press("Control+Enter");
    await expect(page.getByRole("dialog")).toBeHidden();
    if (left > 1) await expect(page.getByRole("list", { name: "Cases" }).getByRole("listitem")).toHaveCount(left - 1);
  }
  await expect(page.getByText("Every report has been looked at.")).toBeVisible();
  await Promise.all([poster.close(), reporter.close()]);
});

test("a sensitive action asks for a recent sign-in, and what was done is in the audit log and its CSV", async ({
  page,
  browser,
}) => {
  const mia = await memberWithOutfit(browser, "Mia Rises");
  await enterAsAdmin(page, "/admin/users");
  await server.query("update auth.session_methods set used_at = used_at - interval '1 hour'");
  await page.getByRole("searchbox", { name: "Search members" }).fill(mia.username);
  await expect(page.getByRole("combobox", { name: /^Role of @/ })).toHaveCount(1);
  await page.getByRole("combobox", { name: `Role of @${mia.username}` }).selectOption("business");
  await page.getByRole("button", { name: "Change role" }).click();
  const proof = page.getByRole("dialog", { name: "Confirm it's you" });
  await proof.getByLabel("Password", { exact: true }).fill("not my password");
  await proof.getByRole("button", { name: "Continue" }).click();
  await expect(proof.getByRole("alert").filter({ hasText: /\S/ })).toBeVisible();
  await proof.getByLabel("Password", { exact: true }).fill("wear-it-well");
  await proof.getByRole("button", { name: "Continue" }).click();
  await expect(toast(page, "User role updated successfully")).toBeVisible();

  await page.goto("/admin/audit");
  await page.getByRole("combobox", { name: "Action" }).selectOption("member.role_changed");
  await expect(page.locator("p", { hasText: "member.role_changed" }).first()).toBeVisible();
  const download = page.waitForEvent("download");
  await page.getByRole("button", { name: "Download CSV" }).click();
  const file = await (await download).createReadStream();
  const csv = Buffer.concat(await file.toArray()).toString();
  expect(csv).toMatch(/^\uFEFFtime,/);
  expect(csv).toContain("member.role_changed");
  expect(csv).toContain("business");
  await mia.close();
});

test("an admin whose role is revoked is out at once; with two-factor for admins on, so is one without a factor", async ({
  page,
  browser,
}) => {
  const second = await memberWithOutfit(browser, "Second Admin");
  await server.grant(second.email, "admin");
  await second.page.goto("/admin/users");
  await expect(second.page.getByRole("heading", { name: "User Management" })).toBeVisible();
  await enterAsAdmin(page, "/admin/users");
  await page.getByRole("searchbox", { name: "Search members" }).fill(second.username);
  await expect(page.getByRole("combobox", { name: /^Role of @/ })).toHaveCount(1);
  await page.getByRole("combobox", { name: `Role of @${second.username}` }).selectOption("user");
  await page.getByRole("button", { name: "Change role" }).click();
  await expect(toast(page, "User role updated successfully")).toBeVisible();
  const headers = { authorization: `Bearer ${(await storedSession(second.page)).access_token}` };
  expect((await second.page.request.get("/api/admin/members", { headers })).status()).toBe(403);
  await second.page.goto("/admin/users");
  await expectAt(second.page, "/explore");

  await page.goto("/admin/settings");
  await page.getByRole("switch", { name: "Two-factor for admins" }).click();
  await expect(toast(page, "Settings saved")).toBeVisible();
  await page.goto("/admin");
  await expectAt(page, "/explore");
  await server.query("delete from site_settings where key = 'twoFactorForAdmins'");
  await page.goto("/admin");
  await expectAt(page, "/admin");
  await second.close();
});

test("a setting takes effect immediately, and its change can be reverted", async ({ page }) => {
  await enterAsAdmin(page, "/admin/settings");
  await page.getByRole("textbox", { name: "Site name" }).fill("Looks");
  await page.getByRole("button", { name: "Save changes" }).click();
  await expect(toast(page, "Settings saved")).toBeVisible();
  expect(await (await page.request.get("/explore")).text()).toContain("· Looks</title>");
  await page.getByRole("button", { name: "Revert Site name" }).first().click();
  await expect(toast(page, "Settings reverted")).toBeVisible();
  expect(await (await page.request.get("/explore")).text()).toContain("· Fash</title>");
  await page.getByRole("button", { name: "Customize theme" }).click();
  await expect(toast(page, "Theme customization coming soon!")).toBeVisible();
});

test("a member takes a copy of their data, deletes the account, and keeps it by signing in", async ({ page }) => {
  const email = await signUpAs(page, "Leaving Soon", "/settings");
  await page.getByRole("button", { name: "Prepare my data" }).click();
  const link = page.getByRole("link", { name: "Download" });
  await expect(link).toBeVisible({ timeout: 60_000 });
  const file = await page.request.get((await link.getAttribute("href")) ?? "");
  expect([file.status(), file.headers()["content-type"]]).toEqual([200, "application/zip"]);
  await page.getByRole("button", { name: "Delete my account" }).click();
  const field = page.getByRole("textbox", { name: /^Type .* to confirm/ });
  const username = (/^Type (\S+) to confirm/.exec((await page.getByText(/^Type .* to confirm/).textContent()) ?? "") ??
    [])[1];
  await field.fill(username ?? "");
  await page.getByRole("dialog").getByRole("button", { name: "Delete my account" }).click();
  await expectAt(page, "/auth");
  await expect(page.getByText("Your account will be deleted in 30 days")).toBeVisible();
  await fillSignIn(page, email);
  await expect(toast(page, "Welcome back! Your account will not be deleted.")).toBeVisible();
  await page.getByRole("button", { name: "Settings" }).click();
  await expectAt(page, "/settings");
  await expect(page.getByRole("button", { name: "Delete my account" })).toBeVisible();
});
