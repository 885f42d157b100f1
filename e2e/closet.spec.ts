import { expect, test } from "@playwright/test";
import { expectAccessible } from "./support/accessibility.ts";
import { newMember, signUpAs } from "./support/accounts.ts";
import { createOutfit, newWord } from "./support/outfits.ts";
import { toast } from "./support/page.ts";

test("a closet from the first save to a board that others see", async ({ page, browser }) => {
  test.slow();
  const word = newWord();
  const coat = `Coat ${word}`;
  const boots = `Boots ${word}`;
  const author = await newMember(browser, "Closet Author");
  const coatId = await createOutfit(author.page, coat, { brand: "Halden", productUrl: "https://shop.example/coat" });
  const bootsId = await createOutfit(author.page, boots);

  await signUpAs(page, "Careful Saver", "/closet");
  await expect(page.getByText("No saved outfits yet")).toBeVisible();
  await expect(page.getByText("Your closet is private")).toBeVisible();
  for (const [id, title] of [
    [coatId, coat],
    [bootsId, boots],
  ]) {
    await page.goto(`/outfit/${id}`);
    await page.getByRole("button", { name: `Save ${title} to closet` }).click();
    await expect(toast(page, "Saved to closet!").first()).toBeVisible();
  }
  await page.goto(`/outfit/${coatId}`);
  await page.getByRole("button", { name: `Like ${coat}, 0 likes` }).click();
  await expect(page.getByRole("button", { name: `Like ${coat}, 1 like` })).toHaveAttribute("aria-pressed", "true");

  await page.goto("/closet");
  const saved = page.getByRole("list", { name: "Saved outfits" });
  const titles = () => saved.getByRole("listitem").getByRole("link").allTextContents();
  await expect.poll(titles).toEqual([boots, coat]);
  await page.getByRole("tab", { name: "Top Rated" }).click();
  await expect.poll(titles).toEqual([coat, boots]);
  await page.getByRole("tab", { name: "Wishlist" }).click();
  const shop = page.getByRole("list", { name: "Wishlist" }).getByRole("link", { name: /^Shop Jacket/ });
  await expect(shop).toHaveAttribute("href", "https://shop.example/coat");
  await page.getByRole("tab", { name: "My Closet" }).click();
  await page.getByRole("button", { name: "Streetwear", exact: true }).click();
  await expect(page.getByText("No saved outfits yet")).toBeVisible();
  await page.getByRole("button", { name: "All", exact: true }).click();

  await page.getByRole("button", { name: "New board" }).click();
  await page.getByRole("textbox", { name: "Name" }).fill("Cold mornings");
  await page.getByRole("button", { name: "Create" }).click();
  const board = page.getByRole("link", { name: /^Cold mornings/ });
  await expect(board).toBeVisible();

  await page.getByRole("button", { name: "New board" }).click();
  await expect(page.getByRole("textbox", { name: "Name" })).toBeFocused();
  await page.keyboard.type("Rainy days");
  await page.keyboard.press("Enter");
  const shelf = page.getByRole("list", { name: "Boards" });
  const boardNames = () => shelf.getByRole("link").locator("span.truncate").allTextContents();
  await expect.poll(boardNames).toEqual(["Rainy days", "Cold mornings"]);
  await page.getByRole("button", { name: "Arrange boards" }).click();
  await page.getByRole("button", { name: "Move Cold mornings forward" }).focus();
  await page.keyboard.press("Enter");
  await expect.poll(boardNames).toEqual(["Cold mornings", "Rainy days"]);
  await expect(page.getByRole("button", { name: "Move Cold mornings forward" })).toBeFocused();
  await expectAccessible(page, "boards being arranged");
  await page.getByRole("button", { name: "Done arranging boards" }).click();
  await page.reload();
  await expect.poll(boardNames).toEqual(["Cold mornings", "Rainy days"]);

  for (const title of [coat, boots]) {
    await page.getByRole("button", { name: `Add ${title} to a board` }).click();
    const tick = page.getByRole("dialog").getByRole("checkbox", { name: "Cold mornings" });
    await tick.click();
    await expect(tick).toBeChecked();
    await page.getByRole("button", { name: "Close", exact: true }).click();
  }
  await expectAccessible(page, "the closet");
  await board.click();
  const onBoard = page.getByRole("list", { name: "Outfits on this board" });
  const boardTitles = () => onBoard.getByRole("article").getByRole("link").allTextContents();
  await expect.poll(boardTitles).toEqual([coat, boots]);
  await page.getByRole("button", { name: "Arrange" }).click();
  await page.getByRole("button", { name: `Move ${boots} forward` }).click();
  await expect.poll(boardTitles).toEqual([boots, coat]);
  await expectAccessible(page, "a board");
  await page.reload();
  await expect.poll(boardTitles).toEqual([boots, coat]);
  const boardAddress = page.url();

  const { page: other } = author;
  await other.goto(boardAddress);
  await expect(other.getByRole("heading", { name: "Board not found" })).toBeVisible();
  await page.goto("/closet");
  await page.getByRole("button", { name: `Hide ${boots} from others` }).click();
  await expect(toast(page, "Visibility updated")).toBeVisible();
  await page.getByRole("switch", { name: "Show my closet to others" }).click();
  await expect(toast(page, "Closet is now public")).toBeVisible();
  await expect(page.getByText("Your closet is visible to others")).toBeVisible();
  await other.goto(boardAddress);
  await expect(other.getByRole("heading", { name: "Cold mornings" })).toBeVisible();
  await expect(other.getByRole("list", { name: "Outfits on this board" }).getByRole("listitem")).toHaveCount(1);
  await author.close();
});
