import { expect, type Page, test } from "@playwright/test";
import { fillSignIn, fillSignUp, goodPassword, newEmail, signUpAs, typeCode } from "./support/accounts.ts";
import { codeIn, linkIn, newestMail } from "./support/outbox.ts";
import { expectAt, toast } from "./support/page.ts";
import { addresses } from "./support/server-settings.ts";
import { clearSession } from "./support/session.ts";

const newPassword = "paper lantern 12";

async function askForRecovery(page: Page, email: string): Promise<void> {
  await page.goto("/forgot-password");
  await page.getByLabel("Email").fill(email);
  await page.getByRole("button", { name: "Send recovery link" }).click();
  await expect(toast(page, "We will send you password recovery link on email.")).toBeVisible();
}

async function setPassword(page: Page, password: string): Promise<void> {
  await page.getByLabel("New password", { exact: true }).fill(password);
  await page.getByLabel("Re-enter new password").fill(password);
  await page.getByRole("button", { name: "Change Password" }).click();
}

test("a recovery link opens the form without asking for the old password, and works once", async ({
  page,
  browser,
}) => {
  const email = await signUpAs(page, "Link Back");
  await clearSession(page);
  await askForRecovery(page, email);
  const link = linkIn(await newestMail(page, email));
  await page.goto(link);
  await expectAt(page, "/change-password");
  await expect(page.getByLabel("Current password")).toHaveCount(0);
  await setPassword(page, newPassword);
  await expect(toast(page, "Password changed successfully!")).toBeVisible();
  await expectAt(page, "/settings");

  const other = await (await browser.newContext()).newPage();
  await other.goto(link);
  await expect(other.getByRole("heading", { name: "This link has expired" })).toBeVisible();
  await other.goto("/auth");
  await fillSignIn(other, email, goodPassword);
  await expect(toast(other, "Invalid email or password")).toBeVisible();
  await fillSignIn(other, email, newPassword);
  await expectAt(other, "/");
});

test("the code of the mail works on another device, too", async ({ page, browser }) => {
  const email = await signUpAs(page, "Code Back");
  const phone = await (await browser.newContext()).newPage();
  await askForRecovery(phone, email);
  await typeCode(phone, codeIn(await newestMail(phone, email), 6));
  await phone.getByRole("button", { name: "Continue" }).click();
  await expectAt(phone, "/change-password");
  await setPassword(phone, newPassword);
  await expectAt(phone, "/settings");
  // The new password ended the session with the old one.
  await page.reload();
  await expectAt(page, "/auth");
});

test("an unknown address gets the same response as a known one", async ({ page }) => {
  await askForRecovery(page, newEmail());
  await expect(page.getByRole("heading", { name: "Check your email" })).toBeVisible();
});

test("a member changes the password with the current one and a matching confirmation", async ({ page }) => {
  await signUpAs(page, "Fresh Lock");
  await page.getByRole("link", { name: "Change Password" }).click();
  await page.getByLabel("Current password").fill(goodPassword);
  await page.getByLabel("New password", { exact: true }).fill(newPassword);
  await page.getByLabel("Re-enter new password").fill("something else");
  await page.getByRole("button", { name: "Change Password" }).click();
  await expect(toast(page, "Passwords do not match")).toBeVisible();

  await page.getByLabel("Current password").fill("a wrong guess");
  await setPassword(page, newPassword);
  await expect(toast(page, "Failed to change password")).toBeVisible();
  await expect(page.getByRole("alert").filter({ hasText: "This isn't your current password" })).toBeVisible();

  await page.getByLabel("Current password").fill(goodPassword);
  await page.getByRole("button", { name: "Change Password" }).click();
  await expect(toast(page, "Password changed successfully!")).toBeVisible();
  await expectAt(page, "/settings");
});

test.describe("where addresses are confirmed", () => {
  test.use({ baseURL: addresses.confirming });

  test("sign-up waits for the code in the mail", async ({ page }) => {
    const email = newEmail();
    await page.goto("/auth?tab=sign-up");
    await fillSignUp(page, { name: "Confirm Code", email });
    await expect(page.getByRole("heading", { name: "Check your email" })).toBeVisible();
    await typeCode(page, "000000");
    await page.getByRole("button", { name: "Confirm" }).click();
    await expect(page.getByRole("alert").filter({ hasText: "That code isn't right, or it is too old." })).toBeVisible();
    await typeCode(page, codeIn(await newestMail(page, email), 6));
    await page.getByRole("button", { name: "Confirm" }).click();
    await expectAt(page, "/onboarding");
  });

  test("or for its link, also where the boxes for the code did not load", async ({ page }) => {
    const email = newEmail();
    await page.route(/\/assets\/confirm-email-/, (route) => route.abort());
    await page.goto("/auth?tab=sign-up");
    await fillSignUp(page, { name: "Confirm Link", email });
    await expect(page.getByText("This part didn't load.")).toBeVisible();
    await expect(page.getByRole("heading", { name: "Check your email" })).toBeVisible();
    const link = linkIn(await newestMail(page, email));
    await page.goto(link);
    await expect(page.getByRole("heading", { name: "What do you wear?" })).toBeVisible();
    await expect(toast(page, "Welcome to Fash!")).toBeVisible();
    await page.goto("/settings");
    await expect(page.getByLabel("Email", { exact: true })).toHaveValue(email);
  });

  test("or for its link in another browser, which then asks for sign-in", async ({ page, browser }) => {
    const email = newEmail();
    await page.goto("/auth?tab=sign-up");
    await fillSignUp(page, { name: "Confirm Elsewhere", email });
    await expect(page.getByRole("heading", { name: "Check your email" })).toBeVisible();
    const link = linkIn(await newestMail(page, email));
    const other = await (await browser.newContext()).newPage();
    await other.goto(link);
    await expectAt(other, "/auth");
    await expect(toast(other, "Please sign in to continue")).toBeVisible();
    await fillSignIn(other, email);
    await expectAt(other, "/onboarding");
  });

  test("an unconfirmed member who signs in is told to confirm", async ({ page }) => {
    const email = newEmail();
    await page.goto("/auth?tab=sign-up");
    await fillSignUp(page, { name: "Too Early", email });
    await expect(page.getByRole("heading", { name: "Check your email" })).toBeVisible();
    await page.goto("/auth");
    await fillSignIn(page, email);
    await expect(toast(page, "Please check your email to confirm your account")).toBeVisible();
    await expect(page.getByLabel("Digit 1 of 6")).toBeVisible();
  });

  test("a provider that is not configured shows an error and stays on the page", async ({ page }) => {
    await page.goto("/auth");
    await page.getByRole("button", { name: "Google" }).click();
    await expect(toast(page, "Failed to sign in with Google")).toBeVisible();
    await page.goto("/auth-choice");
    await page.getByRole("button", { name: "Continue with Facebook" }).click();
    await expect(toast(page, "Failed to sign in with Facebook")).toBeVisible();
  });
});
