import { readFile } from "node:fs/promises";
import path from "node:path";
import { expect, type Locator, type Page, test } from "@playwright/test";
import { expectAccessible } from "./accessibility.ts";
import { newPhoto, newWord, photoInput } from "./outfits.ts";
import { expectAt, joinAs, toast } from "./people.ts";

const astronaut = path.join(import.meta.dirname, "../server/testing/photos/astronaut.jpg");
/** The first detection of a server starts the thread and loads the models, on a machine that others use as well. */
const detectionMs = 120_000;

async function addAstronaut(page: Page): Promise<void> {
  const buffer = await readFile(astronaut);
  await photoInput(page).setInputFiles({ name: "astronaut.jpg", mimeType: "image/jpeg", buffer });
  await expect(toast(page, "Image uploaded successfully!")).toBeVisible();
}

/** Drags a photo by its handle, in steps as a hand does. */
async function dragTile(page: Page, from: Locator, to: Locator): Promise<void> {
  await from.scrollIntoViewIfNeeded();
  const [start, end] = [await from.boundingBox(), await to.boundingBox()];
  if (!start || !end) throw new Error("The photos are not visible");
  await page.mouse.move(start.x + 20, start.y + 20);
  await page.mouse.down();
  await page.mouse.move(start.x + 5, start.y + 5, { steps: 3 });
  await page.mouse.move(end.x + 20, end.y + 20, { steps: 8 });
  await page.mouse.up();
}

test("the embedded models describe a photograph, and the member decides what is posted", async ({ page }) => {
  test.setTimeout(240_000);
  const title = `Orange ${newWord()}`;
  await joinAs(page, "Space Walker", "/add-outfit");
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

test("six photos are sorted by pointer and keyboard, described, and browsed on the outfit page", async ({ page }) => {
  test.slow();
  const title = `Six ${newWord()}`;
  await joinAs(page, "Many Angles", "/add-outfit");
  await addAstronaut(page);
  const more = await Promise.all([900, 800, 700, 600, 500].map((width) => newPhoto({ width, height: 1_000 })));
  await page.getByLabel("More photos of the outfit").setInputFiles(more);
  const photos = page.getByRole("list", { name: "Photos" });
  await expect(photos.getByRole("listitem")).toHaveCount(6);
  await expect(page.getByRole("button", { name: "Add photos" })).toBeDisabled();
  const widths = () =>
    photos.getByRole("img").evaluateAll((images) => images.map((image) => Number(image.getAttribute("width"))));
  await expect.poll(widths).toEqual([512, 900, 800, 700, 600, 500]);

  // The last one first by keyboard, the cover to the second place by pointer.
  await page.getByRole("textbox", { name: "Alt text of photo 6" }).fill("The narrow one");
  await page.getByRole("button", { name: "Move photo 6 forward" }).focus();
  await page.keyboard.press("Enter");
  await expect.poll(widths).toEqual([512, 900, 800, 700, 500, 600]);
  const [from, to] = [photos.getByRole("listitem").nth(4), photos.getByRole("listitem").nth(0)];
  await dragTile(page, from, to);
  await expect.poll(widths).toEqual([500, 512, 900, 800, 700, 600]);
  await expect(page.getByRole("textbox", { name: "Alt text", exact: true })).toHaveValue("The narrow one");
  await page.getByRole("button", { name: "Remove photo 6" }).click();
  await expect(photos.getByRole("listitem")).toHaveCount(5);
  await page.getByRole("switch", { name: /Made with AI/ }).click();
  await page.getByRole("textbox", { name: "Title" }).fill(title);
  await page.getByRole("radio", { name: "Retro", exact: true }).check();
  await expectAccessible(page, "editor with five photos");
  await page.getByRole("button", { name: "Post Outfit" }).click();
  await expectAt(page, "/me");

  await page.getByRole("list", { name: "Uploaded outfits" }).getByRole("link", { name: title }).click();
  await expect(page.getByText("Made with AI")).toBeVisible();
  await expect(page.getByRole("img", { name: "The narrow one" })).toBeVisible();
  const gallery = page.getByRole("region", { name: "Photos" });
  await gallery.getByRole("group", { name: "Photo 1 of 5" }).focus();
  await page.keyboard.press("ArrowRight");
  await expect(gallery.getByRole("img", { name: `${title}, photo 2` })).toBeInViewport({ ratio: 0.9 });
  await gallery.getByRole("button", { name: "Next photo" }).click();
  await expect(gallery.getByRole("group", { name: "Photo 3 of 5" })).toBeVisible();
  await expect(gallery.getByText("3/5")).toBeVisible();
  await expectAccessible(page, "outfit with several photos");
});
