import { expect, type Page, test } from "@playwright/test";
import { newMember, signUpAs } from "./support/accounts.ts";
import { openOwnServer, type OwnServer } from "./support/own-server.ts";
import { addresses } from "./support/server-settings.ts";

test.use({ baseURL: addresses.talk });
test.describe.configure({ mode: "serial" });

let server: OwnServer;
test.beforeAll(async () => {
  server = await openOwnServer("talk");
  await server.start();
});
test.afterAll(() => server.stop());

const bubbles = (page: Page) => page.getByRole("list", { name: "Messages" }).getByRole("listitem");
const threads = (page: Page) => page.getByRole("list", { name: "Conversations", exact: true }).getByRole("listitem");

async function write(page: Page, text: string): Promise<void> {
  await page.getByPlaceholder("Type a message...").fill(text);
  await page.getByPlaceholder("Type a message...").press("Enter");
}

test("two members chat live, and a server crash neither loses nor duplicates a message", async ({ page, browser }) => {
  test.slow();
  await signUpAs(page, "Noor Writer", "/messages");
  await expect(page.getByText("No messages yet")).toBeVisible();
  const mia = await newMember(browser, "Mia Answers");
  await page.goto(`/profile/${mia.username}`);
  await page.getByRole("button", { name: `Message @${mia.username}` }).click();
  await expect(page).toHaveURL(/\/messages\?thread=/);
  await write(page, "Where is the coat from?");
  await expect(bubbles(page)).toHaveCount(1);
  await expect(page.getByText("Sending…")).toHaveCount(0);

  await mia.page.goto("/messages");
  await expect(threads(mia.page)).toContainText("Request");
  await expect(threads(mia.page)).toContainText("1 unread");
  await threads(mia.page).getByRole("link").click();
  await expect(bubbles(mia.page).first()).toContainText("Where is the coat from?");
  // The sender of a request sees no read receipt until it is accepted.
  await expect(bubbles(page).first()).not.toContainText("Read");
  await mia.page.getByRole("button", { name: "Accept" }).click();
  await expect(mia.page.getByText("Replying accepts the request.")).toHaveCount(0);
  await expect(bubbles(page).first()).toContainText("Read");
  await mia.page.getByPlaceholder("Type a message...").pressSequentially("A flea");
  await expect(page.getByText(`${mia.username} is typing…`)).toBeVisible();
  await write(mia.page, "A flea market in Ghent");
  await expect(bubbles(page).last()).toContainText("A flea market in Ghent");
  await expect(bubbles(page).last()).toContainText("now");

  await server.kill();
  await write(page, "Lucky you");
  await expect(page.getByText("Not sent.")).toBeVisible();
  await server.start();
  await page
    .getByRole("button", { name: "Try again" })
    .click({ timeout: 5_000 })
    .catch(() => undefined);
  await expect(page.getByText("Not sent.")).toHaveCount(0, { timeout: 30_000 });
  await expect(bubbles(mia.page)).toHaveCount(3, { timeout: 30_000 });
  await expect(bubbles(mia.page).last()).toContainText("Lucky you");
  await write(mia.page, "Come along next time");
  await expect(bubbles(page)).toHaveCount(4, { timeout: 30_000 });
  const spoken = ["Where is the coat from?", "A flea market in Ghent", "Lucky you", "Come along next time"];
  for (const one of [page, mia.page]) {
    await one.reload();
    await expect(bubbles(one)).toHaveText(spoken.map((text) => new RegExp(text.replace("?", String.raw`\?`))));
  }

  await page.goto("/messages");
  await page.getByPlaceholder("Search messages...").fill("next time");
  await expect(threads(page)).toHaveCount(1);
  await page.getByPlaceholder("Search messages...").fill("nobody said this");
  await expect(page.getByText("Nothing found")).toBeVisible();
  await mia.close();
});

test("a message that could not be sent arrives from another screen once there is a connection, and after a reload", async ({
  page,
  context,
  browser,
}) => {
  const mia = await newMember(browser, "Mia Waits");
  await signUpAs(page, "Tunnel Writer", `/profile/${mia.username}`);
  await page.getByRole("button", { name: `Message @${mia.username}` }).click();
  await expect(page).toHaveURL(/\/messages\?thread=/);
  await expect(page.getByPlaceholder("Type a message...")).toBeVisible();
  // Without a service worker the code of the other screen has to be there already.
  const explore = page.getByRole("navigation", { name: "Main" }).getByRole("link", { name: "Explore" });
  await explore.click();
  await expect(page.getByRole("searchbox", { name: "Search outfits" })).toBeVisible();
  await page.goBack();
  await expect(page.getByPlaceholder("Type a message...")).toBeVisible();

  await context.setOffline(true);
  await write(page, "From the tunnel");
  await expect(page.getByText("Not sent.")).toBeVisible();
  await explore.click();
  await expect(page).toHaveURL(/\/explore/);
  await context.setOffline(false);
  await mia.page.goto("/messages");
  await threads(mia.page).getByRole("link").click();
  await expect(bubbles(mia.page)).toHaveText([/From the tunnel/]);

  await page.goBack();
  await page.route("**/api/threads/*/messages", (route) =>
    route.request().method() === "POST" ? route.abort() : route.continue(),
  );
  await write(page, "Out again");
  await expect(page.getByText("Not sent.")).toBeVisible();
  await page.unrouteAll();
  await page.goto("/settings");
  await expect(bubbles(mia.page)).toHaveText([/From the tunnel/, /Out again/]);
  await mia.close();
});
