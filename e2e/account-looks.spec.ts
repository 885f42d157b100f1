import { expect, test } from "@playwright/test";
import { expectAccessible } from "./support/accessibility.ts";
import { goodPassword, newEmail, newPhone, signUpAs } from "./support/accounts.ts";
import { expectAt, toast } from "./support/page.ts";

// Each test visits a dozen screens.
test.describe.configure({ timeout: 150_000 });

test("axe finds no violations on sign-in screens, errors included", async ({ page }) => {
  await page.goto("/onboarding");
  await expect(page.getByRole("link", { name: "GET STARTED" })).toBeVisible();
  await expectAccessible(page, "onboarding");
  await page.goto("/auth-choice");
  await expect(page.getByRole("link", { name: "SIGN IN WITH MOBILE" })).toBeVisible();
  await expectAccessible(page, "choice");
  await page.goto("/auth");
  await page.getByRole("button", { name: "Sign In", exact: true }).click();
  await expect(page.getByRole("alert").filter({ hasText: "Invalid email address" })).toBeVisible();
  await expectAccessible(page, "sign in");
  await page.getByRole("tab", { name: "Sign Up" }).click();
  await page.getByRole("button", { name: "Create Account" }).click();
  await expect(page.getByRole("alert").filter({ hasText: "Name is required" })).toBeVisible();
  await expectAccessible(page, "sign up");
  await page.goto("/auth-mobile");
  await page.getByRole("button", { name: "CONTINUE" }).click();
  await expect(page.getByRole("alert").filter({ hasText: "Invalid phone number" })).toBeVisible();
  await expectAccessible(page, "mobile number");
  await page.getByLabel("Mobile number").fill(newPhone());
  await page.getByRole("button", { name: "CONTINUE" }).click();
  await expect(page.getByLabel("Digit 1 of 4")).toBeVisible();
  await expectAccessible(page, "one-time code");
  await page.goto("/forgot-password");
  await expect(page.getByLabel("Email")).toBeVisible();
  await expectAccessible(page, "forgot password");
  await page.getByLabel("Email").fill(newEmail());
  await page.getByRole("button", { name: "Send recovery link" }).click();
  await expect(page.getByLabel("Digit 1 of 6")).toBeVisible();
  await expectAccessible(page, "recovery code");
  await page.goto("/change-password?error_code=otp_expired");
  await expect(page.getByRole("heading", { name: "This link has expired" })).toBeVisible();
  await expectAccessible(page, "expired link");
});

test("axe finds no violations on account screens, dialogs included", async ({ page }) => {
  await signUpAs(page, "Well Kept", "/onboarding");
  await expect(page.getByRole("list", { name: "Styles" }).getByRole("button").first()).toBeVisible();
  await expectAccessible(page, "choose styles");
  await page.goto("/change-password");
  await page.getByLabel("New password", { exact: true }).fill("short");
  await page.getByRole("button", { name: "Change Password" }).click();
  await expect(page.getByRole("alert").filter({ hasText: "Password must be at least 8 characters" })).toBeVisible();
  await expectAccessible(page, "change password");
  await page.goto("/settings");
  await expect(page.getByText("Active now")).toBeVisible();
  await expectAccessible(page, "settings");
  await page.getByRole("button", { name: "Set up" }).click();
  await page.getByRole("button", { name: "Continue" }).click();
  await expect(page.getByRole("img", { name: /^QR code/ })).toBeVisible();
  await expectAccessible(page, "authenticator");
});

test("the keyboard alone signs in", async ({ page }) => {
  const email = await signUpAs(page, "No Mouse", "/healthz");
  await page.evaluate(() => localStorage.clear());
  await page.goto("/auth");
  await expect(page.locator("[data-hydrating]")).toHaveCount(0);
  await page.getByRole("tab", { name: "Sign In" }).focus();
  await page.keyboard.press("ArrowRight");
  await expect(page.getByRole("tab", { name: "Sign Up" })).toBeFocused();
  await page.keyboard.press("ArrowLeft");
  await page.keyboard.press("Tab");
  await expect(page.getByLabel("Email")).toBeFocused();
  await page.keyboard.type(email);
  await page.keyboard.press("Tab");
  await expect(page.getByRole("link", { name: "Forgot Password?" })).toBeFocused();
  await page.keyboard.press("Tab");
  await page.keyboard.type(goodPassword);
  await page.keyboard.press("Tab");
  await expect(page.getByRole("button", { name: "Show password" })).toBeFocused();
  await page.keyboard.press("Tab");
  await page.keyboard.press("Enter");
  await expect(toast(page, "Welcome back!")).toBeVisible();
  await expectAt(page, "/");
});
