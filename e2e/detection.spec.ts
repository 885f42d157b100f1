import { readFile } from "node:fs/promises";
import path from "node:path";
import { expect, type Page, test } from "@playwright/test";
import sharp from "sharp";
import type { Detection } from "#contract/detection.ts";
import { expectAccessible } from "./support/accessibility.ts";
import { signUpAs } from "./support/accounts.ts";
import { createOutfit, newWord, photoInput } from "./support/outfits.ts";
import { expectAt, toast } from "./support/page.ts";

const astronaut = path.join(import.meta.dirname, "../server/testing/photos/astronaut.jpg");
/** The first detection of a server starts the thread and loads the models, on a machine that others use as well. */
const detectionMs = 120_000;

async function addAstronaut(page: Page): Promise<void> {
  const buffer = await readFile(astronaut);
  await photoInput(page).setInputFiles({ name: "astronaut.jpg", mimeType: "image/jpeg", buffer });
  await expect(toast(page, "Image uploaded successfully!")).toBeVisible();
}

test("the embedded models describe a photograph, and the member decides what is posted", async ({ page }) => {
  test.setTimeout(240_000);
  const title = `Orange ${newWord()}`;
  await signUpAs(page, "Space Walker", "/add-outfit");
  await page.getByRole("textbox", { name: "Title" }).fill(title);
  await addAstronaut(page);
  const panel = page.getByRole("region", { name: "Clothing detection" });
  await expect(panel).toContainText("Your photo stays on this server.");
  await panel.getByRole("button", { name: "Detect Clothing with AI" }).click();
  await expect(toast(page, /^AI detected style and \d+ items?!$/)).toBeVisible({ timeout: detectionMs });

  // What was typed stays; what was empty is filled.
  await expect(page.getByRole("textbox", { name: "Title" })).toHaveValue(title);
  await expect(page.getByRole("group", { name: "Style" }).getByRole("radio", { checked: true })).toHaveCount(1);
  const suggestions = page.getByRole("list", { name: "Detected items" }).getByRole("listitem");
  const first = suggestions.first();
  const name = ((await first.getByRole("button", { name: /^Show / }).getAttribute("aria-label")) ?? "").slice(5, -13);
  expect(name).toMatch(/coral|orange|rust|red/i);
  const card = page.getByRole("group", { name: "Item 1" });
  await expect(card.getByText("AI Detected")).toBeVisible();
  await expect(card.getByRole("textbox", { name: "Product name" })).toHaveValue(name);
  await expect(card.getByRole("combobox", { name: "Brand" })).toHaveValue("");

  // The dock covers nothing of the list when both are scrolled: the page to its start, the list to its end.
  await page.evaluate(() => scrollTo(0, 0));
  const last = page.getByRole("list", { name: "Detected title and style" }).getByRole("listitem").last();
  const bottomOf = async () => {
    await last.evaluate((row) => row.closest("#upload")?.parentElement?.scrollTo(0, 10_000));
    const row = await last.boundingBox();
    return row ? row.y + row.height : Infinity;
  };
  const dock = page.getByRole("navigation", { name: "Main" });
  await expect.poll(async () => ((await dock.boundingBox())?.y ?? 0) - (await bottomOf())).toBeGreaterThan(0);
  await last.evaluate((row) => row.closest("#upload")?.parentElement?.scrollTo(0, 0));

  // The outline is inside the photo, by pointer and by keyboard.
  const photo = page.getByRole("img", { name: "Your outfit" });
  await first.getByRole("button", { name: /^Show / }).hover();
  const outline = await page.getByTestId("outline").boundingBox();
  const box = await photo.boundingBox();
  if (!outline || !box) throw new Error("Nothing is outlined");
  expect(outline.x).toBeGreaterThanOrEqual(box.x - 2);
  expect(outline.y + outline.height).toBeLessThanOrEqual(box.y + box.height + 2);
  expect(outline.height).toBeGreaterThan(box.height / 4);
  await page.mouse.move(0, 0);
  await expect(page.getByTestId("outline")).toHaveCount(0);
  await first.getByRole("button", { name: /^Show / }).focus();
  await expect(page.getByTestId("outline")).toBeVisible();

  await first.getByRole("button", { name: `Dismiss ${name}` }).click();
  await expect(first.getByText("Dismissed")).toBeVisible();
  await first.getByRole("button", { name: `Undo ${name}` }).click();
  await first.getByRole("button", { name: `Accept ${name}` }).click();
  await expect(first.getByRole("button", { name: `Undo ${name}` })).toBeVisible();
  await expectAccessible(page, "editor with detected items");

  await page.getByRole("button", { name: "Use it for the cover" }).click();
  await expect(page.getByRole("textbox", { name: "Alt text" })).toHaveValue(/^A person wearing /);
  const cards = page.getByRole("group", { name: /^Item \d+$/ });
  while ((await cards.count()) > 1)
    await cards
      .last()
      .getByRole("button", { name: /^Remove item/ })
      .click();
  const kept = page.getByRole("group", { name: "Item 1" });
  await kept.getByRole("combobox", { name: "Brand" }).fill("Halden");
  const product = await kept.getByRole("textbox", { name: "Product name" }).inputValue();

  // The mark was placed by the detection; the keyboard moves it.
  await kept.getByRole("button", { name: /^Move on the photo/ }).click();
  const mark = page.getByRole("dialog").getByRole("button", { name: /from the left/ });
  await expect(mark).toBeFocused();
  const placed = await mark.getAttribute("aria-label");
  await page.keyboard.press("ArrowUp");
  await expect(mark).not.toHaveAttribute("aria-label", placed ?? "");
  await expectAccessible(page, "marking an item");
  await page.getByRole("dialog").getByRole("button", { name: "Place it here" }).click();
  await page.getByRole("button", { name: "Post Outfit" }).click();
  await expectAt(page, "/me");

  await page.getByRole("list", { name: "Uploaded outfits" }).getByRole("link", { name: title }).click();
  await expect(page.getByRole("img", { name: /^A person wearing / })).toBeVisible();
  await page.getByRole("button", { name: "Show items on the photo" }).click();
  const marks = page.getByRole("list", { name: "Items on this photo" });
  await marks.getByRole("button", { name: `Halden ${product}` }).click();
  await expectAccessible(page, "marks on the photo");
  await marks.getByRole("link", { name: product }).click();
  await expect(page.getByRole("list", { name: "Shop this look" }).getByRole("listitem").first()).toBeFocused();
});

/** Two women and a man between them, from a picture that a package brings along. */
async function readGroup(): Promise<Buffer> {
  const samples = path.join(import.meta.dirname, "../node_modules/@vladmandic/human/assets/samples.jpg");
  const area = { left: 1_131, top: 0, width: 149, height: 157 };
  return sharp(samples).extract(area).resize({ width: 600 }).jpeg().toBuffer();
}

test("an edit can be cancelled while it looks, and of several people the pressed one is looked at", async ({
  page,
}) => {
  test.setTimeout(240_000);
  await signUpAs(page, "Group Portrait");
  const id = await createOutfit(page, `Trio ${newWord()}`, { photo: await readGroup(), brand: "Halden" });
  await page.goto(`/edit-outfit/${id}`);
  const panel = page.getByRole("region", { name: "Clothing detection" });
  const detect = panel.getByRole("button", { name: "Detect Clothing with AI" });
  const cards = page.getByRole("group", { name: /^Item \d+$/ });
  await detect.click();
  await panel.getByRole("button", { name: "Cancel" }).click();
  await expect(detect).toBeVisible();
  await expect(cards).toHaveCount(1);

  const answer = () =>
    page.waitForResponse((response) => response.url().endsWith("/api/detections"), {
      timeout: detectionMs,
    });
  const first = answer();
  await detect.click();
  const { people } = (await (await first).json()) as Detection;
  expect(people.length).toBeGreaterThan(1);
  await expect(page.getByText(/^Several people are in this photo/)).toBeVisible();
  const second = answer();
  // By keyboard: who stands in front covers the middle of others.
  await page.getByRole("button", { name: "Detect the clothes of person 2" }).press("Enter");
  const { items } = (await (await second).json()) as Detection;
  const { x = 0, width = 0 } = people[1] ?? {};
  expect(items.length).toBeGreaterThan(0);
  for (const { point } of items) expect(Math.abs((point?.x ?? 0) - (x + width / 2))).toBeLessThan(width * 0.75);
  await expect(page.getByRole("list", { name: "Detected items" }).getByRole("listitem")).toHaveCount(items.length);
  // What was posted is still there.
  await expect(cards.first().getByRole("combobox", { name: "Brand" })).toHaveValue("Halden");
});
