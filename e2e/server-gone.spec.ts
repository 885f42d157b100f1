import { expect, test } from "@playwright/test";
import { signUpAs } from "./support/accounts.ts";
import { addPhoto, expectFilled, fillOutfit, newWord, photoLink, postOutfit } from "./support/outfits.ts";
import { openOwnServer, type OwnServer } from "./support/own-server.ts";
import { expectAt, toast } from "./support/page.ts";
import { addresses } from "./support/server-settings.ts";
import { expireSession, storedSession } from "./support/session.ts";

test.use({ baseURL: addresses.own });
test.describe.configure({ mode: "serial" });

let server: OwnServer;
test.beforeAll(async () => {
  server = await openOwnServer();
  await server.start();
});
test.afterAll(() => server.stop());

test("after a kill and restart every acknowledged write is still there", async ({ page }) => {
  const title = `Survivor ${newWord()}`;
  await signUpAs(page, "Tough Cookie", "/add-outfit");
  await postOutfit(page, { title, tags: ["denim"] });
  await page.getByRole("list", { name: "Uploaded outfits" }).getByRole("link", { name: title }).click();
  await page.getByRole("button", { name: `Like ${title}, 0 likes` }).click();
  await page.getByRole("button", { name: `Save ${title} to closet` }).click();
  await expect(toast(page, "Saved to closet!")).toBeVisible();
  await page.getByRole("textbox", { name: "Add a comment" }).fill("Still here?");
  await page.getByRole("button", { name: "Post comment" }).click();
  await expect(toast(page, "Comment added!")).toBeVisible();

  await server.kill();
  await server.start();
  await page.reload();
  await expect(page.getByRole("button", { name: `Like ${title}, 1 like` })).toHaveAttribute("aria-pressed", "true");
  await expect(page.getByRole("button", { name: `Save ${title} to closet` })).toHaveAttribute("aria-pressed", "true");
  await expect(page.getByRole("list", { name: "Comments" })).toContainText("Still here?");
  const photo = page.getByRole("img", { name: title }).first();
  await expect.poll(() => photo.evaluate((image: HTMLImageElement) => image.naturalWidth)).toBeGreaterThan(0);
  await page.goto("/explore");
  await expect(photoLink(page, title)).toBeVisible();
});

test("a server that is down during a post loses nothing: an error, the filled form, then the post", async ({
  page,
}) => {
  const outfit = { title: `Patient ${newWord()}`, tags: ["wool", "winter"] };
  await signUpAs(page, "Cool Head", "/add-outfit");
  await addPhoto(page);
  await fillOutfit(page, outfit);
  await server.kill();
  const post = page.getByRole("button", { name: "Post Outfit" });
  await post.click();
  await expect(toast(page, "No connection. Check your network and try again.")).toBeVisible();
  await expectFilled(page, outfit);
  await server.start();
  await post.click();
  await expect(toast(page, "Outfit posted successfully!")).toBeVisible();
  await expectAt(page, "/me");
  await expect(page.getByRole("list", { name: "Uploaded outfits" }).getByRole("listitem")).toHaveCount(1);
});

test("a session and its refresh survive a server restart", async ({ page }) => {
  await signUpAs(page, "Long Stay");
  await expect(page.getByLabel("Username")).toHaveValue(/long\.stay/);
  await server.kill();
  await server.start();
  await page.reload();
  await expect(page.getByLabel("Username")).toHaveValue(/long\.stay/);
  const { refresh_token: before } = await expireSession(page);
  await page.goto("/settings");
  await expect(page.getByLabel("Username")).toHaveValue(/long\.stay/);
  expect((await storedSession(page)).refresh_token).not.toBe(before);
});
