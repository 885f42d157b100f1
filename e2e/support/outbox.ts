import { expect, type Page } from "@playwright/test";

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

export function codeIn(mail: { text: string }, digits: number): string {
  const code = new RegExp(`(?<!\\d)\\d{${digits}}(?!\\d)`).exec(mail.text)?.[0];
  if (!code) throw new Error(`No code in: ${mail.text}`);
  return code;
}

export function linkIn(mail: { text: string }): string {
  const link = /https?:\/\/\S+\/verify\?\S+/.exec(mail.text)?.[0];
  if (!link) throw new Error(`No link in: ${mail.text}`);
  return link;
}
