import { randomUUID } from "node:crypto";
import { expect, type Page } from "@playwright/test";

export const goodPassword = "copper kettle 9";

/** An address that no other journey uses. */
export function newEmail(): string {
  return `e2e-${randomUUID().slice(0, 12)}@fash.example`;
}

/** A mobile number of India that no other journey uses, without its country code. */
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

/** A fresh member, signed in without walking through the forms, which have journeys of their own; gives the address. */
export async function joinAs(page: Page, name: string, path = "/settings"): Promise<string> {
  const email = newEmail();
  const data = { email, password: goodPassword, data: { username: name } };
  const answer = await page.request.post("/auth/v1/signup", { data });
  expect(answer.status()).toBe(200);
  await keepSession(page, await answer.json());
  await page.goto(path);
  return email;
}

/** Signs in on the wire and leaves this browser with the session. */
export async function enterAs(page: Page, email: string, path = "/settings"): Promise<void> {
  const data = { email, password: goodPassword };
  const answer = await page.request.post("/auth/v1/token?grant_type=password", { data });
  expect(answer.status()).toBe(200);
  await keepSession(page, await answer.json());
  await page.goto(path);
}

/** Where the app looks for it; `/healthz` is an address of the same origin that runs nothing. */
export async function keepSession(page: Page, session: unknown): Promise<void> {
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
  if (text === null) throw new Error("Nobody is signed in");
  return JSON.parse(text) as StoredSession;
}

/** Makes the session as it is after its access token's hour, in a page that runs nothing; the next one reads it. */
export async function ageSession(page: Page): Promise<StoredSession> {
  const session = { ...(await storedSession(page)), expires_at: Math.floor(Date.now() / 1_000) - 60 };
  await keepSession(page, session);
  return session;
}

export async function forgetSession(page: Page): Promise<void> {
  await page.evaluate(() => localStorage.clear());
}

/** The whole path counts: `/auth?next=/settings` is not `/settings`. */
export async function expectAt(page: Page, path: string): Promise<void> {
  await expect(page).toHaveURL((url) => url.pathname === path);
}

export function toast(page: Page, text: string) {
  return page.locator("[data-sonner-toast]").filter({ hasText: text });
}

interface OutboxItem {
  to: string;
  subject: string;
  text: string;
  sentAt: string;
}

/** The newest mail or message to this recipient that is not `after`, once it has been sent. */
export async function newestLetter(page: Page, to: string, after?: OutboxItem): Promise<OutboxItem> {
  let found: OutboxItem | undefined;
  await expect(async () => {
    const response = await page.request.get(new URL("/dev/outbox.json", page.url()).href);
    const body = (await response.json()) as OutboxItem[] | { items: OutboxItem[] };
    const items = Array.isArray(body) ? body : body.items;
    found = items.find((item) => item.to === to);
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

/** Types as a person does: box by box. */
export async function typeCode(page: Page, code: string): Promise<void> {
  await page.getByLabel("Digit 1 of", { exact: false }).click();
  await page.keyboard.type(code);
}
