import { readFile } from "node:fs/promises";
import { fileURLToPath } from "node:url";
import { expect, type Page, test } from "@playwright/test";
import { expectAccessible } from "./support/accessibility.ts";
import { signUpAs } from "./support/accounts.ts";
import { createOutfit, newWord, photoLink } from "./support/outfits.ts";
import { expectAt } from "./support/page.ts";

// The models are loaded, and look at two pictures, on a machine that runs other tests.
test.describe.configure({ timeout: 150_000 });

// Drawn by the generator of the sample data: the same clothes on two people in two places.
const picture = (name: string) => fileURLToPath(new URL(`support/pictures/${name}`, import.meta.url));

interface Palette {
  palette: { key: string; hex: string; share: number }[];
}

async function paletteOf(page: Page, outfitId: string): Promise<Palette["palette"]> {
  const outfit = (await (await page.request.get(`/api/outfits/${outfitId}`)).json()) as Palette;
  return outfit.palette;
}

/** Pastes a picture, or drops it on the middle of the page. */
async function give(page: Page, how: "paste" | "drop", file: string): Promise<void> {
  const bytes = (await readFile(file)).toString("base64");
  await page.evaluate(
    ([type, base64]) => {
      const data = new DataTransfer();
      const content = Uint8Array.from(atob(base64), (letter) => letter.charCodeAt(0));
      data.items.add(new File([content], "look.jpg", { type: "image/jpeg" }));
      const options = { bubbles: true, cancelable: true };
      const target = document.elementFromPoint(innerWidth / 2, innerHeight / 2) ?? document.body;
      if (type === "paste") target.dispatchEvent(new ClipboardEvent(type, { ...options, clipboardData: data }));
      else
        for (const step of ["dragenter", "dragover", "drop"])
          target.dispatchEvent(new DragEvent(step, { ...options, dataTransfer: data }));
    },
    [how, bytes] as const,
  );
}

/** What takes a photo listens a moment after it is shown. */
async function giveUntilTaken(page: Page, how: "drop" | "paste"): Promise<void> {
  await expect(async () => {
    await give(page, how, picture("varsity-jacket-again.jpg"));
    await expect(page.getByRole("img", { name: "What you search by" })).toBeVisible({ timeout: 2_000 });
  }).toPass();
}

test("an outfit is found by its colours, by a photo of the same clothes, and by a garment in it", async ({ page }) => {
  const title = `Varsity ${newWord()}`;
  await signUpAs(page, "Colour Finder", "/explore");
  const id = await createOutfit(page, title, { photo: await readFile(picture("varsity-jacket.jpg")) });
  await expect.poll(async () => (await paletteOf(page, id)).length, { timeout: 90_000 }).toBeGreaterThan(0);

  // Its palette leads to others with the colour; the filter is in the address, and survives a reload.
  await page.goto(`/outfit/${id}`);
  const palette = page.getByRole("list", { name: "Colours" });
  await palette.getByRole("link").first().click();
  await expectAt(page, "/explore");
  const chosen = page.getByRole("group", { name: "Colours of the clothes" }).getByRole("checkbox", { checked: true });
  await expect(chosen).toHaveCount(1);
  await expect(photoLink(page, title)).toBeVisible();
  await page.reload();
  await expect(chosen).toHaveCount(1);
  await expect(photoLink(page, title)).toBeVisible();
  await expectAccessible(page, "explore with a colour");
  await chosen.focus();
  await page.keyboard.press("Space");
  await expect(page).toHaveURL(/\/explore$/);

  // The colour's word finds it as well.
  const word = title.split(" ")[1] ?? "";
  const [colour] = await paletteOf(page, id);
  await page.goto(`/explore?q=${encodeURIComponent(`${colour?.key.replaceAll("-", " ")} ${word}`)}`);
  await expect(photoLink(page, title)).toBeVisible();
  await page.goto("/explore");
  // Dropped on Explore itself, once its code is there.
  await expect(async () => {
    await give(page, "drop", picture("varsity-jacket-again.jpg"));
    await expectAt(page, "/photo-search");
  }).toPass();
  await expect(page.getByRole("img", { name: "What you search by" })).toBeVisible();
  await page.getByRole("button", { name: "Another photo" }).click();
  await page.goto("/explore");

  await page.getByRole("link", { name: "Search by photo" }).click();
  await expect(page.getByRole("heading", { name: "Search by photo" })).toBeVisible();
  await expectAccessible(page, "search by photo");
  const found = page.getByRole("list", { name: "Similar outfits" });
  await giveUntilTaken(page, "paste");
  await expect(found.getByRole("link", { name: title })).toBeVisible({ timeout: 60_000 });
  await page.getByRole("button", { name: "Another photo" }).click();
  await expect(page.getByRole("button", { name: "Choose photo" })).toBeVisible();
  await giveUntilTaken(page, "drop");
  await expect(found.getByRole("link", { name: title })).toBeVisible({ timeout: 60_000 });
  await expectAccessible(page, "results of a photo");
  // A garment is chosen by keyboard, and another one pressed in the photo, the largest.
  await page.getByRole("radio", { name: "All clothes" }).focus();
  await page.keyboard.press("ArrowDown");
  await expect(page).toHaveURL(/part=1/);
  await expect(page.getByRole("radio", { name: "All clothes" })).not.toBeChecked();
  await page.keyboard.press("ArrowUp");
  await expect(page).toHaveURL(/\/photo-search$/);
  await page.locator("label[title]").first().click();
  await expect(page).toHaveURL(/part=\d/);
  await found.getByRole("link", { name: title }).click();
  await expectAt(page, `/outfit/${id}`);
  await page.goBack();
  await expect(found.getByRole("link", { name: title })).toBeVisible();
});
