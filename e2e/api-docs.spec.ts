import { expect, test } from "@playwright/test";

test("the API reference can be read and tried out", async ({ page }) => {
  await page.goto("/api/docs");
  await page.getByRole("link", { name: "styles", exact: true }).click();
  await page.getByRole("button", { name: "get /api/styles", exact: true }).click();
  await page.getByRole("button", { name: "Try it out" }).click();
  await page.getByRole("button", { name: "Execute" }).click();
  await expect(page.getByText("/styles/bohemian.webp")).toBeVisible();
});
