import { type Browser, expect, type Page, test } from "@playwright/test";
import { signUpAs } from "./support/accounts.ts";
import { toast } from "./support/page.ts";

/** A new member in a separate browser. */
async function newMember(browser: Browser, name: string): Promise<{ page: Page; username: string }> {
  const page = await (await browser.newContext()).newPage();
  await signUpAs(page, name);
  await page.goto("/me");
  const username = (await page.getByRole("heading", { level: 1 }).textContent()) ?? "";
  return { page, username: username.replace(/^@/, "") };
}

const figure = (page: Page, label: string) => page.getByRole("button", { name: new RegExp(`\\d+ ?${label}`) });

test("following and unfollowing updates both counts, and a follower can be removed", async ({ browser }) => {
  const mia = await newMember(browser, "Mia Follow");
  const leo = await newMember(browser, "Leo Follow");
  await leo.page.goto(`/profile/${mia.username}`);
  const button = (label: string) => leo.page.getByRole("button", { name: `${label} @${mia.username}` });
  await button("Follow").click();
  await expect(toast(leo.page, "Following!")).toBeVisible();
  await expect(figure(leo.page, "Followers")).toContainText("1");
  await button("Following").click();
  await expect(toast(leo.page, "Unfollowed")).toBeVisible();
  await expect(figure(leo.page, "Followers")).toContainText("0");
  const followed = leo.page.waitForResponse((answer) => answer.url().includes("/api/follows/"));
  await button("Follow").click();
  await expect(button("Following")).toBeVisible();
  // The button updates before the server, and the next page reads from the server.
  await followed;

  await leo.page.goto("/me");
  await figure(leo.page, "Following").click();
  await expect(
    leo.page.getByRole("dialog", { name: "1 Following" }).getByRole("link", { name: mia.username }),
  ).toBeVisible();

  await mia.page.goto("/me");
  // On a phone on its side the dock is beside the name, not over it.
  await mia.page.setViewportSize({ width: 844, height: 390 });
  const name = await mia.page.getByRole("banner").getByText(`@${mia.username}`).boundingBox();
  const dock = await mia.page.getByRole("navigation", { name: "Main" }).boundingBox();
  if (!name || !dock) throw new Error("the profile is not complete");
  expect([dock.y, dock.x >= name.x + name.width]).toEqual([0, true]);
  await mia.page.setViewportSize({ width: 1280, height: 720 });
  await figure(mia.page, "Followers").click();
  const list = mia.page.getByRole("dialog", { name: "1 Follower" });
  await list.getByRole("button", { name: `Remove @${leo.username}` }).click();
  await mia.page.getByRole("dialog", { name: "Remove this follower?" }).getByRole("button", { name: "Remove" }).click();
  await expect(toast(mia.page, "Follower removed")).toBeVisible();
  await expect(mia.page.getByText("No followers yet")).toBeVisible();
  await leo.page.reload();
  await expect(figure(leo.page, "Following")).toContainText("0");
});

test("a private profile receives a request, and its owner accepts or declines", async ({ browser }) => {
  const mia = await newMember(browser, "Mia Private");
  const [leo, eve] = [await newMember(browser, "Leo Asks"), await newMember(browser, "Eve Asks")];
  await mia.page.goto("/settings");
  await mia.page.getByRole("switch", { name: "Private Profile" }).click();
  await mia.page.goto("/notifications");
  await expect(mia.page.getByRole("heading", { name: "No notifications yet" })).toBeVisible();

  for (const { page } of [leo, eve]) {
    await page.goto(`/profile/${mia.username}`);
    await expect(page.getByRole("heading", { name: "This profile is private" })).toBeVisible();
    await page.getByRole("button", { name: `Follow @${mia.username}` }).click();
    await expect(toast(page, "Follow request sent")).toBeVisible();
  }
  // Withdrawn, and sent again.
  await eve.page.getByRole("button", { name: `Requested @${mia.username}` }).click();
  await expect(eve.page.getByRole("button", { name: `Follow @${mia.username}` })).toBeVisible();
  await eve.page.getByRole("button", { name: `Follow @${mia.username}` }).click();

  // They appear without a reload.
  await expect(mia.page.getByRole("heading", { name: "Follow requests" })).toBeVisible();
  await mia.page.getByRole("button", { name: `Accept @${leo.username}` }).click();
  await expect(toast(mia.page, "Follow request accepted")).toBeVisible();
  await mia.page.getByRole("button", { name: `Decline @${eve.username}` }).click();
  await expect(toast(mia.page, "Follow request declined")).toBeVisible();
  await expect(mia.page.getByRole("heading", { name: "Follow requests" })).toHaveCount(0);

  await leo.page.reload();
  await expect(leo.page.getByRole("button", { name: `Following @${mia.username}` })).toBeVisible();
  await expect(leo.page.getByRole("heading", { name: "This profile is private" })).toHaveCount(0);
  await eve.page.reload();
  await expect(eve.page.getByRole("button", { name: `Follow @${mia.username}` })).toBeVisible();
  await expect(eve.page.getByRole("heading", { name: "This profile is private" })).toBeVisible();
});
