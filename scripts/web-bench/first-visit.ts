import type { Browser, Page } from "@playwright/test";
import { blockingTime, firstPaint, openPhone, type Session, shiftSum, slowCpu, slowLine, timeOf } from "./phone.ts";

/** A page, and its first control with the sign that a tap on it has had an effect. */
export interface FirstPage {
  path: string;
  control?: { selector: string; isAnswered: string };
  /** Members are sent away from it. */
  isForVisitors?: boolean;
}

export const firstPages: FirstPage[] = [
  { path: "/" },
  {
    path: "/explore",
    control: {
      selector: '[aria-label="Filter outfits"]',
      isAnswered: `document.querySelector('[aria-label="Filter outfits"][aria-expanded="true"]')`,
    },
  },
  {
    path: "/outfit/{id}",
    control: { selector: 'main button[aria-label^="Like "]', isAnswered: `location.pathname === "/auth"` },
  },
  { path: "/swipes" },
  {
    path: "/auth",
    control: {
      selector: '[aria-label="Show password"]',
      isAnswered: `document.querySelector('[aria-label="Hide password"]')`,
    },
    isForVisitors: true,
  },
];

/** Milliseconds since the navigation, but for the shifts. */
export type Figures = Record<string, number>;

/** On screen, not covered by others as in a deck, loaded and not a few pixels. */
const arePicturesThere = `(() => {
  const inView = [...document.querySelectorAll("main img")].filter((image) => {
    if (image.closest("[inert]")) return false;
    const { top, bottom, width } = image.getBoundingClientRect();
    return width > 60 && bottom > 0 && top < innerHeight;
  });
  return inView.length > 0 && inView.every((image) => image.complete && image.naturalWidth > 0);
})()`;
const settleMs = 3_000;

/** A first visit at a quarter of the processor and on a slow line, until nothing happens any more. */
export async function visitFirst(browser: Browser, address: string, { path }: FirstPage, session?: Session) {
  const phone = await openPhone(browser, address, session);
  const { page, context } = phone;
  try {
    await Promise.all([slowCpu(phone), slowLine(phone)]);
    await page.goto(address + path, { waitUntil: "commit" });
    const paint = await firstPaint(page);
    const figures: Figures = { paint };
    if (session) figures["pictures"] = await timeOf(page, arePicturesThere);
    await page.waitForLoadState("load");
    await page.waitForTimeout(settleMs);
    figures["blocking"] = await blockingTime(page, paint);
    figures["shift"] = await shiftSum(page);
    return figures;
  } finally {
    await context.close();
  }
}

/** From the first paint until a tap is answered: given at the first paint and, if it is lost, every half second again. */
export async function tapFirst(browser: Browser, address: string, { path, control }: FirstPage): Promise<Figures> {
  if (!control) return {};
  const phone = await openPhone(browser, address);
  const { page, context } = phone;
  try {
    await Promise.all([slowCpu(phone), slowLine(phone)]);
    await page.goto(address + path, { waitUntil: "commit" });
    const paint = await firstPaint(page);
    await page.locator(control.selector).first().waitFor({ timeout: 30_000 });
    const answered = timeOf(page, control.isAnswered);
    await tapUntil(page, control.selector, answered);
    return { live: (await answered) - paint };
  } finally {
    await context.close();
  }
}

async function tapUntil(page: Page, selector: string, answered: Promise<number>): Promise<void> {
  let isAnswered = false;
  void answered.then(
    () => (isAnswered = true),
    () => (isAnswered = true),
  );
  while (!isAnswered) {
    // A page that is being left or replaced has no place to tap for a moment.
    const tap = page.locator(selector).first().tap({ force: true, noWaitAfter: true, timeout: 500 });
    await tap.catch(() => undefined);
    await Promise.race([answered, page.waitForTimeout(500)]).catch(() => undefined);
  }
}

/** A later visit of a member, when the browser has what the first one has left behind. */
export async function visitAgain(browser: Browser, address: string, { path }: FirstPage, session: Session) {
  const phone = await openPhone(browser, address, session);
  const { page, context } = phone;
  try {
    await page.goto(address + path);
    await page.waitForTimeout(settleMs);
    // Builds with a service worker: until it has everything.
    await page.evaluate(`navigator.serviceWorker.getRegistration().then((it) => it && navigator.serviceWorker.ready)`);
    const next = await context.newPage();
    const devtools = await context.newCDPSession(next);
    await Promise.all([slowCpu({ page: next, context, devtools }), slowLine({ page: next, context, devtools })]);
    await next.goto(address + path, { waitUntil: "commit" });
    return { again: await firstPaint(next) };
  } finally {
    await context.close();
  }
}
