import { expect, type Locator, type Page, test } from "@playwright/test";
import { goodPassword, newEmail } from "./support/accounts.ts";
import { newPhoto, newWord } from "./support/outfits.ts";
import { expectAt, toast } from "./support/page.ts";

const stepsMax = 60;

/** Presses Tab until the control has the focus; fails if Tab never reaches it. */
async function tabTo(page: Page, goal: Locator, key: "Tab" | "Shift+Tab" = "Tab"): Promise<void> {
  await expect(goal).toBeVisible();
  for (let step = 0; step < stepsMax; step++) {
    if (await goal.evaluate((element) => element === document.activeElement)) return;
    await page.keyboard.press(key);
  }
  expect(
    await goal.evaluate((element) => element === document.activeElement),
    `Tab never reached ${goal.toString()}`,
  ).toBe(true);
}

/** Expects the focused element to show its focus and not to be covered. */
async function expectFocusSeen(page: Page): Promise<void> {
  const focused = page.locator(":focus");
  // On photos it is drawn over the picture.
  const isOutlined = await focused.evaluate((element) =>
    [null, "::after"].some((part) => getComputedStyle(element, part).outlineStyle !== "none"),
  );
  expect(isOutlined).toBe(true);
  await expectUncovered(focused);
}

/** The bars at the top and bottom of the window do not cover its centre. */
async function expectUncovered(element: Locator): Promise<void> {
  const isUncovered = (node: Element) => {
    const { left, top, width, height } = node.getBoundingClientRect();
    const over = document.elementFromPoint(left + width / 2, top + height / 2);
    return node.contains(over) || (over?.contains(node) ?? false);
  };
  await expect.poll(() => element.evaluate(isUncovered)).toBe(true);
}

test("the main tasks work without a mouse", async ({ page }) => {
  const word = newWord();
  const title = `Typed ${word}`;
  await page.goto("/auth?tab=sign-up");
  await tabTo(page, page.getByLabel("Name"));
  await page.keyboard.type("Key Board");
  await tabTo(page, page.getByLabel("Email"));
  await page.keyboard.type(newEmail());
  await tabTo(page, page.getByLabel("Password", { exact: true }));
  await page.keyboard.type(goodPassword);
  await page.keyboard.press("Enter");
  await expectAt(page, "/onboarding");
  await expect(page.getByRole("main")).toBeFocused();
  await tabTo(page, page.getByRole("button", { name: "Skip" }));
  await page.keyboard.press("Enter");
  await expect(page.getByRole("heading", { name: "Follow three stylists" })).toBeVisible();
  await expect(page.getByRole("main")).toBeFocused();

  await page.goto("/explore");
  await expect(page.getByRole("searchbox")).toBeVisible();
  await page.keyboard.press("Tab");
  await expect(page.getByRole("link", { name: "Skip to content" })).toBeFocused();
  await expect(page.getByRole("link", { name: "Skip to content" })).toBeInViewport();
  await page.keyboard.press("Enter");
  await expect(page.getByRole("main")).toBeFocused();
  await page.keyboard.press("Tab");
  await expect(page.getByRole("main").locator(":focus")).toHaveCount(1);
  // The navigation comes before the feed in the tab order.
  await tabTo(page, page.getByRole("navigation", { name: "Main" }).getByRole("link", { name: "Add" }), "Shift+Tab");
  await expectFocusSeen(page);
  await page.keyboard.press("Enter");
  await expectAt(page, "/add-outfit");
  await expect(page.getByRole("main")).toBeFocused();

  // Registered first, so that the file chooser is intercepted.
  const chooser = page.waitForEvent("filechooser");
  await tabTo(page, page.getByRole("button", { name: "Add your photo" }));
  await expectFocusSeen(page);
  await page.keyboard.press("Enter");
  await (await chooser).setFiles(await newPhoto());
  await expect(toast(page, "Image uploaded successfully!")).toBeVisible();
  await expect(page.getByRole("region", { name: "Upload", exact: true }).locator(":focus")).toHaveCount(1);
  await tabTo(page, page.getByRole("textbox", { name: "Title" }));
  await page.keyboard.type(title);
  await tabTo(page, page.getByRole("radio", { name: "Bohemian" }));
  await page.keyboard.press("ArrowRight");
  await expect(page.getByRole("radio", { name: "Business Casual" })).toBeChecked();
  await tabTo(page, page.getByRole("textbox", { name: "Tags" }));
  await expectUncovered(page.getByRole("textbox", { name: "Tags" }));
  await page.keyboard.type(word);
  await page.keyboard.press("Enter");
  const item = page.getByRole("group", { name: "Item 1" });
  await tabTo(page, item.getByRole("radio", { name: "Shirt" }));
  await page.keyboard.press("Space");
  await tabTo(page, item.getByRole("combobox", { name: "Brand" }));
  await page.keyboard.type("Halden");
  await tabTo(page, item.getByRole("textbox", { name: "Product name" }));
  await page.keyboard.type("Oxford shirt");
  await tabTo(page, page.getByRole("button", { name: "Post Outfit" }));
  await page.keyboard.press("Space");
  await expectAt(page, "/me");

  await tabTo(page, page.getByRole("navigation", { name: "Main" }).getByRole("link", { name: "Explore" }), "Shift+Tab");
  await page.keyboard.press("Enter");
  await tabTo(page, page.getByRole("searchbox"));
  await page.keyboard.type(word);
  await page.keyboard.press("Enter");
  // The search results, not the previous feed, nor those of the first letters after a pause.
  const result = page.getByRole("list", { name: "Outfits" }).getByRole("link", { name: /matched by/ });
  await expect(result).toHaveCount(1);
  await tabTo(page, result);
  await expectFocusSeen(page);
  await page.keyboard.press("Enter");
  await expect(page.getByRole("heading", { name: title, level: 1 })).toBeVisible();
  await expect(page.getByRole("main")).toBeFocused();
  await tabTo(page, page.getByRole("button", { name: `Like ${title}` }));
  await expectFocusSeen(page);
  await page.keyboard.press("Space");
  await expect(page.getByRole("button", { name: `Like ${title}, 1 like` })).toHaveAttribute("aria-pressed", "true");
  const save = page.getByRole("button", { name: `Save ${title} to closet` });
  await tabTo(page, save);
  await page.keyboard.press("Enter");
  await expect(save).toHaveAttribute("aria-pressed", "true");
  await tabTo(page, page.getByRole("textbox", { name: "Add a comment" }));
  await page.keyboard.type("No mouse was harmed.");
  await page.keyboard.press("Enter");
  await expect(page.getByRole("list", { name: "Comments" })).toContainText("No mouse was harmed.");
  await tabTo(page, page.getByRole("button", { name: "Delete comment" }));
  await page.keyboard.press("Enter");
  await expect(page.getByRole("dialog")).toBeVisible();
  await page.keyboard.press("Escape");
  await expect(page.getByRole("dialog")).toBeHidden();
  await expect(page.getByRole("button", { name: "Delete comment" })).toBeFocused();
  // What is deleted hands the focus on to its list, and so does the button that brings it back.
  await page.keyboard.press("Enter");
  await tabTo(page, page.getByRole("dialog").getByRole("button", { name: "Delete" }));
  await page.keyboard.press("Enter");
  const comments = page.getByRole("region", { name: /^Comments/ });
  await expect(comments).toBeFocused();
  await page.keyboard.press("Tab");
  await expect(page.getByRole("button", { name: "Undo" })).toBeFocused();
  await page.keyboard.press("Enter");
  await expect(page.getByRole("button", { name: "Delete comment" })).toBeVisible();
  await expect(comments).toBeFocused();
  await expect(page.getByRole("button", { name: "Undo" })).toHaveCount(0);
  // A shortcut works from a toast, too, which returns the focus to where it was when it loses it.
  await page.keyboard.press("b");
  await expect(save).toHaveAttribute("aria-pressed", "false");
  await page.getByRole("button", { name: "Undo" }).focus();
  await page.keyboard.press("c");
  await expect(page.getByRole("textbox", { name: "Add a comment" })).toBeFocused();
});
