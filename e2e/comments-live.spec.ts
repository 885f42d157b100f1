import { expect, type Request, test } from "@playwright/test";
import { newMember, signUpAs } from "./support/accounts.ts";
import { createOutfit, newWord } from "./support/outfits.ts";
import { sendDeletions, toast } from "./support/page.ts";

test("comments appear, hide and disappear live on an open outfit", async ({ page, browser }) => {
  const title = `Talked about ${newWord()}`;
  await signUpAs(page, "Outfit Owner");
  const id = await createOutfit(page, title);
  await page.goto(`/outfit/${id}`);
  await expect(page.getByText("No comments yet. Be the first.")).toBeVisible();
  const guest = await newMember(browser, "Frank Guest");
  await guest.page.goto(`/outfit/${id}`);

  const heard = page.getByRole("list", { name: "Comments" });
  const said = guest.page.getByRole("list", { name: "Comments" });
  await guest.page.getByRole("textbox", { name: "Add a comment" }).fill("Where is the coat from?");
  await guest.page.getByRole("button", { name: "Post comment" }).click();
  await expect(toast(guest.page, "Comment added!")).toBeVisible();
  await expect(heard.getByText("Where is the coat from?")).toBeVisible();
  await expect(page.getByRole("heading", { name: "Comments 1" })).toBeVisible();

  await page.getByRole("button", { name: `Reply to @${guest.username.replace("@", "")}` }).click();
  await page.getByRole("textbox", { name: /^Reply to/ }).fill("From my aunt");
  await page.getByRole("button", { name: "Post reply" }).click();
  await guest.page.getByRole("button", { name: "View 1 reply" }).click();
  const reply = guest.page.getByRole("list", { name: "Replies" });
  await expect(reply.getByText("From my aunt")).toBeVisible();
  await guest.page.getByRole("button", { name: /^Like comment by @outfit/ }).click();
  await expect(
    page.getByRole("list", { name: "Replies" }).getByRole("button", { name: /^Like comment.*, 1$/ }),
  ).toBeVisible();
  await page.getByRole("list", { name: "Replies" }).getByRole("button", { name: "Delete comment" }).click();
  await page.getByRole("dialog").getByRole("button", { name: "Delete" }).click();
  await sendDeletions(page);
  await expect(reply).toHaveCount(0);

  await page.getByRole("button", { name: "Hide comment" }).click();
  await expect(said).toHaveCount(0);
  await expect(heard.getByText("Hidden")).toBeVisible();
  await expect(guest.page.getByRole("heading", { name: "Comments 0" })).toBeVisible();
  await page.getByRole("button", { name: "Show comment" }).click();
  await expect(said.getByText("Where is the coat from?")).toBeVisible();

  await guest.page.getByRole("button", { name: "Delete comment" }).click();
  await guest.page.getByRole("dialog").getByRole("button", { name: "Delete" }).click();
  await expect(toast(guest.page, "Comment deleted successfully")).toBeVisible();
  await sendDeletions(guest.page);
  await expect(page.getByText("No comments yet. Be the first.")).toBeVisible();
  await guest.close();
});

test("a display name in any script names its member in comments and is found by the search", async ({
  page,
  browser,
}) => {
  const name = `عائشة ${newWord()}`;
  await signUpAs(page, "Named Anew");
  const id = await createOutfit(page, `Named ${newWord()}`);
  await page.goto("/settings");
  await page.getByLabel("Display name").fill(name);
  await page.getByRole("button", { name: "Save Changes" }).click();
  await expect(toast(page, "Profile updated successfully")).toBeVisible();
  const guest = await newMember(browser, "Gina Guest");
  await guest.page.goto(`/outfit/${id}`);
  await page.goto(`/outfit/${id}`);
  await page.getByRole("textbox", { name: "Add a comment" }).fill("Found it in Fes");
  await page.getByRole("button", { name: "Post comment" }).click();
  await expect(guest.page.getByRole("list", { name: "Comments" }).getByRole("link", { name })).toBeVisible();
  await guest.page.goto(`/explore?q=${encodeURIComponent(name)}`);
  await expect(guest.page.getByRole("region", { name: "People" })).toContainText(name);
  await guest.close();
});

test("likes settle in the last tap's state, list their members, and roll back on errors", async ({ page, browser }) => {
  const title = `Liked ${newWord()}`;
  const author = await newMember(browser, "Liked Author");
  const id = await createOutfit(author.page, title);
  await signUpAs(page, "Quick Finger", `/outfit/${id}`);
  const like = page.getByRole("button", { name: `Like ${title}` });
  await expect(like).toHaveAttribute("aria-pressed", "false");
  let isLikeSaved = false;
  const toLike = (request: Request) => request.url().endsWith("/like");
  page.on("request", (request) => void (toLike(request) && (isLikeSaved = false)));
  page.on("requestfinished", (request) => void (toLike(request) && (isLikeSaved = request.method() === "PUT")));
  for (let tap = 0; tap < 5; tap += 1) await like.click({ delay: 0 });
  await expect(page.getByRole("button", { name: `Like ${title}, 1 like` })).toHaveAttribute("aria-pressed", "true");
  // A like that is saved while the last tap is on the button is what the taps end with.
  await expect.poll(() => isLikeSaved).toBe(true);
  await page.reload();
  await expect(page.getByRole("button", { name: `Like ${title}, 1 like` })).toHaveAttribute("aria-pressed", "true");

  await page.route("**/like", (route) => route.fulfill({ status: 500, json: { code: "internal" } }));
  await like.click();
  await expect(toast(page, "Failed to update like")).toBeVisible();
  await expect(like).toHaveAttribute("aria-pressed", "true");
  await page.route("**/save", (route) => route.fulfill({ status: 500, json: { code: "internal" } }));
  const save = page.getByRole("button", { name: `Save ${title} to closet` });
  await save.click();
  await expect(toast(page, "Failed to update save")).toBeVisible();
  await expect(save).toHaveAttribute("aria-pressed", "false");

  await author.page.goto(`/outfit/${id}`);
  await author.page.getByRole("button", { name: "1 like", exact: true }).click();
  await expect(author.page.getByRole("dialog", { name: "Liked by" }).getByRole("listitem")).toHaveCount(1);
  await author.close();
});

test("a failed comment leaves the list and its text returns to the box", async ({ page }) => {
  await signUpAs(page, "Patient Writer");
  const id = await createOutfit(page, `Refused ${newWord()}`);
  await page.goto(`/outfit/${id}`);
  await expect(page.getByText("No comments yet. Be the first.")).toBeVisible();
  await page.route("**/comments", (route) =>
    route.request().method() === "POST" ? route.fulfill({ status: 500, json: { code: "internal" } }) : route.continue(),
  );
  const box = page.getByRole("textbox", { name: "Add a comment" });
  await box.fill("Will it arrive?");
  await page.getByRole("button", { name: "Post comment" }).click();
  await expect(toast(page, "Failed to add comment")).toBeVisible();
  await expect(box).toHaveValue("Will it arrive?");
  await expect(page.getByText("No comments yet. Be the first.")).toBeVisible();
});
