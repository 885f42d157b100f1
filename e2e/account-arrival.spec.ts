import { expect, type Page, test } from "@playwright/test";
import { signUpAs } from "./support/accounts.ts";
import { createOutfit, newWord } from "./support/outfits.ts";
import { expectAt } from "./support/page.ts";

const splashMs = 2_000;

test("the splash waits two seconds, then shows visitors the tour and members the app", async ({ page }) => {
  await page.clock.install();
  await openSplash(page);
  await expectAt(page, "/onboarding");
  await page.getByRole("link", { name: "GET STARTED" }).click();
  await expectAt(page, "/auth");
  await expect(page.getByRole("tab", { name: "Sign Up" })).toHaveAttribute("aria-selected", "true");

  await signUpAs(page, "Straight In", "/healthz");
  await openSplash(page);
  await expectAt(page, "/");
});

async function openSplash(page: Page): Promise<void> {
  await page.goto("/splash");
  await expect(page.getByText("Opening Fash")).toBeAttached();
  await page.clock.fastForward(splashMs);
}

test("the choice leads to phone, to email, and to browsing without an account", async ({ page }) => {
  for (const [link, path] of [
    ["SIGN IN WITH MOBILE", "/auth-mobile"],
    ["SIGN IN WITH EMAIL", "/auth"],
    ["Explore outfits", "/explore"],
  ] as const) {
    await page.goto("/auth-choice");
    await page.getByRole("link", { name: link }).click();
    await expectAt(page, path);
  }
});

/** A style in which no other test posts, so that the three stay visible. */
const preppy = { id: "01930000-0000-7000-8000-00000000000b", name: "Preppy" };

test("a new member chooses a style and follows three who wear it", async ({ page, browser }) => {
  for (const name of ["Preppy One", "Preppy Two", "Preppy Three"]) {
    const stylist = await (await browser.newContext()).newPage();
    await signUpAs(stylist, name, "/healthz");
    await createOutfit(stylist, `Look ${newWord()}`, { styleId: preppy.id });
    await stylist.context().close();
  }
  await signUpAs(page, "Just Arrived", "/onboarding");
  await expect(page.getByRole("button", { name: "Continue" })).toBeDisabled();
  await page.getByRole("list", { name: "Styles" }).getByRole("button", { name: preppy.name }).click();
  await page.getByRole("button", { name: "Continue with 1" }).click();
  await expect(page.getByRole("button", { name: "Follow 3 more" })).toBeDisabled();
  const follow = page.getByRole("list", { name: "Stylists" }).getByRole("button", { name: /^Follow / });
  for (const left of ["Follow 2 more", "Follow 1 more", "Finish"]) {
    await follow.first().click();
    await expect(page.getByRole("button", { name: left })).toBeVisible();
  }
  await page.getByRole("button", { name: "Finish" }).click();
  await expectAt(page, "/");
  await page.goto("/me");
  await expect(page.getByRole("button", { name: /3\s*Following/ })).toBeVisible();
});
