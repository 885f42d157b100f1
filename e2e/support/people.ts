import { randomUUID } from "node:crypto";
import { expect, type Page } from "@playwright/test";

export const goodPassword = "copper kettle 9";

/** An address that no other test uses. */
export function newEmail(): string {
  return `e2e-${randomUUID().slice(0, 12)}@fash.example`;
}

/** An Indian mobile number that no other test uses, without country code. */
export function newPhone(): string {
  return `9${String(Math.floor(Math.random() * 1e9)).padStart(9, "0")}`;
}

export async function fillSignIn(page: Page, email: string, password = goodPassword): Promise<void> {
  await page.getByLabel("Email").fill(email);
  await page.getByLabel("Password", { exact: true }).fill(password);
  await page.getByRole("button", { name: "Sign In", exact: true }).click();
}

export async function fillSignUp(page: Page, given: { name: string; email: string; bio?: string }): Promise<void> {
  await page.getByLabel("Name").fill(given.name);
  await page.getByLabel("Email").fill(given.email);
  await page.getByLabel("Password", { exact: true }).fill(goodPassword);
  if (given.bio) await page.getByLabel("Bio").fill(given.bio);
  await page.getByRole("button", { name: "Create Account" }).click();
}

/** A new member, signed in without the forms, which have their own tests; returns the address. */
export async function joinAs(page: Page, name: string, path = "/settings"): Promise<string> {
  const email = newEmail();
  // A name in the form of a username gives no display name.
  const data = { email, password: goodPassword, data: { username: name.toLowerCase().replaceAll(" ", ".") } };
  const answer = await page.request.post("/auth/v1/signup", { data });
  expect(answer.status()).toBe(200);
  await saveSession(page, await answer.json());
  await page.goto(path);
  return email;
}

/** Signs in through the API and stores the session in this browser. */
export async function enterAs(page: Page, email: string, path = "/settings"): Promise<void> {
  const data = { email, password: goodPassword };
  const answer = await page.request.post("/auth/v1/token?grant_type=password", { data });
  expect(answer.status()).toBe(200);
  await saveSession(page, await answer.json());
  await page.goto(path);
}

/** Stored where the app expects it; `/healthz` is a path of the same origin without scripts. */
export async function saveSession(page: Page, session: unknown): Promise<void> {
  await page.goto("/healthz");
  await page.evaluate((text) => localStorage.setItem("fash.session", text), JSON.stringify(session));
}

interface StoredSession {
  access_token: string;
  refresh_token: string;
  expires_at: number;
}

export async function storedSession(page: Page): Promise<StoredSession> {
  const text = await page.evaluate(() => localStorage.getItem("fash.session"));
  if (text === null) throw new Error("No member is signed in");
  return JSON.parse(text) as StoredSession;
}

/** Makes the session's access token expired, on a page without scripts; the next page reads it. */
export async function ageSession(page: Page): Promise<StoredSession> {
  const session = { ...(await storedSession(page)), expires_at: Math.floor(Date.now() / 1_000) - 60 };
  await saveSession(page, session);
  return session;
}

export async function forgetSession(page: Page): Promise<void> {
  await page.evaluate(() => localStorage.clear());
}

/** Matches the whole path: `/auth?next=/settings` is not `/settings`. */
export async function expectAt(page: Page, path: string): Promise<void> {
  await expect(page).toHaveURL((url) => url.pathname === path);
}

/** What the browser says when its member leaves: deletions that could still be undone are sent. */
export async function sendDeletions(page: Page): Promise<void> {
  const isSent = page.waitForResponse((response) => response.request().method() === "DELETE");
  await page.evaluate(() => dispatchEvent(new Event("pagehide")));
  await isSent;
}

export function toast(page: Page, text: string | RegExp) {
  return page.locator("[data-sonner-toast]").filter({ hasText: text });
}

interface OutboxItem {
  to: string;
  subject: string;
  text: string;
  sentAt: string;
}

/** Waits for the newest mail or message to this recipient other than `after`. */
export async function newestMail(page: Page, to: string, after?: OutboxItem): Promise<OutboxItem> {
  let found: OutboxItem | undefined;
  await expect(async () => {
    const response = await page.request.get(new URL("/dev/outbox.json", page.url()).href);
    const body = (await response.json()) as OutboxItem[] | { items: OutboxItem[] };
    const items = Array.isArray(body) ? body : body.items;
    // The welcome mail is sent by a job, at any time after the sign-up.
    found = items.find((item) => item.to === to && !item.text.includes("Good to have you on Fash"));
    expect(found).toBeDefined();
    expect(found?.sentAt).not.toBe(after?.sentAt);
  }).toPass();
  if (!found) throw new Error(`Nothing was sent to ${to}`);
  return found;
}

export function codeIn(letter: { text: string }, digits: number): string {
  const code = new RegExp(`(?<!\\d)\\d{${digits}}(?!\\d)`).exec(letter.text)?.[0];
  if (!code) throw new Error(`No code in: ${letter.text}`);
  return code;
}

export function linkIn(letter: { text: string }): string {
  const link = /https?:\/\/\S+\/verify\?\S+/.exec(letter.text)?.[0];
  if (!link) throw new Error(`No link in: ${letter.text}`);
  return link;
}

/** Types box by box, as a user does. */
export async function typeCode(page: Page, code: string): Promise<void> {
  await page.getByLabel("Digit 1 of", { exact: false }).click();
  await page.keyboard.type(code);
}
