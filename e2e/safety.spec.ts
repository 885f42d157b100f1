import { expect, test } from "@playwright/test";
import { expectAccessible } from "./support/accessibility.ts";
import { newMember, signUpAs } from "./support/accounts.ts";
import { createOutfit, newWord } from "./support/outfits.ts";
import { expectAt, toast } from "./support/page.ts";

test("a member reports, mutes and blocks another, and undoes it in the settings", async ({ page, browser }) => {
  test.slow();
  const title = `Loud ${newWord()}`;
  const loud = await newMember(browser, "Loud Person");
  const id = await createOutfit(loud.page, title);
  await signUpAs(page, "Calm Person", `/outfit/${id}`);
  const menu = page.getByRole("button", { name: `More options for @${loud.username}'s outfit` });

  await menu.click();
  await page.getByRole("button", { name: /^Report outfit/ }).click();
  const send = page.getByRole("button", { name: "Send report" });
  await expect(send).toBeDisabled();
  await page.getByRole("radio", { name: "Spam" }).check();
  await page.getByRole("textbox", { name: "Details" }).fill("The same every day");
  await expectAccessible(page, "the report");
  await send.click();
  await expect(toast(page, "Thank you. Our moderators will review it.")).toBeVisible();

  await menu.click();
  await page.getByRole("button", { name: /^Mute/ }).click();
  await expect(toast(page, `@${loud.username} is muted`)).toBeVisible();
  await menu.click();
  await page.getByRole("button", { name: /^Block/ }).click();
  await page
    .getByRole("dialog", { name: `Block @${loud.username}?` })
    .getByRole("button", { name: "Block" })
    .click();
  await expect(toast(page, `@${loud.username} is blocked`)).toBeVisible();
  await expectAt(page, "/explore");
  await page.goto(`/outfit/${id}`);
  await expect(page.getByRole("heading", { name: "This outfit isn't available" })).toBeVisible();
  await page.goto(`/profile/${loud.username}`);
  await expect(page.getByRole("heading", { name: title })).toHaveCount(0);
  await expect(page.getByRole("button", { name: `Message @${loud.username}` })).toHaveCount(0);

  await page.goto("/settings");
  await page.getByRole("button", { name: `Unmute @${loud.username}` }).click();
  await expect(page.getByText("You haven't muted anyone.")).toBeVisible();
  await page.getByRole("button", { name: `Unblock @${loud.username}` }).click();
  await expect(page.getByText("You haven't blocked anyone.")).toBeVisible();
  await page.goto(`/outfit/${id}`);
  await expect(page.getByRole("heading", { name: title, level: 1 })).toBeVisible();
  await loud.close();
});
