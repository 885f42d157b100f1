import { expect, test } from "@playwright/test";
import { signUpAs } from "./support/accounts.ts";
import { expectShiftBelow, recordLayoutShifts } from "./support/layout-shift.ts";
import { addPhoto, newWord, postOutfit } from "./support/outfits.ts";
import { expectAt, sendDeletions, toast } from "./support/page.ts";

test("the owner edits an outfit; another member can view but not edit it", async ({ page, browser }) => {
  const title = `Before ${newWord()}`;
  await signUpAs(page, "Second Thoughts", "/add-outfit");
  await postOutfit(page, { title, tags: ["old"] });
  await page.getByRole("list", { name: "Uploaded outfits" }).getByRole("link", { name: title }).click();
  await page.getByRole("link", { name: "Edit outfit" }).click();
  await page.getByRole("textbox", { name: "Title" }).fill(`${title} after`);
  await page.getByRole("button", { name: "Remove tag old" }).click();
  await page.getByRole("textbox", { name: "Tags" }).fill("new,");
  await addPhoto(page);
  await page.getByRole("button", { name: "Update Outfit" }).click();
  await expect(toast(page, "Outfit updated successfully!")).toBeVisible();
  await expect(page.getByRole("heading", { name: `${title} after`, level: 1 })).toBeVisible();
  const tags = page.getByRole("list", { name: "Tags" }).getByRole("listitem");
  await expect(tags).toHaveText(["#new"]);

  const other = await (await browser.newContext()).newPage();
  await signUpAs(other, "Nosy Neighbour", page.url());
  await expect(other.getByRole("heading", { name: `${title} after`, level: 1 })).toBeVisible();
  await expect(other.getByRole("link", { name: "Edit outfit" })).toHaveCount(0);
  await other.goto(page.url().replace("/outfit/", "/edit-outfit/"));
  await expect(other.getByText("You don't have permission to edit this outfit")).toBeVisible();
});

test("nothing moves while the editor and the own page load, upright and on a phone's side", async ({ page }) => {
  const title = `Still ${newWord()}`;
  await signUpAs(page, "Still Life", "/add-outfit");
  await postOutfit(page, { title });
  await page.getByRole("list", { name: "Uploaded outfits" }).getByRole("link", { name: title }).click();
  const editor = await page.getByRole("link", { name: "Edit outfit" }).getAttribute("href");
  await recordLayoutShifts(page);
  // Slow enough that each state before the last one is painted.
  const session = await page.context().newCDPSession(page);
  await session.send("Emulation.setCPUThrottlingRate", { rate: 4 });
  for (const size of [
    { width: 390, height: 844 },
    { width: 844, height: 390 },
  ]) {
    await page.setViewportSize(size);
    await page.goto(editor ?? "");
    await expect(page.getByRole("textbox", { name: "Title" })).toHaveValue(title);
    await page.waitForLoadState("networkidle");
    await expectShiftBelow(page, 0.01);
  }
  await page.goto("/me");
  await expect(page.getByRole("list", { name: "Uploaded outfits" })).toBeVisible();
  await page.waitForLoadState("networkidle");
  await expectShiftBelow(page, 0.01);
});

test("an unchanged long title is kept, a changed one is limited to a hundred characters", async ({ page }) => {
  const title = `${newWord()} ${"long ".repeat(30)}`.trim();
  await signUpAs(page, "Many Words", "/add-outfit");
  await postOutfit(page, { title });
  await page.getByRole("list", { name: "Uploaded outfits" }).getByRole("link", { name: title }).click();
  await page.getByRole("link", { name: "Edit outfit" }).click();
  await page.getByRole("textbox", { name: "Description" }).fill("Only this is new.");
  await page.getByRole("button", { name: "Update Outfit" }).click();
  await expect(page.getByText("Only this is new.")).toBeVisible();
  await page.getByRole("link", { name: "Edit outfit" }).click();
  await page.getByRole("textbox", { name: "Title" }).fill(`${title} er`);
  await page.getByRole("button", { name: "Update Outfit" }).click();
  await expect(toast(page, "Title must be less than 100 characters")).toBeVisible();
  await expect(page.getByRole("textbox", { name: "Title" })).toHaveValue(`${title} er`);
});

test("deleting asks for confirmation; then the outfit is gone for everyone", async ({ page, browser }) => {
  const title = `Doomed ${newWord()}`;
  await signUpAs(page, "Clean Sweep", "/add-outfit");
  await postOutfit(page, { title });
  const mine = page.getByRole("list", { name: "Uploaded outfits" }).getByRole("link", { name: title });
  const address = (await mine.getAttribute("href")) ?? "";
  const dialog = page.getByRole("dialog", { name: "Delete this outfit?" });
  await page.getByRole("button", { name: `Delete ${title}` }).click();
  await dialog.getByRole("button", { name: "Cancel" }).click();
  await expect(mine).toBeVisible();
  await page.getByRole("button", { name: `Delete ${title}` }).click();
  await dialog.getByRole("button", { name: "Delete" }).click();
  await expect(toast(page, "Outfit deleted successfully")).toBeVisible();
  await expect(mine).toHaveCount(0);
  await sendDeletions(page);
  const visitor = await (await browser.newContext()).newPage();
  await visitor.goto(address);
  await expect(visitor.getByRole("heading", { name: "This outfit isn't available" })).toBeVisible();
  await visitor.getByRole("link", { name: "Explore Outfits" }).click();
  await expectAt(visitor, "/explore");
});
