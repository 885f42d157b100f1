import { expect, type Page, test } from "@playwright/test";
import { goodPassword, newEmail, signUpAs } from "./support/accounts.ts";
import { limits } from "#contract/limits.ts";
import {
  asksToSignIn,
  type Early,
  failOnPageError,
  findLostElements,
  hasCopiedLink,
  openEarly,
  phone,
  themeButton as theme,
  tryEarly,
} from "./support/early-input.ts";
import { createOutfit, newWord, retro } from "./support/outfits.ts";
import { expectAt, toast } from "./support/page.ts";
import { addresses } from "./support/server-settings.ts";
import { bearer } from "./support/session.ts";

test.use(phone);

let outfitId = "";
const title = `Early ${newWord()}`;
const word = newWord();
const brand = `${word}'s`;

test.beforeAll(async ({ browser }) => {
  const author = await browser.newPage();
  await signUpAs(author, "Early Author");
  // The feed has a second page, and so the button that shows it.
  for (let n = 0; n < limits.pageItems; n += 1) await createOutfit(author, `Other ${newWord()}`);
  outfitId = await createOutfit(author, title, { tags: [word, "linen"], brand });
  await signUpAs(author, "Early Fan");
  const liked = await author.request.put(`/api/outfits/${outfitId}/like`, { headers: await bearer(author) });
  expect(liked.ok()).toBe(true);
  await author.context().close();
});

test.beforeEach(({ page }) => failOnPageError(page));

const outfitPath = () => `/outfit/${outfitId}`;

test("hydration keeps each element of the served pages", async ({ page }) => {
  const paths = [
    "/",
    "/explore",
    `/explore?style=${retro.id}&colours=black`,
    `/tag/${word}`,
    `/brand/${brand}`,
    outfitPath(),
    "/swipes",
    "/styles",
    "/auth",
  ];
  // Nor where the app puts another form of the address in its place.
  const others = ["/styles/", `/brand/${word}%27s`, "/auth?tab=signup"];
  for (const path of [...paths, "/auth?tab=sign-up", "/articles", "/events", ...others]) {
    expect(await findLostElements(page, path), path).toEqual([]);
  }
});

const isDark = (page: Page) => expect(page.locator("html")).toHaveAttribute("data-theme", "dark");

test("each control of a page without a feed responds to a tap from before hydration", async ({ page }) => {
  // The landing page's animation begins with hydration, and with it the button that pauses it.
  for (const path of ["/", "/styles", "/swipes"]) {
    await tryEarly(page, [{ path, controls: [theme], expected: isDark }]);
    await page.evaluate(() => localStorage.clear());
  }
});

test("each control of a feed responds to a tap from before hydration", async ({ page, context }) => {
  await context.grantPermissions(["clipboard-read", "clipboard-write"]);
  const search = { role: "searchbox", name: "Search outfits" } as const;
  const cards = (at: Page) => at.getByRole("list", { name: "Outfits" }).getByRole("listitem");
  const react: Early = {
    path: "/explore",
    controls: [/^Like /, /^Save /, theme],
    expected: async (at) => {
      await asksToSignIn("Please sign in to like outfits", "Please sign in to save outfits")(at);
      await isDark(at);
      // The next tap on it is to lead to dark again.
      await at.evaluate(() => localStorage.clear());
    },
  };
  const find: Early = {
    path: "/explore",
    controls: ["Filter outfits", { ...search, text: title }],
    expected: async (at) => {
      await expect(at.getByRole("group", { name: "Style" })).toBeVisible();
      await expect(at).toHaveURL(/q=Early/);
    },
  };
  const showMore: Early = {
    path: "/explore",
    controls: ["Show more"],
    expected: (at) => expect.poll(() => cards(at).count()).toBeGreaterThan(limits.pageItems),
  };
  await tryEarly(page, [
    react,
    find,
    showMore,
    // These reload a feed that shows more than is served, so that the app replaces the page.
    find,
    showMore,
    react,
    {
      path: `/explore?style=${retro.id}&colours=black&sort=popular`,
      controls: ["Share", "Newest", "Clear", "All", "Colours"],
      expected: async (at) => {
        await hasCopiedLink(at);
        await expect(at.getByRole("button", { name: "Colours" })).toHaveAttribute("aria-expanded", "false");
        await expect(at).toHaveURL("/explore");
      },
    },
    { path: `/tag/${word}`, controls: ["Share"], expected: hasCopiedLink },
    { path: `/brand/${brand}`, controls: ["Share"], expected: hasCopiedLink },
    {
      path: "/explore?colours=black",
      controls: [
        "Popular this week",
        { role: "checkbox", name: /./ },
        /^(Bohemian|Business Casual|Casual|Formal|Grunge|Minimalist|Preppy|Retro|Sporty|Streetwear|Vintage|Y2K)$/,
        { role: "switch", name: /^Hide outfits made with AI/ },
      ],
      expected: async (at) => {
        for (const part of ["sort=popular", "colours=black%2Cred", "style=", "ai=exclude"])
          await expect(at).toHaveURL(new RegExp(`[?&]${part}`));
      },
    },
  ]);
});

test("an early tap on Like counts where the page is replaced and the number of likes has changed", async ({
  page,
  browser,
}) => {
  const fan = await browser.newPage();
  // On the first page whatever other tests post in the meantime.
  await signUpAs(fan, "Early Author", "/healthz");
  const newest = await createOutfit(fan, `Early ${newWord()}`);
  await signUpAs(fan, "Early Number", "/healthz");
  await page.goto("/explore");
  const cards = page.getByRole("list", { name: "Outfits" }).getByRole("listitem");
  // The end of the list in sight loads the second page.
  await page.getByRole("button", { name: "Show more" }).scrollIntoViewIfNeeded();
  await expect.poll(() => cards.count()).toBeGreaterThan(limits.pageItems);
  const hydrate = await openEarly(page, "/explore");
  const card = cards.filter({ has: page.locator(`a[href="/outfit/${newest}"]`) });
  await card.getByRole("button", { name: /^Like / }).tap();
  const liked = await fan.request.put(`/api/outfits/${newest}/like`, { headers: await bearer(fan) });
  expect(liked.ok()).toBe(true);
  await hydrate();
  await asksToSignIn("Please sign in to like outfits")(page);
  await fan.context().close();
});

test("each control of an outfit's page responds to a tap from before hydration", async ({ page, context }) => {
  await context.grantPermissions(["clipboard-read", "clipboard-write"]);
  const path = outfitPath();
  await tryEarly(page, [
    {
      path,
      controls: [/^Like /, /^Save /, /^More options for .*'s outfit$/],
      expected: asksToSignIn("Please sign in to like outfits", "Please sign in to save outfits", "Please sign in"),
    },
    { path, controls: [/^Follow/], expected: asksToSignIn("Please sign in") },
    { path, controls: ["1 like"], expected: asksToSignIn("Please sign in") },
    {
      path,
      controls: [{ role: "textbox", name: "Add a comment", text: "And the hat?" }, "Post comment"],
      expected: asksToSignIn("Please sign in to comment"),
    },
    {
      path,
      controls: [theme, "Share", "Zoom"],
      expected: async (at) => {
        await isDark(at);
        await hasCopiedLink(at);
        await expect(at.getByRole("dialog")).toBeVisible();
      },
    },
    { path, controls: ["Back"], expected: (at) => expectAt(at, "/explore") },
  ]);
});

test("two taps on an outfit's photo from before hydration like it", async ({ page }) => {
  const hydrate = await openEarly(page, outfitPath());
  const photo = page.getByRole("article").locator("img").first();
  await photo.tap();
  await photo.tap();
  await hydrate();
  await asksToSignIn("Please sign in to like outfits")(page);
});

test("each control of the sign-in page responds to a tap from before hydration", async ({ page }) => {
  const [signIn, signUp] = [
    { role: "tab", name: "Sign In" },
    { role: "tab", name: "Sign Up" },
  ] as const;
  const fill = (name: string, text: string) => ({ role: "textbox", name, text }) as const;
  const [email, password] = [newEmail(), fill("Password", goodPassword)];
  const isAt = (provider: string) => (at: Page) =>
    expect(at).toHaveURL(new RegExp(`^${addresses.providers}/${provider}/`));
  const isOpen = (name: string) => (at: Page) =>
    expect(at.getByRole("tab", { name })).toHaveAttribute("aria-selected", "true");
  await tryEarly(page, [
    {
      path: "/auth",
      controls: [fill("Email", email), password, "Show password", theme],
      expected: async (at) => {
        await expect(at.getByLabel("Email")).toHaveValue(email);
        await expect(at.getByRole("button", { name: "Hide password" })).toBeVisible();
        await isDark(at);
      },
    },
    { path: "/auth", controls: ["Google"], expected: isAt("google") },
    { path: "/auth", controls: ["Facebook"], expected: isAt("facebook") },
    {
      path: "/auth",
      controls: ["Sign In"],
      expected: (at) => expect(at.getByRole("alert").filter({ hasText: "Invalid email address" })).toBeVisible(),
    },
    { path: "/auth", controls: [signUp], expected: isOpen("Sign Up") },
    { path: "/auth?tab=sign-up", controls: [signIn], expected: isOpen("Sign In") },
    {
      path: "/auth?tab=sign-up",
      controls: [
        fill("Name", "Early Bird"),
        fill("Email", newEmail()),
        password,
        fill("Bio", "Up before the code"),
        "Show password",
        "Create Account",
      ],
      expected: (at) => expectAt(at, "/onboarding"),
    },
  ]);
});

test("keys for the whole page from before hydration count", async ({ page }) => {
  const hydrate = await openEarly(page, "/explore");
  await page.keyboard.type("/coat");
  await hydrate();
  await expect(page.getByRole("searchbox", { name: "Search outfits" })).toBeFocused();
  await expect(page).toHaveURL(/q=coat/);
  await page.unrouteAll({ behavior: "wait" });

  const hydrateAgain = await openEarly(page, "/explore");
  await page.keyboard.press("?");
  await hydrateAgain();
  await expect(page.getByRole("dialog", { name: "Keyboard shortcuts" })).toBeVisible();
});

test("a received tap is seen where nothing moves", async ({ page }) => {
  await page.emulateMedia({ reducedMotion: "reduce" });
  await openEarly(page, outfitPath());
  const share = page.getByRole("button", { name: "Share" });
  await share.tap();
  await share.evaluate((button) => Promise.all(button.getAnimations().map(({ finished }) => finished)));
  await expect(share).toHaveCSS("opacity", "0.7");
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
});

test("the sign-in form accepts typing at once, never shows a password in the address, and signs in", async ({
  page,
}) => {
  const email = await signUpAs(page, "Early Typist", "/healthz");
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
