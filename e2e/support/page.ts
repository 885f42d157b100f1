import { expect, type Page } from "@playwright/test";

/** Matches the whole path: `/auth?next=/settings` is not `/settings`. */
export async function expectAt(page: Page, path: string): Promise<void> {
  await expect(page).toHaveURL((url) => url.pathname === path);
}

/** What the browser says when its member leaves: deletions that could still be undone are sent. */
export async function sendDeletions(page: Page): Promise<void> {
  const isSent = page.waitForResponse((response) => response.request().method() === "DELETE");
  await page.evaluate(() => dispatchEvent(new Event("pagehide")));
  await isSent;
}

export function toast(page: Page, text: string | RegExp) {
  return page.locator("[data-sonner-toast]").filter({ hasText: text });
}
