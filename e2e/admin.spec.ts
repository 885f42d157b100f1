import { type Browser, expect, type Page, test } from "@playwright/test";
import { expectAccessible } from "./accessibility.ts";
import { newWord, postQuietly } from "./outfits.ts";
import { openOwnServer, type OwnServer } from "./own-server.ts";
import { enterAs, expectAt, joinAs, saveSession, toast } from "./people.ts";
import { addresses } from "./servers.ts";

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
  const email = await joinAs(page, name, "/me");
  const username = ((await page.getByRole("heading", { level: 1 }).textContent()) ?? "").replace("@", "");
  const title = `Look ${newWord()}`;
  const outfitId = await postQuietly(page, title);
  return { page, email, username, title, outfitId, close: () => context.close() };
}

test("visitors sign in first, and members without the role end at explore", async ({ page }) => {
  await page.goto("/admin/users");
  await expectAt(page, "/auth");
  await joinAs(page, "Plain Member", "/admin");
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
  for (const path of ["", "/users", "/content", "/moderation", "/audit", "/settings"]) {
    await page.goto(`/admin${path}`);
    await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
    await expectAccessible(page, `admin${path}`);
  }
  await page.setViewportSize({ width: 390, height: 844 });
  await page.goto("/admin");
  await page.getByRole("button", { name: "Open menu" }).click();
  await page.getByRole("dialog", { name: "Admin menu" }).getByRole("link", { name: "User Management" }).click();
  await expectAt(page, "/admin/users");
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
  const token = async (member: typeof good) =>
    JSON.parse((await member.page.evaluate(() => localStorage.getItem("fash.session"))) ?? "{}").access_token as string;
  const headers = { authorization: `Bearer ${await token(good)}` };
  const data = { targetType: "outfit", targetId: bad.outfitId, reason: "hate" };
  expect((await page.request.post("/api/reports", { headers, data })).status()).toBe(200);

  await enterAsAdmin(page, "/admin/moderation");
  await expect(page.getByRole("list", { name: "Cases" })).toContainText(bad.title);
  await page.keyboard.press("j");
  await expect(page.getByRole("region", { name: bad.title })).toBeVisible();
  await expectAccessible(page, "a case");
  await page.keyboard.press("s");
  await expect(page.getByRole("textbox", { name: "Message" })).toBeFocused();
  await page.keyboard.press("Control+Enter");
  await expect(toast(page, "Case decided")).toBeVisible();
  await expect(page.getByText("Every report has been looked at.")).toBeVisible();

  await enterAs(bad.page, bad.email, "/closet");
  await expectAt(bad.page, "/account-status");
  await expect(bad.page.getByRole("heading", { name: "Your account is suspended" })).toBeVisible();
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
  const email = await joinAs(page, "Leaving Soon", "/settings");
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
  await expectAt(page, "/");
  await enterAs(page, email, "/settings");
  await expect(page.getByRole("button", { name: "Delete my account" })).toBeVisible();
});
