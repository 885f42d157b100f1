import { type Browser, expect, type Page, test } from "@playwright/test";
import { Secret, TOTP } from "otpauth";
import { fillSignIn, goodPassword, signInAs, signUpAs, typeCode } from "./support/accounts.ts";
import { expectAt, toast } from "./support/page.ts";
import { clearSession } from "./support/session.ts";

const stepMs = 30_000;

/** The app's code; `stepsAhead` for the next one, because a code works once. */
function codeOf(secret: string, stepsAhead = 0): string {
  return new TOTP({ secret: Secret.fromBase32(secret) }).generate({ timestamp: Date.now() + stepsAhead * stepMs });
}

async function enrol(page: Page, name: string): Promise<string> {
  await page.getByRole("button", { name: /^(Set up|Add another)$/ }).click();
  await page.getByRole("dialog").getByLabel("Name").fill(name);
  await page.getByRole("button", { name: "Continue" }).click();
  await expect(page.getByRole("img", { name: `QR code for ${name}`, exact: false })).toBeVisible();
  return (await page.getByRole("dialog").locator("code").innerText()).replaceAll(" ", "");
}

async function prove(page: Page, code: string): Promise<void> {
  await typeCode(page, code);
  await page.getByRole("button", { name: "Verify" }).click();
}

async function newBrowser(browser: Browser): Promise<Page> {
  return (await browser.newContext()).newPage();
}

test("a member adds an authenticator, signs in with its code, and removes it again", async ({ page, browser }) => {
  test.slow();
  const email = await signUpAs(page, "Second Lock");
  const secret = await enrol(page, "Pocket phone");
  await prove(page, codeOf(secret) === "000000" ? "111111" : "000000");
  await expect(page.getByText("That code isn't right. Try the newest one.")).toBeVisible();
  await prove(page, codeOf(secret));
  await expect(toast(page, "Your authenticator is on")).toBeVisible();
  await expect(page.getByRole("list", { name: "Authenticator apps" })).toContainText("Pocket phone");

  const other = await newBrowser(browser);
  await other.goto("/auth?next=/settings");
  await fillSignIn(other, email);
  await expect(other.getByRole("heading", { name: "Your code" })).toBeVisible();
  // A session without the second factor gives no access.
  await other.goto("/settings");
  await expectAt(other, "/auth");
  await prove(other, codeOf(secret) === "000000" ? "111111" : "000000");
  await expect(other.getByText("That code isn't right. Try the newest one.")).toBeVisible();
  await prove(other, codeOf(secret, 1));
  await expect(toast(other, "Welcome back!")).toBeVisible();
  await expectAt(other, "/settings");

  await other.getByRole("button", { name: "Remove Pocket phone" }).click();
  await other.getByRole("dialog").getByRole("button", { name: "Remove" }).click();
  await expect(toast(other, "Authenticator removed")).toBeVisible();
  await clearSession(other);
  await other.goto("/auth");
  await fillSignIn(other, email);
  await expectAt(other, "/");
});

test("with two authenticators the member says which one answers", async ({ page, browser }) => {
  const email = await signUpAs(page, "Two Keys");
  const first = await enrol(page, "Old phone");
  await prove(page, codeOf(first));
  await expect(page.getByRole("list", { name: "Authenticator apps" })).toContainText("Old phone");
  const second = await enrol(page, "New phone");
  await prove(page, codeOf(second));
  await expect(page.getByRole("list", { name: "Authenticator apps" })).toContainText("New phone");

  const other = await newBrowser(browser);
  await other.goto("/auth");
  await fillSignIn(other, email);
  await other.getByText("New phone").click();
  await expect(other.getByRole("radio", { name: "New phone" })).toBeChecked();
  await prove(other, codeOf(second, 1));
  await expectAt(other, "/");
});

test("an unfinished set-up requires no code at the next sign-in", async ({ page, browser }) => {
  const email = await signUpAs(page, "Half Way");
  await enrol(page, "Never scanned");
  await page.keyboard.press("Escape");
  await expect(page.getByRole("dialog")).toHaveCount(0);
  const other = await newBrowser(browser);
  await other.goto("/auth");
  await fillSignIn(other, email);
  await expectAt(other, "/");
});

test("a member without the code can sign in with another account", async ({ page, browser }) => {
  const email = await signUpAs(page, "Lost Phone");
  await prove(page, codeOf(await enrol(page, "Lost")));
  await expect(toast(page, "Your authenticator is on")).toBeVisible();
  const other = await newBrowser(browser);
  await other.goto("/auth");
  await fillSignIn(other, email);
  await other.getByRole("button", { name: "Sign in as someone else" }).click();
  await expect(other.getByRole("tab", { name: "Sign In" })).toBeVisible();
});

test("the member sees every device and logs one of them out [S-27]", async ({ page, browser }) => {
  const email = await signUpAs(page, "Many Devices");
  const agent = "Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) Version/18.0 Mobile/15E148 Safari/604.1";
  const phone = await (await browser.newContext({ userAgent: agent })).newPage();
  await signInAs(phone, email);
  await expect(phone.getByText("Safari on iPhoneThis device")).toBeVisible();

  await page.reload();
  await expect(page.getByText("Chrome on LinuxThis device")).toBeVisible();
  await page.getByRole("button", { name: "Log out Safari on iPhone" }).click();
  await expect(toast(page, "That device is logged out")).toBeVisible();
  await expect(page.getByText("Safari on iPhone")).toHaveCount(0);
  // Its live connection ends at once, and its content disappears.
  await expectAt(phone, "/auth");
});

test("signing out everywhere leaves only this browser signed in [S-26]", async ({ page, browser }) => {
  const email = await signUpAs(page, "Only Here");
  const others = await Promise.all([newBrowser(browser), newBrowser(browser)]);
  for (const other of others) await signInAs(other, email);
  await page.reload();
  await page.getByRole("button", { name: "Log out all others" }).click();
  await page.getByRole("dialog").getByRole("button", { name: "Log out all others" }).click();
  await expect(toast(page, "All other devices are logged out")).toBeVisible();
  for (const other of others) {
    await other.goto("/settings");
    await expectAt(other, "/auth");
  }
  await page.reload();
  await expect(page.getByText("Chrome on LinuxThis device")).toBeVisible();
});

test("a new password logs the other devices out while they are in use [S-26]", async ({ page, browser }) => {
  const email = await signUpAs(page, "New Lock");
  const other = await newBrowser(browser);
  await signInAs(other, email);
  await expect(other.getByRole("heading", { name: "Settings" })).toBeVisible();
  await page.goto("/change-password");
  await page.getByLabel("Current password").fill(goodPassword);
  await page.getByLabel("New password", { exact: true }).fill("paper lantern 12");
  await page.getByLabel("Re-enter new password").fill("paper lantern 12");
  await page.getByRole("button", { name: "Change Password" }).click();
  await expect(toast(page, "Password changed successfully!")).toBeVisible();
  // Without interaction its live connection ends, and its content disappears.
  await expectAt(other, "/auth");
});
