import { randomUUID } from "node:crypto";
import { expect, type Locator, type Page } from "@playwright/test";
import sharp from "sharp";
import { expectAt, toast } from "./page.ts";
import { bearer } from "./session.ts";

/** From the migration that fills `styles`. */
export const retro = { id: "01930000-0000-7000-8000-000000000004", name: "Retro" };

/** A word that no other test uses, so that a search finds only this test's outfits. */
export function newWord(): string {
  return `word${randomUUID().replaceAll("-", "").slice(0, 12)}`;
}

/** A photo as from a phone, in the colours of two garments. */
export async function newPhoto(size: { width: number; height: number } = { width: 900, height: 1_200 }) {
  const { width, height } = size;
  const half = Math.round(height / 2);
  const trousers = await sharp({ create: { width, height: height - half, channels: 3, background: "#27364f" } })
    .png()
    .toBuffer();
  const buffer = await sharp({ create: { width, height, channels: 3, background: "#a5552f" } })
    .composite([{ input: trousers, top: half, left: 0 }])
    .jpeg()
    .toBuffer();
  return { name: "look.jpg", mimeType: "image/jpeg", buffer };
}

export function photoInput(page: Page): Locator {
  return page.getByLabel("Photo of the outfit");
}

/** Title, style, tags and one item; the photo is a separate step. */
export async function fillOutfit(page: Page, given: { title: string; tags?: readonly string[] }): Promise<void> {
  await page.getByRole("textbox", { name: "Title" }).fill(given.title);
  await page.getByRole("radio", { name: retro.name, exact: true }).check();
  for (const tag of given.tags ?? []) {
    await page.getByRole("textbox", { name: "Tags" }).fill(tag);
    await page.getByRole("textbox", { name: "Tags" }).press("Enter");
  }
  const item = page.getByRole("group", { name: "Item 1" });
  await item.getByRole("radio", { name: "Jacket" }).check();
  await item.getByRole("combobox", { name: "Brand" }).fill("Halden");
  await item.getByRole("textbox", { name: "Product name" }).fill("Corduroy jacket");
  await item.getByRole("textbox", { name: "Product URL" }).fill("https://shop.example/corduroy");
}

/** Expects these values in the editor, as after a reload or an error. */
export async function expectFilled(page: Page, given: { title: string; tags?: readonly string[] }): Promise<void> {
  await expect(page.getByRole("textbox", { name: "Title" })).toHaveValue(given.title);
  await expect(page.getByRole("radio", { name: retro.name, exact: true })).toBeChecked();
  for (const tag of given.tags ?? []) await expect(page.getByText(`#${tag}`, { exact: true })).toBeVisible();
  const item = page.getByRole("group", { name: "Item 1" });
  await expect(item.getByRole("radio", { name: "Jacket" })).toBeChecked();
  await expect(item.getByRole("combobox", { name: "Brand" })).toHaveValue("Halden");
  await expect(item.getByRole("textbox", { name: "Product URL" })).toHaveValue("https://shop.example/corduroy");
}

export async function addPhoto(page: Page): Promise<void> {
  await photoInput(page).setInputFiles(await newPhoto());
  await expect(toast(page, "Image uploaded successfully!")).toBeVisible();
}

/** Posts through /add-outfit, as a user does; ends on /me. */
export async function postOutfit(page: Page, given: { title: string; tags?: readonly string[] }): Promise<void> {
  await addPhoto(page);
  await fillOutfit(page, given);
  await page.getByRole("button", { name: "Post Outfit" }).click();
  await expect(toast(page, "Outfit posted successfully!")).toBeVisible();
  await expectAt(page, "/me");
}

/** Posts through the API, for tests that only need an outfit; returns its id. Requires a signed-in page. */
export async function createOutfit(
  page: Page,
  title: string,
  more: {
    tags?: readonly string[];
    brand?: string;
    productUrl?: string;
    styleId?: string;
    /** A JPEG; otherwise one without clothes. */
    photo?: Buffer;
  } = {},
): Promise<string> {
  const headers = await bearer(page);
  const { buffer: drawn, mimeType } = await newPhoto({ width: 300, height: 400 });
  const buffer = more.photo ?? drawn;
  const upload = await page.request.post("/api/uploads/outfit", {
    headers: { ...headers, "content-type": mimeType },
    data: buffer,
  });
  const { id: imageId } = (await upload.json()) as { id: string };
  const { tags = [], brand, productUrl = null, styleId = retro.id } = more;
  const items = brand === undefined ? [] : [{ category: "Jacket", brand, productName: "Jacket", productUrl }];
  const data = { title, description: null, altText: null, styleId, tags, items, imageId };
  const posted = await page.request.post("/api/outfits", { headers, data });
  expect(posted.ok(), await posted.text()).toBe(true);
  const { outfit } = (await posted.json()) as { outfit: { id: string } };
  return outfit.id;
}

/** The photo in the feed that links to this outfit. */
export function photoLink(page: Page, title: string): Locator {
  return page.getByRole("list", { name: "Outfits" }).getByRole("link", { name: title });
}
