import { randomUUID } from "node:crypto";
import { type Browser, expect, type Page } from "@playwright/test";
import { saveSession } from "./session.ts";

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

/** Types box by box, as a user does. */
export async function typeCode(page: Page, code: string): Promise<void> {
  await page.getByLabel("Digit 1 of", { exact: false }).click();
  await page.keyboard.type(code);
}

/** A new member, signed in without the forms, which have their own tests; returns the address. */
export async function signUpAs(page: Page, name: string, path = "/settings"): Promise<string> {
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
export async function signInAs(page: Page, email: string, path = "/settings"): Promise<void> {
  const data = { email, password: goodPassword };
  const answer = await page.request.post("/auth/v1/token?grant_type=password", { data });
  expect(answer.status()).toBe(200);
  await saveSession(page, await answer.json());
  await page.goto(path);
}

interface Person {
  page: Page;
  username: string;
  close: () => Promise<void>;
}

/** A new member in a separate browser. */
export async function newMember(browser: Browser, name: string): Promise<Person> {
  const context = await browser.newContext();
  const page = await context.newPage();
  await signUpAs(page, name, "/me");
  const username = (await page.getByRole("heading", { level: 1 }).textContent()) ?? "";
  return { page, username, close: () => context.close() };
}
