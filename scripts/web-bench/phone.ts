import { existsSync } from "node:fs";
import { type Browser, type BrowserContext, chromium, type CDPSession, type Page } from "@playwright/test";

const debianChromium = "/usr/bin/chromium";
const executablePath = process.env["CHROMIUM_PATH"] ?? (existsSync(debianChromium) ? debianChromium : undefined);

export interface Phone {
  page: Page;
  context: BrowserContext;
  devtools: CDPSession;
}

export const launch = (): Promise<Browser> =>
  chromium.launch({
    ...(executablePath ? { executablePath } : {}),
    args: ["--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run", "--disable-background-networking"],
  });

/** A member's session as the API gives it. */
export type Session = Record<string, unknown>;

/** Runs in the page from its start: what its performance is afterwards read from. */
const record = `
  bench = { shifts: [], longTasks: [], inputs: [] };
  // What opens within half a second of a tap may move the rest: by definition no unexpected shift.
  new PerformanceObserver((list) => {
    for (const { value, hadRecentInput } of list.getEntries()) if (!hadRecentInput) bench.shifts.push(value);
  }).observe({ type: "layout-shift", buffered: true });
  new PerformanceObserver((list) => {
    for (const { startTime, duration } of list.getEntries()) bench.longTasks.push({ startTime, duration });
  }).observe({ type: "longtask", buffered: true });
  new PerformanceObserver((list) => {
    for (const { duration, interactionId } of list.getEntries()) if (interactionId) bench.inputs.push(duration);
  }).observe({ type: "event", durationThreshold: 16, buffered: true });
`;

/** A phone with an empty cache, on which this member is signed in, or nobody. */
export async function openPhone(browser: Browser, address: string, session?: Session): Promise<Phone> {
  const viewport = { width: 390, height: 844 };
  const context = await browser.newContext({ viewport, deviceScaleFactor: 2, hasTouch: true, isMobile: true });
  if (session) {
    await context.addCookies([{ name: "fash-member", value: "1", url: address }]);
    const text = JSON.stringify(JSON.stringify(session));
    await context.addInitScript(
      `localStorage.getItem("fash.session") ?? localStorage.setItem("fash.session", ${text})`,
    );
  }
  await context.addInitScript(record);
  const page = await context.newPage();
  const devtools = await context.newCDPSession(page);
  return { page, context, devtools };
}

export async function slowCpu({ devtools }: Phone): Promise<void> {
  await devtools.send("Emulation.setCPUThrottlingRate", { rate: 4 });
}

/** 1.6 Mbit/s down, 750 kbit/s up, 150 ms there and back. */
export async function slowLine({ devtools }: Phone): Promise<void> {
  await devtools.send("Network.enable");
  await devtools.send("Network.emulateNetworkConditions", {
    offline: false,
    latency: 150,
    downloadThroughput: 1_600_000 / 8,
    uploadThroughput: 750_000 / 8,
  });
}

const waitMaxMs = 60_000;

/** Resolves with the value of an expression as soon as it is truthy, checked each frame, across navigations. */
async function waitFor(page: Page, expression: string): Promise<number> {
  // Not `page.waitForFunction`: it evaluates texts later, when the Content-Security-Policy forbids it.
  const wait = `new Promise((resolve, reject) => {
    const check = () => {
      const value = ${expression};
      if (value) resolve(value);
      else if (performance.now() > ${waitMaxMs}) reject(new Error("Did not happen"));
      else requestAnimationFrame(check);
    };
    check();
  })`;
  for (;;) {
    try {
      return await page.evaluate<number>(wait);
    } catch (error) {
      if (!String(error).includes("context was destroyed")) throw error;
    }
  }
}

/** Resolves with the time in ms since the navigation when an expression holds in the page, checked each frame. */
export const timeOf = (page: Page, expression: string): Promise<number> =>
  waitFor(page, `(${expression}) && performance.now()`);

export const firstPaint = (page: Page): Promise<number> =>
  waitFor(page, `performance.getEntriesByName("first-contentful-paint")[0]?.startTime`);

/** Sum of what long tasks take beyond 50 ms after the first paint. */
export const blockingTime = (page: Page, paintMs: number): Promise<number> =>
  page.evaluate<number>(
    `bench.longTasks.filter(({ startTime, duration }) => startTime + duration > ${paintMs})
      .reduce((sum, { startTime, duration }) => sum + Math.max(0, Math.min(duration, startTime + duration - ${paintMs}) - 50), 0)`,
  );

/** All shifts, those within half a second of an input included. */
export const shiftSum = (page: Page): Promise<number> =>
  page.evaluate<number>("bench.shifts.reduce((sum, value) => sum + value, 0)");
