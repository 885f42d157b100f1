import { type Browser, expect, type Page, test } from "@playwright/test";
import { startPushService } from "#server/testing/push-service.ts";
import { signUpAs } from "./support/accounts.ts";
import { createOutfit } from "./support/outfits.ts";
import { toast } from "./support/page.ts";

interface Person {
  page: Page;
  username: string;
  /** Sends an API request as this member. */
  call<T>(method: "GET" | "POST" | "PUT" | "DELETE", url: string, data?: object): Promise<T>;
}

async function newMember(browser: Browser, name: string): Promise<Person> {
  const page = await (await browser.newContext({ serviceWorkers: "allow" })).newPage();
  await signUpAs(page, name);
  const call: Person["call"] = async (method, url, data) => {
    const token = await page.evaluate(
      () => (JSON.parse(localStorage.getItem("fash.session") ?? "{}") as { access_token: string }).access_token,
    );
    const response = await page.request.fetch(url, {
      method,
      headers: { authorization: `Bearer ${token}` },
      ...(data ? { data } : {}),
    });
    expect(response.ok(), `${method} ${url}: ${await response.text()}`).toBe(true);
    return (await response.json()) as never;
  };
  const { username } = await call<{ username: string }>("GET", "/api/me");
  return { page, username, call };
}

const bell = (page: Page) => page.getByRole("banner").getByRole("link", { name: /^Notifications/ });

test("likes, comments and follows raise the badge live, and the list marks as read, deletes and clears", async ({
  browser,
}) => {
  const [mia, leo] = [await newMember(browser, "Mia Hears"), await newMember(browser, "Leo Does")];
  const outfitId = await createOutfit(mia.page, "Rust on rust");
  await mia.page.goto("/explore");
  await expect(bell(mia.page)).toHaveAccessibleName("Notifications");

  await leo.page.goto(`/outfit/${outfitId}`);
  await leo.page.getByRole("button", { name: /^Like/ }).first().click();
  await expect(bell(mia.page)).toHaveAccessibleName(/1 unread/);
  await leo.page.getByRole("textbox", { name: /comment/i }).fill("That colour!");
  await leo.page.getByRole("button", { name: /^(Post|Send|Comment)/ }).click();
  await expect(bell(mia.page)).toHaveAccessibleName(/2 unread/);
  await leo.page.getByRole("button", { name: `Follow @${mia.username}` }).click();
  await expect(bell(mia.page)).toHaveAccessibleName(/3 unread/);

  await bell(mia.page).click();
  const rows = mia.page.getByRole("region", { name: "Notifications", exact: true }).getByRole("listitem");
  await expect(rows).toHaveCount(3);
  // A click marks it as read and opens the outfit; Back returns here.
  await mia.page.getByRole("link", { name: new RegExp(`${leo.username} liked your outfit`) }).click();
  await expect(mia.page).toHaveURL(new RegExp(`/outfit/${outfitId}$`));
  await mia.page.goBack();
  await expect(mia.page.getByText("2 unread", { exact: true })).toBeVisible();

  await mia.page.getByRole("button", { name: /^Delete notification: .*liked/ }).click();
  await mia.page.getByRole("dialog").getByRole("button", { name: "Delete" }).click();
  await expect(mia.page.getByRole("region", { name: "Notifications", exact: true })).toBeFocused();
  await expect(toast(mia.page, "Notification deleted")).toBeVisible();
  await expect(rows).toHaveCount(2);
  await mia.page.getByRole("button", { name: "Mark all read" }).click();
  await expect(toast(mia.page, "All notifications marked as read")).toBeVisible();
  await expect(bell(mia.page)).toHaveAccessibleName("Notifications");
  await mia.page.getByRole("button", { name: "Clear all" }).click();
  const question = mia.page.getByRole("dialog", { name: "Clear all notifications?" });
  await question.getByRole("button", { name: "Clear all" }).click();
  await expect(toast(mia.page, "All notifications cleared")).toBeVisible();
  await mia.page.reload();
  await expect(mia.page.getByRole("heading", { name: "No notifications yet" })).toBeVisible();
});

test("more than nine are '9+', and an unfollow removes its notification", async ({ browser }) => {
  const [mia, leo] = [await newMember(browser, "Mia Many"), await newMember(browser, "Leo Many")];
  for (let count = 0; count < 9; count += 1) {
    const outfitId = await createOutfit(mia.page, `Look ${count}`);
    await leo.call("PUT", `/api/outfits/${outfitId}/like`);
  }
  await mia.page.goto("/styles");
  await expect(bell(mia.page)).toContainText("9");
  await leo.page.goto(`/profile/${mia.username}`);
  await leo.page.getByRole("button", { name: `Follow @${mia.username}` }).click();
  await expect(bell(mia.page)).toContainText("9+");
  await leo.page.getByRole("button", { name: `Following @${mia.username}` }).click();
  await expect(bell(mia.page)).toHaveAccessibleName(/9 unread/);
});

test("push is enabled in the settings, arrives encrypted, is shown and links to its object", async ({ browser }) => {
  const [mia, leo] = [await newMember(browser, "Mia Push"), await newMember(browser, "Leo Push")];
  const { pushKey } = await mia.call<{ pushKey: string }>("GET", "/api/me/notifications");
  const service = await startPushService(() => Promise.resolve(pushKey));
  const phone = service.addBrowser();
  const { page } = mia;
  await page.context().grantPermissions(["notifications"]);
  // Chromium's headless shell shows no notifications: it says "denied" whatever was granted.
  const canShow = (await page.evaluate(() => Notification.permission)) === "granted";
  if (!canShow)
    await page.addInitScript(() => Object.defineProperty(Notification, "permission", { get: () => "granted" }));
  // A test browser has no push service, so it gets the URL of the local one.
  await page.addInitScript((address) => {
    const subscription = {
      endpoint: address.endpoint,
      options: { applicationServerKey: null },
      toJSON: () => address,
      unsubscribe: () => Promise.resolve(true),
    } as unknown as PushSubscription;
    PushManager.prototype.subscribe = () => Promise.resolve(subscription);
    PushManager.prototype.getSubscription = () => Promise.resolve(null);
  }, phone.address);

  await page.goto("/notifications");
  await page.getByRole("link", { name: "Notification settings" }).click();
  const pushSwitch = page.getByRole("switch", { name: "Push notifications" });
  // The switch shows the requested state at once, before the server knows this browser.
  const subscribed = page.waitForResponse((reply) => reply.request().method() === "PUT" && reply.ok());
  await pushSwitch.click();
  expect(new URL((await subscribed).url()).pathname).toBe("/api/me/push-subscription");
  await expect(pushSwitch).toBeEnabled();
  await expect(pushSwitch).toBeChecked();

  await leo.call("PUT", `/api/follows/${(await mia.call<{ id: string }>("GET", "/api/me")).id}`);
  await expect.poll(() => phone.delivered.length).toBe(1);
  const [message] = phone.delivered;
  expect(message?.text.body).toBe(`${leo.username} started following you`);

  if (canShow && message) await expectShown(page, message.text, `/profile/${leo.username}`);

  await pushSwitch.click();
  await expect(pushSwitch).toBeEnabled();
  await expect(pushSwitch).not.toBeChecked();
  await service.stop();
});

/** The last step, from the push service to the service worker, is the browser's. */
async function expectShown(page: Page, text: { title: string; body: string }, path: string): Promise<void> {
  const devtools = await page.context().newCDPSession(page);
  const registrationId = new Promise<string>((known) => {
    devtools.on("ServiceWorker.workerRegistrationUpdated", ({ registrations }) => {
      const [registration] = registrations;
      if (registration) known(registration.registrationId);
    });
  });
  await devtools.send("ServiceWorker.enable");
  await devtools.send("ServiceWorker.deliverPushMessage", {
    origin: new URL(page.url()).origin,
    registrationId: await registrationId,
    data: JSON.stringify(text),
  });
  const shown = () =>
    page.evaluate(async () => {
      const registration = await navigator.serviceWorker.ready;
      const notes = await registration.getNotifications();
      return notes.map(({ title, body, data }) => ({ title, body, path: (data as { path: string }).path }));
    });
  await expect.poll(shown).toEqual([{ title: "New follower", body: text.body, path }]);
}
