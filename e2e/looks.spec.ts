import { expect, type Page, test } from "@playwright/test";
import axe from "axe-core";
import { addPhoto, fillOutfit, newWord, postOutfit } from "./outfits.ts";
import { joinAs } from "./people.ts";

// A dozen screens in one go each.
test.describe.configure({ timeout: 150_000 });

declare global {
  // What axe's own source puts on the page.
  var axe: { run: (options: object) => Promise<{ violations: Violation[] }> };
}
interface Violation {
  id: string;
  nodes: { html: string; failureSummary?: string }[];
}

/** Only colours differ between the themes, so the second look is for them alone. */
const themes = [
  { theme: "light", rules: ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"] },
  { theme: "dark", rules: ["color-contrast"] },
];

/** Nothing that axe finds fault with, in both themes. */
async function expectNoFault(page: Page, screen: string): Promise<void> {
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
}

/** Half-faded text would be measured as too pale. */
function stopMotion(): void {
  const still = new CSSStyleSheet();
  still.replaceSync("*, ::before, ::after { transition: none !important; animation: none !important; }");
  document.adoptedStyleSheets.push(still);
}

test("axe finds nothing on what a visitor sees", async ({ page, browser }) => {
  const title = `Seen ${newWord()}`;
  const member = await (await browser.newContext()).newPage();
  await joinAs(member, "Window Dresser", "/add-outfit");
  await postOutfit(member, { title, tags: ["denim"] });
  const link = member.getByRole("list", { name: "Uploaded outfits" }).getByRole("link", { name: title });
  const address = (await link.getAttribute("href")) ?? "";

  await page.goto("/");
  await expect(page.getByRole("region", { name: "Explore more" })).toBeAttached();
  await expectNoFault(page, "home");
  await page.goto("/explore");
  await page.getByRole("button", { name: "Filter by style" }).click();
  await expect(page.getByRole("button", { name: "Retro", exact: true })).toBeVisible();
  await expect(page.getByRole("list", { name: "Outfits" })).toBeVisible();
  await expectNoFault(page, "explore");
  await page.goto(`/explore?q=${newWord()}`);
  await expect(page.getByRole("heading", { name: "No outfits found" })).toBeVisible();
  await expectNoFault(page, "explore without a match");
  await page.goto(address);
  await expect(page.getByRole("list", { name: "Shop this look" })).toBeVisible();
  await expectNoFault(page, "outfit");
  await page.goto("/outfit/01930000-0000-7000-8000-00000000dead");
  await expect(page.getByRole("heading", { name: "This outfit is no longer here" })).toBeVisible();
  await expectNoFault(page, "vanished outfit");
  await page.goto("/auth");
  await expect(page.getByLabel("Email")).toBeVisible();
  await expectNoFault(page, "sign in");
  await page.goto("/no-such-page");
  await expect(page.getByRole("heading", { name: "Oops! Page not found" })).toBeVisible();
  await expectNoFault(page, "404");
});

test("axe finds nothing on what a member sees, complaints and dialogs included", async ({ page }) => {
  const title = `Seen ${newWord()}`;
  await joinAs(page, "Inside View", "/add-outfit");
  await expect(page.getByRole("textbox", { name: "Title" })).toBeVisible();
  await expectNoFault(page, "empty editor");
  await addPhoto(page);
  await fillOutfit(page, { title, tags: ["denim"] });
  await page.getByRole("textbox", { name: "Product URL" }).fill("http://shop.example");
  await page.getByRole("button", { name: "Post Outfit" }).click();
  await expect(page.getByText("Product URL must use HTTPS").first()).toBeVisible();
  await expectNoFault(page, "editor with a complaint");
  await page.getByRole("textbox", { name: "Product URL" }).fill("https://shop.example");
  await page.getByRole("button", { name: "Post Outfit" }).click();
  const uploads = page.getByRole("list", { name: "Uploaded outfits" });
  await expect(uploads).toBeVisible();
  await expectNoFault(page, "me");
  await page.getByRole("button", { name: `Delete ${title}` }).click();
  await expect(page.getByRole("dialog")).toBeVisible();
  await expectNoFault(page, "a question before deleting");
  await page.getByRole("dialog").getByRole("button", { name: "Cancel" }).click();
  await uploads.getByRole("link", { name: title }).click();
  await page.getByRole("textbox", { name: "Add a comment" }).fill("Mine.");
  await page.getByRole("button", { name: "Post comment" }).click();
  await expect(page.getByRole("list", { name: "Comments" })).toContainText("Mine.");
  await expectNoFault(page, "own outfit");
  await page.getByRole("link", { name: "Edit outfit" }).click();
  await expect(page.getByRole("textbox", { name: "Title" })).toHaveValue(title);
  await expectNoFault(page, "edit");
  await page.goto("/me?view=public");
  await expect(page.getByText("Public Preview Mode")).toBeVisible();
  await expectNoFault(page, "public preview");
  await page.goto("/");
  await expect(page.getByRole("heading", { name: /Welcome Back/ })).toBeVisible();
  await expectNoFault(page, "member's home");
});
