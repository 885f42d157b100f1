import { expect, type Page } from "@playwright/test";
import axe from "axe-core";

interface Violation {
  id: string;
  nodes: { html: string; failureSummary?: string }[];
}

/** Only colours differ between the themes, so the second look is for them alone. */
const themes = [
  { theme: "light", rules: ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"] },
  { theme: "dark", rules: ["color-contrast"] },
];

declare global {
  // What axe's own source puts on the page.
  var axe: { run: (options: object) => Promise<{ violations: Violation[] }> };
}

/** Nothing that axe finds fault with on the page as it stands, in both themes. */
export async function expectFaultless(page: Page, screen: string): Promise<void> {
  await page.evaluate(axe.source);
  await page.evaluate(stopMotion);
  for (const { theme, rules } of themes) {
    await page.evaluate((name) => void (document.documentElement.dataset["theme"] = name), theme);
    const { violations } = await page.evaluate((runOnly) => globalThis.axe.run({ runOnly }), rules);
    const faults = violations.flatMap(({ id, nodes }) =>
      nodes.map(({ html, failureSummary }) => `${id}: ${html}\n${failureSummary ?? ""}`),
    );
    expect.soft(faults, `${screen}, ${theme}`).toEqual([]);
  }
  await page.evaluate(() => void (document.documentElement.dataset["theme"] = "light"));
}

/** Half-faded text would be measured as too pale. */
function stopMotion(): void {
  const still = new CSSStyleSheet();
  still.replaceSync("*, ::before, ::after { transition: none !important; animation: none !important; }");
  document.adoptedStyleSheets.push(still);
}
