import type { Page } from "@playwright/test";

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
export async function expireSession(page: Page): Promise<StoredSession> {
  const session = { ...(await storedSession(page)), expires_at: Math.floor(Date.now() / 1_000) - 60 };
  await saveSession(page, session);
  return session;
}

export async function clearSession(page: Page): Promise<void> {
  await page.evaluate(() => localStorage.clear());
}

/** The authorization of the member who is signed in on the page. */
export async function bearer(page: Page): Promise<{ authorization: string }> {
  const { access_token: token } = await storedSession(page);
  return { authorization: `Bearer ${token}` };
}
