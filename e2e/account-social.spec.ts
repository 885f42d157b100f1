import { expect, type Page, test } from "@playwright/test";
import { fillSignIn, newEmail, signUpAs } from "./support/accounts.ts";
import { expectAt, toast } from "./support/page.ts";
import { clearSession } from "./support/session.ts";

/** At the provider's own page. */
async function allowAs(page: Page, email: string): Promise<void> {
  await page.getByLabel("Provider email").fill(email);
  await page.getByRole("button", { name: "Allow" }).click();
}

/** An account that is a few seconds old is new to the app, so that a second sign-in may begin with the onboarding, too. */
async function openSettings(page: Page): Promise<void> {
  await expect(page.getByText(/^(Welcome Back|Step 1 of 2)/).first()).toBeVisible();
  await page.goto("/settings");
}

for (const provider of ["Google", "Facebook"]) {
  test(`${provider} creates an account, begins with the onboarding, and signs in again`, async ({ page }) => {
    const email = newEmail();
    await page.goto("/settings");
    await page.getByRole("button", { name: provider }).click();
    await allowAs(page, email);
    await expectAt(page, "/onboarding");
    await expect(toast(page, "Account created! Welcome to Fash!")).toBeVisible();
    expect(new URL(page.url()).searchParams.get("next")).toBe("/settings");
    await page.goto("/settings");
    const username = await page.getByLabel("Username").inputValue();

    await clearSession(page);
    await page.goto("/auth");
    await page.getByRole("button", { name: provider }).click();
    await allowAs(page, email);
    await openSettings(page);
    await expect(page.getByLabel("Username")).toHaveValue(username);
  });
}

test("denying access at the provider leads back to /auth with an error", async ({ page }) => {
  await page.goto("/auth");
  await page.getByRole("button", { name: "Google" }).click();
  await page.getByRole("button", { name: "Deny" }).click();
  await expectAt(page, "/auth");
  await expect(toast(page, "Failed to sign in with Google")).toBeVisible();
});

test("Google signs in to the account of its verified address", async ({ page, browser }) => {
  const email = await signUpAs(page, "Both Ways");
  const username = await page.getByLabel("Username").inputValue();
  const other = await (await browser.newContext()).newPage();
  await other.goto("/auth");
  await other.getByRole("button", { name: "Google" }).click();
  await allowAs(other, email);
  await openSettings(other);
  await expect(other.getByLabel("Username")).toHaveValue(username);
});

test("Facebook never signs in to the account of an unverified address [S-17]", async ({ page, browser }) => {
  const email = await signUpAs(page, "Not Yours");
  const other = await (await browser.newContext()).newPage();
  await other.goto("/auth");
  await other.getByRole("button", { name: "Facebook" }).click();
  await allowAs(other, email);
  await expectAt(other, "/auth");
  await expect(toast(other, "An account with this email already exists")).toBeVisible();
});

test("a member connects Facebook, signs in with it, and disconnects it", async ({ page, browser }) => {
  const email = await signUpAs(page, "Linked Up");
  const socialEmail = newEmail();
  await page.getByRole("button", { name: "Connect Facebook" }).click();
  await allowAs(page, socialEmail);
  await expectAt(page, "/settings");
  await expect(toast(page, "Facebook is connected")).toBeVisible();
  await expect(page.getByText(socialEmail)).toBeVisible();

  const other = await (await browser.newContext()).newPage();
  await other.goto("/auth?next=/settings");
  await other.getByRole("button", { name: "Facebook" }).click();
  await allowAs(other, socialEmail);
  await expectAt(other, "/settings");
  await expect(toast(other, "Welcome back!")).toBeVisible();
  await expect(other.getByLabel("Email", { exact: true })).toHaveValue(email);

  await page.getByRole("button", { name: "Disconnect Facebook" }).click();
  await page.getByRole("dialog").getByRole("button", { name: "Disconnect" }).click();
  await expect(toast(page, "Facebook is disconnected")).toBeVisible();
  await expect(page.getByRole("button", { name: "Connect Facebook" })).toBeVisible();
});

test("an identity of another member cannot be connected", async ({ page, browser }) => {
  const socialEmail = newEmail();
  await page.goto("/auth");
  await page.getByRole("button", { name: "Facebook" }).click();
  await allowAs(page, socialEmail);
  await expect(toast(page, "Account created! Welcome to Fash!")).toBeVisible();
  const other = await (await browser.newContext()).newPage();
  await signUpAs(other, "Second Claim");
  await other.getByRole("button", { name: "Connect Facebook" }).click();
  await allowAs(other, socialEmail);
  await expectAt(other, "/settings");
  await expect(toast(other, "This Facebook is connected to another member")).toBeVisible();
});

test("the only sign-in method cannot be disconnected", async ({ page }) => {
  await page.goto("/auth?next=/settings");
  await page.getByRole("button", { name: "Google" }).click();
  await allowAs(page, newEmail());
  await expectAt(page, "/onboarding");
  await page.goto("/settings");
  await page.getByRole("button", { name: "Disconnect Google" }).click();
  await expect(toast(page, "Google is your only way to sign in")).toBeVisible();
});

test("a forged callback is rejected", async ({ page }) => {
  const email = await signUpAs(page, "Forged Return");
  await clearSession(page);
  await page.goto("/auth/v1/callback?code=1&state=00000000-0000-4000-8000-000000000000");
  await expectAt(page, "/auth");
  await fillSignIn(page, email);
  await expectAt(page, "/");
});
