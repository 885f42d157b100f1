import { expect, type Page, type Route, test } from "@playwright/test";
import { fillSignIn, signUpAs } from "./support/accounts.ts";
import { expectAt, toast } from "./support/page.ts";
import { expireSession, saveSession, storedSession } from "./support/session.ts";

const refreshAddress = "**/auth/v1/token?grant_type=refresh_token";
const minuteMs = 60_000;

async function expectMember(page: Page): Promise<void> {
  await expect(page.getByLabel("Username")).toBeVisible();
}

test("a session ended elsewhere says so at /auth on the next request, and leads back after sign-in", async ({
  page,
}) => {
  const email = await signUpAs(page, "Ended Elsewhere");
  await expectMember(page);
  const { access_token: token } = await storedSession(page);
  // Away from the app, which notices by its live connection at once, and would tell on the page that is being left.
  await page.goto("/healthz");
  await page.request.post("/auth/v1/logout?scope=global", { headers: { authorization: `Bearer ${token}` } });
  await page.goto("/settings");
  await expectAt(page, "/auth");
  await expect(toast(page, "Your session has ended. Please sign in again.")).toBeVisible();
  await fillSignIn(page, email);
  await expectAt(page, "/settings");
  await expectMember(page);
});

test("an expired access token is refreshed unnoticed", async ({ page }) => {
  await signUpAs(page, "Silent Refresh");
  const old = await expireSession(page);
  const renewed = page.waitForResponse(refreshAddress);
  await page.goto("/settings");
  expect((await renewed).status()).toBe(200);
  await expectMember(page);
  const fresh = await storedSession(page);
  expect(fresh.access_token).not.toBe(old.access_token);
  expect(fresh.refresh_token).not.toBe(old.refresh_token);
});

test("a rejected refresh ends the session in the browser, too", async ({ page }) => {
  await signUpAs(page, "Refused Refresh");
  const session = await expireSession(page);
  await saveSession(page, { ...session, refresh_token: "xxxxxxxxxxxx" });
  await page.goto("/settings");
  await expectAt(page, "/auth");
  expect(await page.evaluate(() => localStorage.getItem("fash.session"))).toBeNull();
});

test("a failed refresh is repeated by the app, after 200, 400 and 800 ms, and then the page loads", async ({
  page,
}) => {
  await page.addInitScript(countRefreshes);
  await page.clock.install();
  await signUpAs(page, "Patient Refresh", "/healthz");
  await expireSession(page);
  // As from the second visit on: the browser asks for a member's document.
  await page.evaluate(() => (document.cookie = "fash-member=1; path=/"));
  await page.clock.pauseAt(Date.now() + minuteMs);
  let isOffline = true;
  await page.route(refreshAddress, (route: Route) => (isOffline ? route.abort() : route.continue()));
  await page.goto("/settings");
  const tries = () => page.evaluate(() => globalThis.refreshes);
  // The document's first script tries once, then the app, which starts after a frame: the clock has to run for it, and no further.
  const tick = async () => {
    await page.clock.runFor(1);
    return (await tries()).begun;
  };
  await expect.poll(tick, { intervals: [10] }).toBe(2);
  for (const [index, waitMs] of [200, 400, 800].entries()) {
    const before = index + 2;
    await expect.poll(tries).toEqual({ begun: before, failed: before });
    if (waitMs === 800) isOffline = false;
    // The clock may have run for some milliseconds since the last one failed.
    await page.clock.runFor(waitMs - 20);
    expect(await tries()).toEqual({ begun: before, failed: before });
    await page.clock.runFor(20);
    await expect.poll(async () => (await tries()).begun).toBe(before + 1);
  }
  await page.clock.resume();
  await expectMember(page);
});

test("a member who was offline for more than an hour stays signed in", async ({ page, context }) => {
  await page.clock.install();
  await signUpAs(page, "Long Tunnel");
  await expectMember(page);
  const before = await storedSession(page);
  await context.setOffline(true);
  await expect(page.getByText("You're offline.", { exact: false })).toBeVisible();
  await page.clock.fastForward(70 * minuteMs);
  await page.getByRole("switch", { name: "Private Profile" }).click();
  await expectAt(page, "/settings");
  expect((await storedSession(page)).refresh_token).toBe(before.refresh_token);

  await context.setOffline(false);
  await page.reload();
  await expectMember(page);
  expect((await storedSession(page)).refresh_token).not.toBe(before.refresh_token);
});

test.describe("two tabs", () => {
  test("sign in together, log out together", async ({ page, context, browser }) => {
    const stranger = await (await browser.newContext()).newPage();
    const email = await signUpAs(stranger, "Two Tabs");
    const second = await context.newPage();
    await second.goto("/auth");
    await page.goto("/auth?next=/settings");
    await fillSignIn(page, email);
    await expectAt(page, "/settings");
    await expectAt(second, "/");
    await second.goto("/settings");
    await expectMember(second);

    await page.getByRole("button", { name: "Log Out", exact: true }).click();
    await expect(toast(page, "Logged out successfully")).toBeVisible();
    await expectAt(second, "/auth");
  });

  test("share one refresh", async ({ page, context }) => {
    await signUpAs(page, "One Refresh");
    const old = await expireSession(page);
    const second = await context.newPage();
    await Promise.all([page.goto("/settings"), second.goto("/settings")]);
    await expectMember(page);
    await expectMember(second);
    const fresh = await storedSession(page);
    expect(fresh.refresh_token).not.toBe(old.refresh_token);

    const asked = second.waitForRequest("**/api/me/sessions");
    await second.reload();
    expect((await asked).headers()["authorization"]).toBe(`Bearer ${fresh.access_token}`);
  });

  test("switch when another member signs in", async ({ page, context }) => {
    await signUpAs(page, "First Of Two");
    await expect(page.getByLabel("Username")).toHaveValue(/first\.of\.two/);
    await signUpAs(await context.newPage(), "Second Of Two");
    await expect(page.getByLabel("Username")).toHaveValue(/second\.of\.two/);
  });
});

declare global {
  var refreshes: { begun: number; failed: number };
}

/** Runs in the page and counts its refreshes. */
function countRefreshes(): void {
  globalThis.refreshes = { begun: 0, failed: 0 };
  const send = globalThis.fetch;
  globalThis.fetch = async (input, init) => {
    const isRefresh = String(input instanceof Request ? input.url : input).includes("grant_type=refresh_token");
    if (isRefresh) globalThis.refreshes.begun += 1;
    try {
      return await send(input, init);
    } catch (error) {
      if (isRefresh) globalThis.refreshes.failed += 1;
      throw error;
    }
  };
}
