import { expect, test } from "@playwright/test";
import { signUpAs } from "./support/accounts.ts";
import { expectAt } from "./support/page.ts";

test("a visitor joins, and the session survives a reload", async ({ page }) => {
  await signUpAs(page, "Mia Stone");
  await page.goto("/explore");
  const profile = page.getByRole("navigation", { name: "Main" }).getByRole("link", { name: "Profile" });
  await expect(profile).toBeVisible();
  await page.reload();
  await profile.click();
  await expectAt(page, "/me");
  await expect(page.getByRole("link", { name: "Sign In" })).toHaveCount(0);
});
