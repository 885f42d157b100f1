import { expect, type Page } from "@playwright/test";
import axe from "axe-core";

interface Violation {
  id: string;
  nodes: { html: string; failureSummary?: string }[];
}

/** The themes differ only in colours, so the second run checks only these. */
const themes = [
  { theme: "light", rules: ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"] },
  { theme: "dark", rules: ["color-contrast"] },
];

declare global {
  // The global that axe's source defines.
  var axe: { run: (options: object) => Promise<{ violations: Violation[] }> };
}

/** Expects no axe violations on the current page, in both themes. */
export async function expectAccessible(page: Page, screen: string): Promise<void> {
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

/** Text in transition would be measured with too little contrast. */
function stopMotion(): void {
  const still = new CSSStyleSheet();
  still.replaceSync("*, ::before, ::after { transition: none !important; animation: none !important; }");
  document.adoptedStyleSheets.push(still);
}
