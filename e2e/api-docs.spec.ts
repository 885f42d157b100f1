import { expect, test } from "@playwright/test";

test("the API describes itself on a page that can be read and tried", async ({ page }) => {
  await page.goto("/api/docs");
  await page.getByRole("button", { name: "get /api/styles", exact: true }).click();
  await page.getByRole("button", { name: "Try it out" }).click();
  await page.getByRole("button", { name: "Execute" }).click();
  await expect(page.getByText("/styles/bohemian.webp")).toBeVisible();
});
