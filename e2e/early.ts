import { expect, type Page } from "@playwright/test";
import { blockAppCode } from "./block-app-code.ts";
import { expectAt, toast } from "./people.ts";

export const phone = { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true };

declare global {
  var servedElements: Element[] | undefined;
}

/** Hydrates a page and finds the elements that were rendered anew, which would lose what was typed into them. */
export async function findLostElements(page: Page, path: string): Promise<string[]> {
  // Data that replaces a skeleton arrives after the comparison.
  let release = () => undefined as void;
  const isCompared = new Promise<void>((resolve) => (release = resolve));
  await page.route("**/api/**", (route) => isCompared.then(() => route.continue()));
  const hydrate = await openEarly(page, path);
  await page.evaluate(() => {
    globalThis.servedElements = [...document.querySelectorAll("#app *")];
  });
  await hydrate();
  const lost = await page.evaluate(() =>
    globalThis.servedElements
      ?.filter(({ isConnected }) => !isConnected)
      .map(({ outerHTML }) => outerHTML.slice(0, 200)),
  );
  release();
  await page.unrouteAll({ behavior: "wait" });
  return lost ?? ["nothing was served"];
}

export function failOnPageError(page: Page): void {
  page.on("pageerror", (error) => {
    throw error;
  });
}

/** Opens a page on a slow phone and acts on it as soon as its text is painted, before the app's code has run. */
export async function openEarly(page: Page, path: string): Promise<() => Promise<void>> {
  const devtools = await page.context().newCDPSession(page);
  await devtools.send("Emulation.setCPUThrottlingRate", { rate: 4 });
  const allowAppCode = await blockAppCode(page);
  await page.goto(path, { waitUntil: "commit" });
  await expect(page.locator("#app[data-hydrating]")).toBeVisible();
  return async () => {
    allowAppCode();
    await expect(page.locator("[data-hydrating]")).toHaveCount(0);
  };
}

/** A press of a button before the page is hydrated, and what it leads to. */
export interface Early {
  path: string;
  button: RegExp | string;
  expected: (page: Page) => Promise<void>;
}

export async function tapEarly(page: Page, { path, button, expected }: Early): Promise<void> {
  const hydrate = await openEarly(page, path);
  const control = page.getByRole("button", { name: button }).first();
  await control.tap();
  await expect(control).toHaveAttribute("data-pending");
  await hydrate();
  await expected(page);
  await page.unrouteAll({ behavior: "wait" });
}

export const asksToSignIn = (prompt: string) => async (page: Page) => {
  await expect(toast(page, prompt)).toBeVisible();
  await expectAt(page, "/auth");
};
