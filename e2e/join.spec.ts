import { expect, test } from "@playwright/test";

test("a visitor joins, and the session outlives a reload", async ({ page }) => {
  await page.goto("/auth");
  await page.getByRole("tab", { name: "Sign Up" }).click();
  await page.getByLabel(/^Name/).fill("Mia Stone");
  await page.getByLabel(/^Email/).fill("mia.stone@example.com");
  await page.getByLabel(/^Password/).fill("a long walk in linen");
  await page
    .getByRole("button", { name: /Sign Up|Create/ })
    .last()
    .click();
  await expect(page).not.toHaveURL(/\/auth/);
  await page.goto("/explore");
  await expect(page.getByText("No outfits found")).toBeVisible();
  await page.reload();
  await expect(page.getByRole("link", { name: "Sign In" })).toHaveCount(0);
});

test("an unknown address says so", async ({ page }) => {
  const answer = await page.goto("/no-such-page");
  expect(answer?.status()).toBe(404);
  await expect(page.getByText("Oops! Page not found")).toBeVisible();
});
