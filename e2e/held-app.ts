import type { Page } from "@playwright/test";

/** Keeps the app's own code back, so that the page stays as the server drew it; gives what lets the code come. */
export async function holdApp(page: Page): Promise<() => void> {
  let letAppCome = () => {};
  const appMayCome = new Promise<void>((resolve) => (letAppCome = resolve));
  await page.route("**/assets/start-*.js", async (route) => {
    await appMayCome;
    await route.continue();
  });
  return letAppCome;
}
