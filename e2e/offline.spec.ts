import { expect, type Page, test } from "@playwright/test";
import { newWord, postQuietly } from "./outfits.ts";
import { joinAs, toast } from "./people.ts";
import { openConnection, type Connection } from "./connection.ts";
import { addresses } from "./servers.ts";

test.use({ baseURL: addresses.connection, serviceWorkers: "allow" });

let connection: Connection;
test.beforeAll(async () => {
  connection = await openConnection();
});
test.afterEach(() => connection.restore());
test.afterAll(() => connection.stop());

const banner = (page: Page) => page.getByText(/You see what was saved at .* Changes can't be saved\./);

/** Until the service worker has everything and answers this page's requests. */
async function untilReady(page: Page): Promise<void> {
  await page.waitForFunction(() => navigator.serviceWorker.controller?.state === "activated");
}

test("a member's last screens open without a connection, read-only", async ({ page }) => {
  const title = `Kept ${newWord()}`;
  await joinAs(page, "Olga Offline", "/explore");
  await untilReady(page);
  const outfitId = await postQuietly(page, title);
  const like = page.getByRole("button", { name: `Like ${title}, 0 likes` });
  for (const path of [`/outfit/${outfitId}`, "/explore"]) {
    await page.goto(path);
    await expect(like.first()).toBeVisible();
  }

  connection.cut();
  await page.goto("/explore");
  await expect(like.first()).toBeVisible();
  await expect(page.getByText("Fash can't be reached.")).toBeVisible();
  await expect(banner(page)).toBeVisible();
  await like.first().click();
  await expect(toast(page, "No connection. Check your network and try again.")).toBeVisible();
  await expect(like.first()).toHaveAttribute("aria-pressed", "false");
  await page.goto(`/outfit/${outfitId}`);
  await expect(page.getByRole("heading", { name: title })).toBeVisible();
  await page.goto("/admin");
  await expect(page.getByRole("heading", { name: "You're offline" })).toBeVisible();

  connection.restore();
  await page.goto("/explore");
  await expect(like.first()).toBeVisible();
  await expect(banner(page)).toBeHidden();
});
