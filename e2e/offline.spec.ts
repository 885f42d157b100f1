import { expect, type Page, test } from "@playwright/test";
import { fillSignIn, signInAs, signUpAs } from "./support/accounts.ts";
import { type Connection, openConnection } from "./support/connection.ts";
import { createOutfit, newWord } from "./support/outfits.ts";
import { expectAt, toast } from "./support/page.ts";
import { addresses } from "./support/server-settings.ts";
import { saveSession, storedSession } from "./support/session.ts";

test.use({ baseURL: addresses.connection, serviceWorkers: "allow" });
// They share the proxy.
test.describe.configure({ mode: "serial" });

let connection: Connection;
test.beforeAll(async () => {
  connection = await openConnection();
});
test.afterEach(() => connection.restore());
test.afterAll(() => connection.stop());

const banner = (page: Page) => page.getByText(/Showing what was saved at .* Changes need a connection\./);

const stores = (page: Page, prefix: string) =>
  page.evaluate(async (start) => (await caches.keys()).filter((name) => name.startsWith(start)), prefix);

/** Until the service worker has everything and answers this page's requests. */
async function untilReady(page: Page): Promise<void> {
  await page.waitForFunction(() => navigator.serviceWorker.controller?.state === "activated");
}

test("a member's last screens open without a connection, read-only", async ({ page }) => {
  const title = `Kept ${newWord()}`;
  await signUpAs(page, "Olga Offline", "/explore");
  await untilReady(page);
  const outfitId = await createOutfit(page, title);
  const like = page.getByRole("button", { name: `Like ${title}, 0 likes` });
  for (const path of [`/outfit/${outfitId}`, "/explore"]) {
    await page.goto(path);
    await expect(like.first()).toBeVisible();
  }

  connection.cut();
  // As after an hour: the token would have to be refreshed first.
  await page.evaluate(() => {
    const session = JSON.parse(localStorage.getItem("fash.session") ?? "{}") as object;
    localStorage.setItem("fash.session", JSON.stringify({ ...session, expires_at: 1 }));
  });
  await page.goto("/explore");
  await expect(like.first()).toBeVisible();
  await expect(page.getByText("Fash can't be reached.")).toBeVisible();
  await expect(banner(page)).toBeVisible();
  await like.first().click();
  await expect(toast(page, "No connection. Check your network and try again.")).toBeVisible();
  await expect(like.first()).toHaveAttribute("aria-pressed", "false");
  await page.goto(`/outfit/${outfitId}`);
  await expect(page.getByRole("heading", { name: title })).toBeVisible();
  // A screen that was not opened before has its code.
  await page.goto("/rewards");
  await expect(page.getByRole("heading", { name: "Rewards", exact: true })).toBeVisible();
  for (const path of ["/admin", "/events/add"]) {
    await page.goto(path);
    await expect(page.getByRole("heading", { name: "You're offline" })).toBeVisible();
  }

  connection.restore();
  await page.goto("/explore");
  await expect(like.first()).toBeVisible();
  await expect(banner(page)).toBeHidden();
  expect((await storedSession(page)).expires_at).toBeGreaterThan(1);
});

test("of two members on one browser, neither sees the other's saved screens; a shared photo waits for one of them [S-140]", async ({
  page,
}) => {
  const leoEmail = await signUpAs(page, "Leo Second", "/me");
  const leo = await storedSession(page);
  await page.evaluate(() => localStorage.clear());
  const miaEmail = await signUpAs(page, "Mia First", "/me");
  await untilReady(page);
  await page.goto("/me");
  await expect(page.getByRole("heading", { name: /mia\.first/ })).toBeVisible();
  await expect.poll(() => stores(page, "fash-saved-")).toHaveLength(1);

  // Another member, without signing out.
  await saveSession(page, leo);
  connection.cut();
  await page.goto("/me");
  await expect(page.getByText(/No connection/).first()).toBeVisible();
  await expect(page.getByText(/mia\.first/)).toHaveCount(0);
  await expect.poll(() => stores(page, "fash-saved-")).toEqual([]);

  connection.restore();
  await signInAs(page, leoEmail, "/me");
  await expect(page.getByRole("heading", { name: /leo\.second/ })).toBeVisible();
  await page.goto("/settings");
  await page.getByRole("button", { name: "Log Out", exact: true }).click();
  await expect(toast(page, "Logged out successfully")).toBeVisible();
  expect(await stores(page, "fash-saved-")).toEqual([]);
  connection.cut();
  await page.goto("/me");
  await expect(page.getByRole("heading", { name: "You're offline" })).toBeVisible();

  connection.restore();
  await page.goto("/explore");
  await sharePhoto(page);
  await expectAt(page, "/auth");
  await fillSignIn(page, miaEmail);
  await expectAt(page, "/add-outfit");
  await expect(toast(page, "Image uploaded successfully!")).toBeVisible();
});

/** Sends the form that an operating system sends when a photo is shared with the installed app. */
async function sharePhoto(page: Page): Promise<void> {
  await page.evaluate(async () => {
    const canvas = document.createElement("canvas");
    [canvas.width, canvas.height] = [800, 1_000];
    canvas.getContext("2d")?.fillRect(0, 0, 400, 500);
    const pixels = await new Promise<Blob | null>((done) => canvas.toBlob(done, "image/png"));
    const [form, field] = [document.createElement("form"), document.createElement("input")];
    Object.assign(form, { method: "post", action: "/add-outfit", enctype: "multipart/form-data" });
    Object.assign(field, { type: "file", name: "photo" });
    const files = new DataTransfer();
    files.items.add(new File([pixels ?? ""], "shared.png", { type: "image/png" }));
    field.files = files.files;
    form.append(field);
    document.body.append(form);
    form.submit();
  });
}

test("a release is fetched in the background, and an open page is not reloaded", async ({ page }) => {
  await signUpAs(page, "Rita Release", "/explore");
  await untilReady(page);
  const [before] = await stores(page, "fash-code-");
  connection.release("0123456789ab");
  await page.reload();
  const search = page.getByRole("searchbox", { name: /Search/ });
  await search.pressSequentially("typed before it came");
  await expect.poll(() => stores(page, "fash-code-")).toEqual([before, "fash-code-0123456789ab"]);
  // The document from before the release, with what was typed.
  await expect(search).toHaveValue("typed before it came");
  await expect(page.locator('meta[name="release"]')).toHaveCount(0);
  // The browser activates it once the one before has nothing to answer: a page that reloads all the time would keep that busy.
  await expect
    .poll(
      () =>
        page.evaluate(async () => {
          const registration = await navigator.serviceWorker.getRegistration();
          return [registration?.installing?.state, registration?.waiting?.state, registration?.active?.state];
        }),
      { timeout: 30_000 },
    )
    .toEqual([undefined, undefined, "activated"]);
  await page.reload();
  await expect(page.locator('meta[name="release"]')).toHaveCount(1);
  await expect(page.getByRole("heading", { name: "Explore" })).toBeVisible();
});
