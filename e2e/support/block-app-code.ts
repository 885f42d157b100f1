import type { Page } from "@playwright/test";

/**
 * Blocks the app's code, so that the page stays server-rendered; returns a function that unblocks it.
 *
 * @param chunk The name of the file without its hash.
 */
export async function blockAppCode(page: Page, chunk = "start"): Promise<() => void> {
  let allowAppCode = () => {};
  const isAllowed = new Promise<void>((resolve) => (allowAppCode = resolve));
  await page.route(`**/assets/${chunk}-*.js`, async (route) => {
    await isAllowed;
    await route.continue();
  });
  return allowAppCode;
}
