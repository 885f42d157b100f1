import { expect, test } from "@playwright/test";
import { asksToSignIn, type Early, failOnPageError, findLostElements, openEarly, phone, tapEarly } from "./early.ts";
import { newWord, postQuietly, retro } from "./outfits.ts";
import { expectAt, fillSignUp, goodPassword, joinAs, newEmail, toast } from "./people.ts";

test.use(phone);

let outfitId = "";
const title = `Early ${newWord()}`;

test.beforeAll(async ({ browser }) => {
  const author = await browser.newPage();
  await joinAs(author, "Early Author");
  outfitId = await postQuietly(author, title);
  await author.context().close();
});

test.beforeEach(({ page }) => failOnPageError(page));

const outfitPath = () => `/outfit/${outfitId}`;

test("hydration keeps each element of the served pages", async ({ page }) => {
  for (const path of ["/", "/explore", outfitPath(), "/swipes", "/auth", "/auth?tab=sign-up", "/articles", "/events"]) {
    expect(await findLostElements(page, path), path).toEqual([]);
  }
});

test("each control of a feed responds to a tap from before hydration", async ({ page }) => {
  const taps: Early[] = [
    { path: "/explore", button: /^Like /, expected: asksToSignIn("Please sign in to like outfits") },
    { path: "/explore", button: /^Save /, expected: asksToSignIn("Please sign in to save outfits") },
    {
      path: "/explore",
      button: "Filter outfits",
      expected: (at) => expect(at.getByRole("group", { name: "Style" })).toBeVisible(),
    },
    {
      path: "/explore?sort=popular&ai=exclude",
      button: "Newest",
      expected: (at) => expect(at).toHaveURL(/\/explore\?ai=exclude$/),
    },
    { path: `/explore?style=${retro.id}`, button: /^Like /, expected: asksToSignIn("Please sign in to like outfits") },
  ];
  for (const tap of taps) await tapEarly(page, tap);
});

test("each control of an outfit's page responds to a tap from before hydration", async ({ page, context }) => {
  await context.grantPermissions(["clipboard-read", "clipboard-write"]);
  const taps: Early[] = [
    { path: outfitPath(), button: /^Like /, expected: asksToSignIn("Please sign in to like outfits") },
    { path: outfitPath(), button: /^Save /, expected: asksToSignIn("Please sign in to save outfits") },
    { path: outfitPath(), button: /^Follow/, expected: asksToSignIn("Please sign in") },
    { path: outfitPath(), button: /^More options for this outfit/, expected: asksToSignIn("Please sign in") },
    {
      path: outfitPath(),
      button: "Share",
      expected: (at) => expect(toast(at, "Link copied to clipboard!")).toBeVisible(),
    },
    {
      path: outfitPath(),
      button: "Switch between light and dark",
      expected: (at) => expect(at.locator("html")).toHaveAttribute("data-theme", "dark"),
    },
    { path: outfitPath(), button: "Back", expected: (at) => expectAt(at, "/explore") },
  ];
  for (const tap of taps) await tapEarly(page, tap);
});

test("a comment that is typed and sent before hydration keeps words, focus and intent", async ({ page }) => {
  const hydrate = await openEarly(page, outfitPath());
  const field = page.getByRole("textbox", { name: "Add a comment" });
  await field.pressSequentially("Where is the coat");
  await hydrate();
  await expect(field).toHaveValue("Where is the coat");
  await expect(field).toBeFocused();
  await page.keyboard.type(" from?");
  await expect(field).toHaveValue("Where is the coat from?");
  await page.unrouteAll({ behavior: "wait" });

  const hydrateAgain = await openEarly(page, outfitPath());
  await field.pressSequentially("And the hat?");
  await page.getByRole("button", { name: "Post comment" }).tap();
  await hydrateAgain();
  await expect(toast(page, "Please sign in to comment")).toBeVisible();
});

test("the sign-in form accepts typing at once, never shows a password in the address, and signs in", async ({
  page,
}) => {
  const email = await joinAs(page, "Early Typist", "/healthz");
  await page.evaluate(() => localStorage.clear());
  const hydrate = await openEarly(page, "/auth");
  await page.getByLabel("Email").pressSequentially(email);
  await page.keyboard.press("Tab");
  await page.keyboard.press("Tab");
  await page.keyboard.type(goodPassword);
  await page.keyboard.press("Enter");
  await expect(page).toHaveURL("/auth");
  await expect(page.getByLabel("Email")).toHaveValue(email);
  await hydrate();
  await expect(toast(page, "Welcome back!")).toBeVisible();
  await expectAt(page, "/");
});

test("the sign-up form keeps what is typed and sent before its code has loaded", async ({ page }) => {
  const hydrate = await openEarly(page, "/auth?tab=sign-up");
  await fillSignUp(page, { name: "Early Bird", email: newEmail() });
  await expect(page).toHaveURL("/auth?tab=sign-up");
  await hydrate();
  await expectAt(page, "/onboarding");
});

test("tabs of the sign-in page change by a tap or key from before hydration", async ({ page }) => {
  await tapEarly(page, {
    path: "/auth",
    button: "Show password",
    expected: (at) => expect(at.getByRole("button", { name: "Hide password" })).toBeVisible(),
  });
  const hydrate = await openEarly(page, "/auth");
  await page.getByRole("tab", { name: "Sign Up" }).tap();
  await hydrate();
  await expect(page.getByRole("tab", { name: "Sign Up" })).toHaveAttribute("aria-selected", "true");
});
