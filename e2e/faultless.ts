import { expect, type Page } from "@playwright/test";
import axe from "axe-core";

interface Violation {
  id: string;
  nodes: { html: string; failureSummary?: string }[];
}

/** Nothing that axe finds fault with on the page as it stands, in both themes. */
export async function expectFaultless(page: Page, screen: string): Promise<void> {
  await page.evaluate(axe.source);
  await page.evaluate(stopMotion);
  for (const theme of ["light", "dark"]) {
    await page.evaluate((name) => void (document.documentElement.dataset["theme"] = name), theme);
    // Only colours differ between the themes, so the second look is for them alone.
    const rules = theme === "dark" ? '{ runOnly: ["color-contrast"] }' : "{}";
    const violations = await page.evaluate<Violation[]>(`axe.run(${rules}).then(({ violations }) => violations)`);
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
