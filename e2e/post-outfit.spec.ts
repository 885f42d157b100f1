import { expect, test } from "@playwright/test";
import { fillSignIn, fillSignUp, newEmail, signUpAs } from "./support/accounts.ts";
import {
  addPhoto,
  expectFilled,
  fillOutfit,
  newPhoto,
  newWord,
  photoInput,
  photoLink,
  postOutfit,
} from "./support/outfits.ts";
import { expectAt, toast } from "./support/page.ts";
import { pressSlowly } from "./support/press-slowly.ts";

test("a member posts an outfit, another finds, likes, saves and comments on it, and both see it", async ({
  page,
  browser,
}) => {
  const word = newWord();
  const title = `Corduroy ${word}`;
  await page.goto("/auth?tab=sign-up");
  await fillSignUp(page, { name: `Noor ${word.slice(4, 10)}`, email: newEmail() });
  await expectAt(page, "/onboarding");
  await page.goto("/add-outfit");
  await postOutfit(page, { title, tags: [word, "denim"] });
  const mine = page.getByRole("list", { name: "Uploaded outfits" }).getByRole("link", { name: title });
  await mine.click();
  await expect(page.getByRole("heading", { name: title, level: 1 })).toBeVisible();
  await expect(page.getByRole("link", { name: "Edit outfit" })).toBeVisible();

  const other = await (await browser.newContext()).newPage();
  await signUpAs(other, `Theo ${word.slice(4, 10)}`, "/explore");
  await other.getByRole("searchbox", { name: "Search outfits" }).fill(word);
  await expect(photoLink(other, title)).toBeVisible();
  await expect(other.getByRole("list", { name: "Outfits" }).getByRole("listitem")).toHaveCount(1);
  await other.getByRole("button", { name: "Filter outfits" }).click();
  const styles = other.getByRole("group", { name: "Style" });
  await styles.getByRole("button", { name: "Grunge" }).click();
  await expect(other.getByRole("heading", { name: "No outfits found" })).toBeVisible();
  await styles.getByRole("button", { name: "Retro" }).click();
  await photoLink(other, title).click();

  const shop = other.getByRole("link", { name: /Corduroy jacket.*new tab/ });
  await expect(shop).toHaveAttribute("href", "https://shop.example/corduroy");
  await other.getByRole("button", { name: `Like ${title}, 0 likes` }).click();
  await expect(other.getByRole("button", { name: `Like ${title}, 1 like` })).toHaveAttribute("aria-pressed", "true");
  await other.getByRole("button", { name: `Save ${title} to closet` }).click();
  await expect(toast(other, "Saved to closet!")).toBeVisible();
  await other.getByRole("textbox", { name: "Add a comment" }).fill("That collar!");
  await other.getByRole("button", { name: "Post comment" }).click();
  await expect(toast(other, "Comment added!")).toBeVisible();

  // The owner's open page receives the comment live; the like appears on the next visit.
  await expect(page.getByRole("list", { name: "Comments" })).toContainText("That collar!");
  for (const both of [page, other]) {
    await both.reload();
    await expect(both.getByRole("button", { name: `Like ${title}, 1 like` })).toBeVisible();
    await expect(both.getByRole("list", { name: "Comments" })).toContainText("That collar!");
  }
  await expect(other.getByRole("button", { name: `Save ${title} to closet` })).toHaveAttribute("aria-pressed", "true");
  // Views are written in batches, a moment later.
  await expect(async () => {
    await other.reload();
    await expect(other.getByText(/^[12] views?$/)).toBeVisible({ timeout: 2_000 });
  }).toPass();
});

test("a button below a field that was left empty is pressed at the first try, and the error follows", async ({
  page,
}) => {
  await signUpAs(page, "Slow Presser", "/add-outfit");
  await addPhoto(page);
  const card = page.getByRole("group", { name: "Item 1" });
  await card.getByLabel("Product name").fill("Corduroy jacket");
  await card.getByLabel("Brand").focus();
  await pressSlowly(page, card.getByRole("button", { name: /^Place on the photo/ }));
  await expect(page.getByRole("dialog")).toBeVisible();
  await expect(card.getByRole("alert").filter({ hasText: "Brand is required" })).toBeVisible();
});

test("a draft survives a reload, photo included, and can be posted", async ({ page }) => {
  const outfit = { title: `Kept ${newWord()}`, tags: ["linen", "summer"] };
  await signUpAs(page, "Careful Writer", "/add-outfit");
  await addPhoto(page);
  await fillOutfit(page, outfit);
  await page.reload();
  await expect(page.getByText("We saved your draft.")).toBeVisible();
  await expectFilled(page, outfit);
  await expect(page.getByRole("img", { name: "Your outfit" })).toBeVisible();
  await page.getByRole("button", { name: "Post Outfit" }).click();
  await expectAt(page, "/me");
  await page.goto("/add-outfit");
  await expect(page.getByRole("textbox", { name: "Title" })).toHaveValue("");
});

test("leaving an unfinished outfit asks first; the draft can be kept or discarded", async ({ page }) => {
  await signUpAs(page, "Half Done", "/add-outfit");
  await page.getByRole("textbox", { name: "Title" }).fill("Half a look");
  const explore = page.getByRole("navigation", { name: "Main" }).getByRole("link", { name: "Explore" });
  await explore.click();
  await page.getByRole("dialog").getByRole("button", { name: "Keep draft and leave" }).click();
  await expectAt(page, "/explore");
  await page.goBack();
  await expect(page.getByRole("textbox", { name: "Title" })).toHaveValue("Half a look");
  await explore.click();
  await page.getByRole("dialog").getByRole("button", { name: "Discard" }).click();
  await expectAt(page, "/explore");
  await page.goBack();
  await expect(page.getByRole("textbox", { name: "Title" })).toHaveValue("");
});

test("a discarded draft stays discarded if Back is pressed before the next page has loaded", async ({ page }) => {
  await signUpAs(page, "Too Quick", "/add-outfit");
  await page.getByRole("textbox", { name: "Title" }).fill("Half a look");
  await page.getByRole("navigation", { name: "Main" }).getByRole("link", { name: "Explore" }).click();
  const discard = page.getByRole("dialog").getByRole("button", { name: "Discard" });
  await discard.evaluate(async (button: HTMLElement) => {
    button.click();
    while (location.pathname === "/add-outfit") await new Promise((resolve) => setTimeout(resolve));
    history.back();
  });
  await expectAt(page, "/add-outfit");
  await expect(page.getByRole("textbox", { name: "Title" })).toHaveValue("");
});

test("an interrupted upload is retried, and the form keeps its values", async ({ page }) => {
  const outfit = { title: `Retried ${newWord()}`, tags: ["wool"] };
  await signUpAs(page, "Bad Line", "/add-outfit");
  await fillOutfit(page, outfit);
  await page.route("**/api/uploads/outfit", (route) => route.abort("connectionreset"), { times: 1 });
  await photoInput(page).setInputFiles(await newPhoto());
  await expect(page.getByRole("alert").filter({ hasText: "No connection" })).toBeVisible();
  await expect(page.getByRole("button", { name: "Post Outfit" })).toBeDisabled();
  await expectFilled(page, outfit);
  await page.getByRole("button", { name: "Try again" }).click();
  await expect(toast(page, "Image uploaded successfully!")).toBeVisible();
  await page.getByRole("button", { name: "Post Outfit" }).click();
  await expect(
    page.getByRole("list", { name: "Uploaded outfits" }).getByRole("link", { name: outfit.title }),
  ).toBeVisible();
});

test("a file that is not a photo is rejected with a message, and a real one can follow", async ({ page }) => {
  await signUpAs(page, "Wrong File", "/add-outfit");
  const text = Buffer.from("<html>not a photograph</html>");
  await photoInput(page).setInputFiles({ name: "look.png", mimeType: "image/png", buffer: text });
  await expect(page.getByRole("alert").filter({ hasText: "Please upload an image file" })).toBeVisible();
  await photoInput(page).setInputFiles({ name: "notes.txt", mimeType: "text/plain", buffer: text });
  await expect(toast(page, "Please upload an image file")).toBeVisible();
  await addPhoto(page);
});

test("a session that ends while editing leads to sign-in and back to the filled form", async ({ page }) => {
  const email = await signUpAs(page, "Timed Out", "/add-outfit");
  const outfit = { title: `Survivor ${newWord()}`, tags: ["denim"] };
  await addPhoto(page);
  await fillOutfit(page, outfit);
  // Another device ends all sessions; the live connection informs this one.
  await page.evaluate(async () => {
    const session = JSON.parse(localStorage.getItem("fash.session") ?? "{}") as { access_token: string };
    const headers = { authorization: `Bearer ${session.access_token}` };
    await fetch("/auth/v1/logout?scope=global", { method: "POST", headers });
  });
  await expectAt(page, "/auth");
  await fillSignIn(page, email);
  await expectAt(page, "/add-outfit");
  await expectFilled(page, outfit);
  await page.getByRole("button", { name: "Post Outfit" }).click();
  await expectAt(page, "/me");
});
