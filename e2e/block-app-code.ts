import type { Page } from "@playwright/test";

/** Blocks the app's code, so that the page stays server-rendered; returns a function that unblocks it. */
export async function blockAppCode(page: Page): Promise<() => void> {
  let letAppCome = () => {};
  const appMayCome = new Promise<void>((resolve) => (letAppCome = resolve));
  await page.route("**/assets/start-*.js", async (route) => {
    await appMayCome;
    await route.continue();
  });
  return letAppCome;
}
