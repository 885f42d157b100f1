import { expect, test } from "@playwright/test";
import { fillSignIn, fillSignUp, goodPassword, newEmail, signUpAs } from "./support/accounts.ts";
import { createOutfit, newWord, photoLink } from "./support/outfits.ts";
import { expectAt, toast } from "./support/page.ts";
import { pressSlowly } from "./support/press-slowly.ts";
import { clearSession } from "./support/session.ts";

test("a new member sees the suggested username, signs up, takes the tour and has the bio", async ({ page }) => {
  await page.goto("/auth");
  await page.getByRole("tab", { name: "Sign Up" }).click();
  const name = `Mia ${newEmail().slice(4, 10)}`;
  await page.getByLabel("Name").fill(name);
  await expect(page.getByText(`You will be @${name.toLowerCase().replace(" ", ".")}`)).toBeVisible();
  await fillSignUp(page, { name, email: newEmail(), bio: "Linen, mostly." });
  await expect(toast(page, "Account created! Welcome to Fash!")).toBeVisible();
  await expectAt(page, "/onboarding");
  await page.getByRole("button", { name: "Skip" }).click();
  await page.getByRole("button", { name: "Skip" }).click();
  await expectAt(page, "/");
  await page.goto("/settings");
  await expect(page.getByLabel("Bio")).toHaveValue("Linen, mostly.");
});

test("every error is shown at its field, and the first as a toast", async ({ page }) => {
  await page.goto("/auth?tab=sign-up");
  await page.getByLabel("Email").fill("no address");
  await page.getByLabel("Password", { exact: true }).fill("short");
  await page.getByRole("button", { name: "Create Account" }).click();
  await expect(toast(page, "Name is required")).toBeVisible();
  await expect(page.getByRole("alert").filter({ hasText: "Name is required" })).toBeVisible();
  await expect(page.getByRole("alert").filter({ hasText: "Invalid email address" })).toBeVisible();
  await expect(page.getByRole("alert").filter({ hasText: "Password must be at least 8 characters" })).toBeVisible();
});

test("a press on a button is not lost when leaving a field shows its error", async ({ page }) => {
  await page.goto("/auth?tab=sign-up");
  await page.getByLabel("Name").fill("Slow Presser");
  await page.getByLabel("Email").fill("no address");
  await pressSlowly(page, page.getByRole("button", { name: "Create Account" }));
  await expect(page.getByRole("alert").filter({ hasText: "Password must be at least 8 characters" })).toBeVisible();
  await expect(page.getByRole("alert").filter({ hasText: "Invalid email address" })).toBeVisible();
});

test("an address with an account cannot sign up again, and the form keeps its values", async ({ page, browser }) => {
  const email = await signUpAs(page, "First Comer");
  const other = await (await browser.newContext()).newPage();
  await other.goto("/auth?tab=sign-up");
  await fillSignUp(other, { name: "Second Comer", email });
  await expect(toast(other, "An account with this email already exists")).toBeVisible();
  await expect(other.getByLabel("Name")).toHaveValue("Second Comer");
});

test("Back after a sign-in does not lead to the page that asked for it again", async ({ page, browser }) => {
  const title = `Twice ${newWord()}`;
  const email = await signUpAs(page, "Once Only");
  await createOutfit(page, title);
  const visitor = await (await browser.newContext()).newPage();
  await visitor.goto(`/explore?q=${title.split(" ")[1]}`);
  await photoLink(visitor, title).click();
  await expect(visitor.getByRole("heading", { name: title, level: 1 })).toBeVisible();
  await visitor
    .getByRole("button", { name: `Like ${title}` })
    .first()
    .click();
  await expectAt(visitor, "/auth");
  await fillSignIn(visitor, email);
  await expect(visitor.getByRole("heading", { name: title, level: 1 })).toBeVisible();
  await expect(visitor.getByRole("button", { name: `Like ${title}` }).first()).toHaveAttribute("aria-pressed", "true");
  await visitor.goBack();
  await expectAt(visitor, "/explore");
});

test("sign-in returns to the page that required it", async ({ page, browser }) => {
  const email = await signUpAs(page, "Way Back");
  const visitor = await (await browser.newContext()).newPage();
  await visitor.goto("/settings");
  await expectAt(visitor, "/auth");
  await fillSignIn(visitor, email);
  await expect(toast(visitor, "Welcome back!")).toBeVisible();
  await expectAt(visitor, "/settings");
});

test("a wrong password is rejected with a clear message and can be retyped", async ({ page, browser }) => {
  const email = await signUpAs(page, "Wrong Key");
  const visitor = await (await browser.newContext()).newPage();
  await visitor.goto("/auth");
  await fillSignIn(visitor, email, "not the password");
  await expect(toast(visitor, "Invalid email or password")).toBeVisible();
  await expect(visitor.getByLabel("Password", { exact: true })).toBeFocused();
  await visitor.getByLabel("Password", { exact: true }).fill(goodPassword);
  await visitor.getByRole("button", { name: "Sign In", exact: true }).click();
  await expectAt(visitor, "/");
});

test("the return URL never leads to another site", async ({ page }) => {
  const email = await signUpAs(page, "No Detour");
  await clearSession(page);
  for (const next of ["https://evil.example/", "//evil.example", "/\\evil.example", "/x/..//evil.example"]) {
    await page.goto(`/auth?next=${encodeURIComponent(next)}`);
    await fillSignIn(page, email);
    await expect(page).toHaveURL((url) => url.hostname === "localhost" && url.pathname !== "/auth");
    await clearSession(page);
  }
});

test("a signed-in member is redirected from /auth to the home page", async ({ page }) => {
  await signUpAs(page, "Signed In");
  await page.goto("/auth?tab=sign-up");
  await expectAt(page, "/");
});

test("the password can be shown while typing", async ({ page }) => {
  await page.goto("/auth");
  const field = page.getByLabel("Password", { exact: true });
  await field.fill("visible");
  await page.getByRole("button", { name: "Show password" }).click();
  await expect(field).toHaveAttribute("type", "text");
  await page.getByRole("button", { name: "Hide password" }).click();
  await expect(field).toHaveAttribute("type", "password");
});

test("logging out clears both storages, confirms it, and Back shows nothing [S-29]", async ({ page }) => {
  await signUpAs(page, "Leaving Now");
  await expect(page.getByLabel("Username")).toHaveValue(/leaving\.now/);
  await page.evaluate(() => sessionStorage.setItem("left", "over"));
  await page.getByRole("button", { name: "Log Out", exact: true }).click();
  await expectAt(page, "/auth");
  await expect(toast(page, "Logged out successfully")).toBeVisible();
  const left = await page.evaluate(() => ({
    local: Object.keys(localStorage),
    session: Object.keys(sessionStorage),
  }));
  expect(left.local).toEqual([]);
  expect(left.session).not.toContain("left");
  await page.goBack();
  await expect(page.getByLabel("Username")).toHaveCount(0);
  await page.goto("/settings");
  await expectAt(page, "/auth");
});

test("logging out offline keeps the session, says so, and offers to forget it on this device", async ({ page }) => {
  await signUpAs(page, "Offline Leaver");
  await page.route("**/auth/v1/logout**", (route) => route.abort());
  await page.getByRole("button", { name: "Log Out", exact: true }).click();
  await expect(toast(page, "Failed to log out. Please try again.")).toBeVisible();
  await expectAt(page, "/settings");
  await page.getByRole("button", { name: "Forget me on this device anyway" }).click();
  await expectAt(page, "/auth");
  await page.goto("/settings");
  await expectAt(page, "/auth");
});
