import type { Browser, Page } from "@playwright/test";
import { joinAs } from "./people.ts";

interface Person {
  page: Page;
  username: string;
  close: () => Promise<void>;
}

/** A new member in a separate browser. */
export async function newMember(browser: Browser, name: string): Promise<Person> {
  const context = await browser.newContext();
  const page = await context.newPage();
  await joinAs(page, name, "/me");
  const username = (await page.getByRole("heading", { level: 1 }).textContent()) ?? "";
  return { page, username, close: () => context.close() };
}
