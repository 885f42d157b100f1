import { expect, type Page, test } from "@playwright/test";
import { blockAppCode } from "./block-app-code.ts";
import { newWord, postQuietly } from "./outfits.ts";
import { expectAt, goodPassword, joinAs, toast } from "./people.ts";

const phone = { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true };
test.use(phone);

let outfitId = "";
const title = `Early ${newWord()}`;

test.beforeAll(async ({ browser }) => {
  const author = await browser.newPage();
  await joinAs(author, "Early Author");
  outfitId = await postQuietly(author, title);
  await author.context().close();
});

/** A mismatch makes React render a part anew, and would lose what was typed into it. */
test.beforeEach(({ page }) => {
  page.on("pageerror", (error) => {
    throw error;
  });
});

/** Opens a page on a slow phone and acts on it as soon as its text is painted, before the app's code has run. */
async function openEarly(page: Page, path: string): Promise<() => Promise<void>> {
  const devtools = await page.context().newCDPSession(page);
  await devtools.send("Emulation.setCPUThrottlingRate", { rate: 4 });
  const allowAppCode = await blockAppCode(page);
  await page.goto(path, { waitUntil: "commit" });
  await expect(page.locator("#app[data-hydrating]")).toBeVisible();
  return async () => {
    allowAppCode();
    await expect(page.locator("[data-hydrating]")).toHaveCount(0);
  };
}

interface Early {
  path: string;
  button: RegExp | string;
  expected: (page: Page) => Promise<void>;
}

const asksToSignIn = (prompt: string) => async (page: Page) => {
  await expect(toast(page, prompt)).toBeVisible();
  await expectAt(page, "/auth");
};
const outfitPath = () => `/outfit/${outfitId}`;

test("each control of a feed responds to a tap from before hydration", async ({ page }) => {
  const taps: Early[] = [
    { path: "/explore", button: /^Like /, expected: asksToSignIn("Please sign in to like outfits") },
    { path: "/explore", button: /^Save /, expected: asksToSignIn("Please sign in to save outfits") },
    {
      path: "/explore",
      button: "Filter by style",
      expected: (at) => expect(at.getByRole("group", { name: "Style" })).toBeVisible(),
    },
  ];
  for (const tap of taps) await tapEarly(page, tap);
});

test("each control of an outfit's page responds to a tap from before hydration", async ({ page, context }) => {
  await context.grantPermissions(["clipboard-read", "clipboard-write"]);
  const taps: Early[] = [
    { path: outfitPath(), button: /^Like /, expected: asksToSignIn("Please sign in to like outfits") },
    { path: outfitPath(), button: /^Save /, expected: asksToSignIn("Please sign in to save outfits") },
    { path: outfitPath(), button: /^Follow/, expected: asksToSignIn("Please sign in") },
    { path: outfitPath(), button: /^More about this outfit/, expected: asksToSignIn("Please sign in") },
    {
      path: outfitPath(),
      button: "Share",
      expected: (at) => expect(toast(at, "Link copied to clipboard!")).toBeVisible(),
    },
    { path: outfitPath(), button: "Back", expected: (at) => expectAt(at, "/explore") },
  ];
  for (const tap of taps) await tapEarly(page, tap);
});

async function tapEarly(page: Page, { path, button, expected }: Early): Promise<void> {
  const hydrate = await openEarly(page, path);
  const control = page.getByRole("button", { name: button }).first();
  await control.tap();
  await expect(control).toHaveAttribute("data-pending");
  await hydrate();
  await expected(page);
  await page.unrouteAll({ behavior: "wait" });
}

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
