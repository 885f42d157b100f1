import { expect, test } from "@playwright/test";
import sharp from "sharp";
import { signUpAs } from "./support/accounts.ts";
import { newPhoto } from "./support/outfits.ts";
import { toast } from "./support/page.ts";
import { bearer } from "./support/session.ts";

test("a profile picture is enlarged and moved behind its frame, and only that part is uploaded", async ({ page }) => {
  await signUpAs(page, "Round Frame");
  await page.locator('input[type="file"][aria-label="Change picture"]').setInputFiles(await newPhoto());
  const dialog = page.getByRole("dialog", { name: "Your new profile picture" });
  const frame = dialog.getByLabel("Profile picture, move with the arrow keys");
  await expect(frame).toBeVisible();
  await dialog.getByRole("slider", { name: "Zoom" }).fill("2");
  const box = await frame.boundingBox();
  if (!box) throw new Error("There is no frame");
  const [x, y] = [box.x + box.width / 2, box.y + box.height / 2];
  await page.mouse.move(x, y);
  await page.mouse.down();
  await page.mouse.move(x, y + box.height, { steps: 5 });
  await page.mouse.up();
  await dialog.getByRole("button", { name: "Upload" }).click();
  await expect(toast(page, "Profile picture updated successfully")).toBeVisible();
  await expect(dialog).toBeHidden();
  const me = await page.request.get("/api/me", { headers: await bearer(page) });
  const { avatarUrl } = (await me.json()) as { avatarUrl: string };
  const stored = await (await page.request.get(avatarUrl)).body();
  // The photo's upper half is rust, the lower one navy.
  const { channels } = await sharp(stored).stats();
  expect(channels[0]?.min).toBeGreaterThan(0x80);
});
