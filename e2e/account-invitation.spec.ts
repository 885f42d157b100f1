import { expect, type Page, test } from "@playwright/test";
import { serviceKey } from "#server/testing/auth-api.ts";
import { expectAccessible } from "./support/accessibility.ts";
import { fillSignIn, goodPassword, newEmail, signUpAs } from "./support/accounts.ts";
import { newestMail } from "./support/outbox.ts";
import { openOwnServer, type OwnServer } from "./support/own-server.ts";
import { expectAt, toast } from "./support/page.ts";
import { addresses } from "./support/server-settings.ts";
import { clearSession } from "./support/session.ts";

test.use({ baseURL: addresses.invitations });
// They share the server of this file.
test.describe.configure({ mode: "default" });

let server: OwnServer;
let token: string;
test.beforeAll(async () => {
  const service = await serviceKey();
  token = service.token;
  server = await openOwnServer("invitations", { AUTH_VERIFICATION_KEYS: service.setting });
  await server.start();
});
test.afterAll(() => server.stop());

/** The link that the service gets to send it itself. */
async function makeLink(page: Page, type: string, email: string): Promise<string> {
  const headers = { authorization: `Bearer ${token}` };
  const data = { type, email, ...(type === "signup" && { password: goodPassword }) };
  const asked = await page.request.post("/auth/v1/admin/generate_link", { headers, data });
  expect(asked.status()).toBe(200);
  return ((await asked.json()) as { action_link: string }).action_link;
}

test("an invited person chooses a password; the link is used up by that alone, and in nobody's place", async ({
  page,
}) => {
  const member = await signUpAs(page, "Already Here");
  const email = newEmail();
  const headers = { authorization: `Bearer ${token}` };
  const asked = await page.request.post("/auth/v1/invite", { headers, data: { email } });
  expect(asked.status()).toBe(200);
  const [link = ""] = /https?:\/\/\S+\/change-password\S+/.exec((await newestMail(page, email)).text) ?? [];
  await page.goto(link);
  await expect(page.getByRole("heading", { name: "Log out first" })).toBeVisible();
  await expect(page.getByText(member)).toBeVisible();
  await expectAccessible(page, "an invitation for somebody else");
  await page.getByRole("button", { name: "Log Out" }).click();
  await expectAt(page, "/auth");

  await page.goto(link);
  await expect(page.getByRole("heading", { name: "Welcome to Fash" })).toBeVisible();
  await expectAccessible(page, "an invitation");
  const choose = async (password: string) => {
    await page.getByLabel("New password", { exact: true }).fill(password);
    await page.getByLabel("Re-enter new password").fill(password);
    await page.getByRole("button", { name: "Accept Invitation" }).click();
  };
  await choose("password1");
  await expect(toast(page, "Password is too easy to guess, please choose a different one.")).toBeVisible();
  await choose(goodPassword);
  await expect(toast(page, "Welcome to Fash!")).toBeVisible();
  await expectAt(page, "/onboarding");
  await expect(page.getByRole("heading", { name: "What should we call you?" })).toBeVisible();

  await clearSession(page);
  await page.goto(link);
  await choose(goodPassword);
  await expect(page.getByRole("heading", { name: "This link has expired" })).toBeVisible();
  await page.goto("/auth");
  await fillSignIn(page, email);
  await expectAt(page, "/");
});

test("a service's links confirm an address, sign in and recover, each once", async ({ page }) => {
  const email = newEmail();
  await page.goto(await makeLink(page, "signup", email));
  await expect(page.getByRole("heading", { name: "Confirm your email" })).toBeVisible();
  await expectAccessible(page, "a service's link");
  await page.getByRole("button", { name: "Confirm" }).click();
  await expect(toast(page, "Welcome to Fash!")).toBeVisible();
  await expectAt(page, "/onboarding");

  await clearSession(page);
  const link = await makeLink(page, "magiclink", email);
  await page.goto(link);
  await page.getByRole("button", { name: "Sign In" }).click();
  // So soon after the confirmation it counts as the first sign-in.
  await expect(page).toHaveURL(/\/(onboarding)?$/);

  await clearSession(page);
  await page.goto(link);
  await page.getByRole("button", { name: "Sign In" }).click();
  await expect(toast(page, "This link has expired or was used before")).toBeVisible();
  await expectAt(page, "/auth");

  await page.goto(await makeLink(page, "recovery", email));
  await page.getByRole("button", { name: "Continue" }).click();
  await page.getByLabel("New password", { exact: true }).fill("paper lantern 12");
  await page.getByLabel("Re-enter new password").fill("paper lantern 12");
  await page.getByRole("button", { name: "Change Password" }).click();
  await expect(toast(page, "Password changed successfully!")).toBeVisible();
  await expectAt(page, "/settings");
});

test("a link whose failure is in the fragment leads to the sign-in with the reason", async ({ page }) => {
  await page.goto("/auth/v1/verify?type=recovery&token=used-before");
  await expectAt(page, "/auth");
  await expect(toast(page, "This link has expired or was used before")).toBeVisible();
});
