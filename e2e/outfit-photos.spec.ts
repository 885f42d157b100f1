import { readFile } from "node:fs/promises";
import path from "node:path";
import { expect, type Locator, type Page, test } from "@playwright/test";
import { expectAccessible } from "./support/accessibility.ts";
import { signUpAs } from "./support/accounts.ts";
import { newPhoto, newWord, photoInput } from "./support/outfits.ts";
import { expectAt, toast } from "./support/page.ts";

const astronaut = path.join(import.meta.dirname, "../server/testing/photos/astronaut.jpg");
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

test("six photos are sorted by pointer and keyboard, described, and browsed on the outfit page", async ({ page }) => {
  test.slow();
  const title = `Six ${newWord()}`;
  await signUpAs(page, "Many Angles", "/add-outfit");
  await addAstronaut(page);
  const more = await Promise.all([900, 800, 700, 600, 500].map((width) => newPhoto({ width, height: 1_000 })));
  await page.getByLabel("More photos of the outfit").setInputFiles(more);
  const photos = page.getByRole("list", { name: "Photos" });
  // One after the other.
  await expect(photos.getByRole("listitem")).toHaveCount(6, { timeout: 60_000 });
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
  const outfit = page.getByRole("article", { name: title });
  await expect(outfit.getByRole("img", { name: "The narrow one" })).toBeVisible();
  const gallery = page.getByRole("region", { name: "Photos" });
  await gallery.getByRole("group", { name: "Photo 1 of 5" }).focus();
  await page.keyboard.press("ArrowRight");
  await expect(gallery.getByRole("img", { name: `${title}, photo 2` })).toBeInViewport({ ratio: 0.9 });
  await gallery.getByRole("button", { name: "Next photo" }).click();
  await expect(gallery.getByRole("group", { name: "Photo 3 of 5" })).toBeVisible();
  await expect(gallery.getByText("3/5")).toBeVisible();
  await expectAccessible(page, "outfit with several photos");
});
