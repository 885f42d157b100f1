import type { Browser, Page } from "@playwright/test";
import { joinAs } from "./people.ts";

interface Person {
  page: Page;
  username: string;
  close: () => Promise<void>;
}

/** A fresh member in a browser of their own. */
export async function meet(browser: Browser, name: string): Promise<Person> {
  const context = await browser.newContext();
  const page = await context.newPage();
  await joinAs(page, name, "/me");
  const username = (await page.getByRole("heading", { level: 1 }).textContent()) ?? "";
  return { page, username, close: () => context.close() };
}
