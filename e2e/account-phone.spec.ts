import { expect, type Page, test } from "@playwright/test";
import { newPhone, typeCode } from "./support/accounts.ts";
import { codeIn, newestMail } from "./support/outbox.ts";
import { expectAt, toast } from "./support/page.ts";

const codeDigits = 4;

async function askForCode(page: Page, digits: string): Promise<void> {
  await page.goto("/auth-mobile");
  await page.getByLabel("Mobile number").fill(digits);
  await page.getByRole("button", { name: "CONTINUE" }).click();
  await expect(toast(page, "OTP sent to your phone!")).toBeVisible();
  await expectAt(page, "/auth-otp");
}

async function codeFor(page: Page, digits: string): Promise<string> {
  return codeIn(await newestMail(page, `+91${digits}`), codeDigits);
}

/** A code that differs from this one. */
function wrongCode(right: string): string {
  return right === "1111" ? "2222" : "1111";
}

test("a phone number creates an account, and signs in to it again", async ({ page, browser }) => {
  const digits = newPhone();
  await askForCode(page, digits);
  await expect(page.getByRole("button", { name: "SUBMIT" })).toBeDisabled();
  await typeCode(page, await codeFor(page, digits));
  await page.getByRole("button", { name: "SUBMIT" }).click();
  await expect(toast(page, "Phone verified successfully!")).toBeVisible();
  await expectAt(page, "/onboarding");
  await expect(page.getByRole("heading", { name: "What should we call you?" })).toBeVisible();
  await page.goto("/settings");
  const username = await page.getByLabel("Username").inputValue();

  const other = await (await browser.newContext()).newPage();
  const first = await newestMail(page, `+91${digits}`);
  await askForCode(other, digits);
  await typeCode(other, codeIn(await newestMail(other, `+91${digits}`, first), codeDigits));
  await other.getByRole("button", { name: "SUBMIT" }).click();
  await expect(other).not.toHaveURL(/\/auth-otp/);
  await other.goto("/settings");
  await expect(other.getByLabel("Username")).toHaveValue(username);
});

test("the number accepts ten to fifteen digits only", async ({ page }) => {
  await page.goto("/auth-mobile");
  const field = page.getByLabel("Mobile number");
  await field.pressSequentially("98-76a5");
  await expect(field).toHaveValue("98765");
  await page.getByRole("button", { name: "CONTINUE" }).click();
  await expect(toast(page, "Invalid phone number")).toBeVisible();
  await field.fill("1234567890123456789");
  await expect(field).toHaveValue("123456789012345");
  await expect(page.getByLabel("Country")).toHaveValue("IN");
});

test("the code boxes move forward and back, and accept a paste", async ({ page, context }) => {
  await context.grantPermissions(["clipboard-read", "clipboard-write"]);
  await askForCode(page, newPhone());
  const box = (index: number) => page.getByLabel(`Digit ${index} of 4`);
  await expect(box(1)).toBeFocused();
  await expect(box(1)).toHaveAttribute("autocomplete", "one-time-code");
  await page.keyboard.type("12");
  await expect(box(3)).toBeFocused();
  await page.keyboard.press("Backspace");
  await expect(box(2)).toBeFocused();
  await page.evaluate(() => navigator.clipboard.writeText("9 8 7 6"));
  await page.keyboard.press("ControlOrMeta+v");
  await expect(box(4)).toHaveValue("6");
  await expect(page.getByRole("button", { name: "SUBMIT" })).toBeEnabled();
});

const spentText = "Too many wrong codes. Please request a new one.";

test("five wrong attempts invalidate a code, and a new one works [S-12]", async ({ page }) => {
  test.slow();
  const digits = newPhone();
  await page.clock.install();
  await askForCode(page, digits);
  const first = await newestMail(page, `+91${digits}`);
  const right = codeIn(first, codeDigits);
  for (let tries = 0; tries < 5; tries++) {
    // After each rejection the first box is empty and focused.
    await expect(page.getByLabel("Digit 1 of 4")).toBeFocused();
    await page.keyboard.type(wrongCode(right));
    await page.getByRole("button", { name: "SUBMIT" }).click();
    await expect(page.getByLabel("Digit 1 of 4")).toHaveValue("");
    const text = tries < 4 ? "Invalid OTP. Please try again." : spentText;
    await expect(page.getByRole("alert").filter({ hasText: text })).toBeVisible();
  }
  await typeCode(page, right);
  await page.getByRole("button", { name: "SUBMIT" }).click();
  await expect(page.getByRole("alert").filter({ hasText: spentText })).toBeVisible();
  await expectAt(page, "/auth-otp");

  await page.clock.fastForward("01:01");
  await page.getByRole("button", { name: "Resend OTP" }).click();
  await expect(toast(page, "OTP resent successfully!")).toBeVisible();
  await typeCode(page, codeIn(await newestMail(page, `+91${digits}`, first), codeDigits));
  await page.getByRole("button", { name: "SUBMIT" }).click();
  await expectAt(page, "/onboarding");
});

test("the resend waits for its countdown", async ({ page }) => {
  await page.clock.install();
  await askForCode(page, newPhone());
  await expect(page.getByRole("button", { name: /Resend OTP in \d+ s/ })).toBeDisabled();
  await page.clock.fastForward("01:01");
  await expect(page.getByRole("button", { name: "Resend OTP", exact: true })).toBeEnabled();
});

test("the code page without a number redirects to the number", async ({ page }) => {
  await page.goto("/auth-otp");
  await expectAt(page, "/auth-mobile");
});

test("a failure to send the message is reported", async ({ page }) => {
  await page.route("**/auth/v1/otp**", (route) => route.abort());
  await page.goto("/auth-mobile");
  await page.getByLabel("Mobile number").fill(newPhone());
  await page.getByRole("button", { name: "CONTINUE" }).click();
  await expect(toast(page, "Failed to send OTP")).toBeVisible();
  await expectAt(page, "/auth-mobile");
});
