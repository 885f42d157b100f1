import { expect, type Locator, type Page } from "@playwright/test";
import { blockAppCode } from "./block-app-code.ts";
import { expectAt, toast } from "./page.ts";

export const phone = { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true };

declare global {
  var servedElements: Element[] | undefined;
  var usedElements: Set<Element> | undefined;
}

/** Hydrates a page and finds the elements that were rendered again, which would lose what was typed into them. */
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

/**
 * Opens a page on a slow phone, so that it is acted on as soon as its text is painted, before the app's code has run. Returns a
 * function that runs it; what it leads to comes at full speed.
 */
export async function openEarly(page: Page, path: string): Promise<() => Promise<void>> {
  const devtools = await page.context().newCDPSession(page);
  await devtools.send("Emulation.setCPUThrottlingRate", { rate: 4 });
  const allowAppCode = await blockAppCode(page);
  await page.goto(path, { waitUntil: "commit" });
  await expect(page.locator("#app[data-hydrating]")).toBeVisible();
  return async () => {
    allowAppCode();
    await expect(page.locator("[data-hydrating], [data-pending]")).toHaveCount(0);
    await devtools.detach();
  };
}

/** A control of a served page, as those who use it know it. */
interface Control {
  role: "checkbox" | "searchbox" | "switch" | "tab" | "textbox";
  name: RegExp | string;
  /** What is typed into it; it is tapped otherwise. */
  text?: string;
}

/** What is done on a page before it is hydrated, and what it leads to. */
export interface Early {
  path: string;
  /** In this order. Of a button, the name alone. */
  controls: (Control | Control["name"])[];
  expected: (page: Page) => Promise<void>;
}

/** In the top bar of most pages. */
export const themeButton = "Switch between light and dark";

/** Does all this. Fails if one of the pages has a control that no row uses, so that a new one is not forgotten. */
export async function tryEarly(page: Page, rows: readonly Early[]): Promise<void> {
  const used = rows.flatMap(({ controls }) => controls);
  const seen = new Set<string>();
  for (const { path, controls, expected } of rows) {
    const hydrate = await openEarly(page, path);
    if (!seen.has(path)) expect(await findUnused(page, used), `controls of ${path} that no row uses`).toEqual([]);
    seen.add(path);
    let taps = 0;
    for (const control of controls) {
      if (textFor(control) !== undefined)
        await find(page, control)
          .first()
          .pressSequentially(textFor(control) ?? "");
      else {
        await find(page, control).first().tap();
        await expect(page.locator("[data-pending]")).toHaveCount(++taps);
      }
    }
    await hydrate();
    await expected(page);
    await page.unrouteAll({ behavior: "wait" });
  }
}

const isButton = (control: Early["controls"][number]) => typeof control === "string" || control instanceof RegExp;
const textFor = (control: Early["controls"][number]) => (isButton(control) ? undefined : control.text);

function find(page: Page, control: Early["controls"][number]): Locator {
  const { role, name } = isButton(control) ? { role: "button" as const, name: control } : control;
  return page.getByRole(role, { name, exact: true });
}

/** The visible controls that are not among these. */
async function findUnused(page: Page, used: Early["controls"]): Promise<string[]> {
  // A long page is acted on before all of it is there.
  await page.waitForFunction(() => document.readyState !== "loading");
  for (const control of used) {
    await find(page, control).evaluateAll((found) => {
      globalThis.usedElements = new Set([...(globalThis.usedElements ?? []), ...found]);
    });
  }
  return page
    .locator("button, input, select, textarea, [role=button], [contenteditable]")
    .evaluateAll((all) =>
      all
        .filter((one) => one.checkVisibility({ visibilityProperty: true }) && !globalThis.usedElements?.has(one))
        .map(({ ariaLabel, outerHTML, textContent }) => ariaLabel ?? (textContent || outerHTML)),
    );
}

/** Each press says so, and the first one leads to the form. */
export const asksToSignIn =
  (...prompts: string[]) =>
  async (page: Page) => {
    for (const prompt of prompts) await expect(toast(page, new RegExp(`^${prompt}$`))).toBeVisible();
    await expectAt(page, "/auth");
  };

/** The tap on Share; the clipboard must be allowed. */
export const hasCopiedLink = (page: Page) => expect(toast(page, "Link copied to clipboard!")).toBeVisible();
