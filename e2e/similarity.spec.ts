import { readFile } from "node:fs/promises";
import { fileURLToPath } from "node:url";
import { expect, type Page, test } from "@playwright/test";
import { expectAccessible } from "./accessibility.ts";
import { newWord, photoLink, postQuietly } from "./outfits.ts";
import { expectAt, joinAs } from "./people.ts";

// The models are loaded, and look at two pictures, on a machine that runs other tests.
test.describe.configure({ timeout: 150_000 });

// Drawn by the generator of the sample data: the same clothes on two people in two places.
const picture = (name: string) => fileURLToPath(new URL(`pictures/${name}`, import.meta.url));

interface Palette {
  palette: { key: string; hex: string; share: number }[];
}

async function paletteOf(page: Page, outfitId: string): Promise<Palette["palette"]> {
  const outfit = (await (await page.request.get(`/api/outfits/${outfitId}`)).json()) as Palette;
  return outfit.palette;
}

test("an outfit is found by its colours, by a photo of the same clothes, and by a garment in it", async ({ page }) => {
  const title = `Varsity ${newWord()}`;
  await joinAs(page, "Colour Finder", "/explore");
  const id = await postQuietly(page, title, { photo: await readFile(picture("varsity-jacket.jpg")) });
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

  await page.getByRole("link", { name: "Search by photo" }).click();
  await expect(page.getByRole("heading", { name: "Search by photo" })).toBeVisible();
  await expectAccessible(page, "search by photo");
  await page.getByLabel("Photo to search by").setInputFiles(picture("varsity-jacket-again.jpg"));
  const found = page.getByRole("list", { name: "Similar outfits" });
  await expect(found.getByRole("link", { name: title })).toBeVisible({ timeout: 60_000 });
  await expectAccessible(page, "results of a photo");
  // A garment in the photo is pressed, the largest.
  await page.locator("label[title]").first().click();
  await expect(page).toHaveURL(/part=\d/);
  await found.getByRole("link", { name: title }).click();
  await expectAt(page, `/outfit/${id}`);
  await page.goBack();
  await expect(found.getByRole("link", { name: title })).toBeVisible();
});
