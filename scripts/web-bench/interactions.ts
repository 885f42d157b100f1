import type { Browser, Page } from "@playwright/test";
import type { Figures } from "./first-visit.ts";
import { openPhone, type Session, shiftSum, slowCpu } from "./phone.ts";

/** Longer than any response; event timings are reported after the next frame. */
const settleMs = 1_500;

/** The slowest response to the inputs of one action, at a quarter of the processor. */
async function respond(page: Page, action: () => Promise<unknown>): Promise<number> {
  await page.evaluate("bench.inputs.length = 0");
  await action();
  await page.waitForTimeout(settleMs);
  // Faster ones than 16 ms are not reported.
  return page.evaluate<number>("Math.max(16, ...bench.inputs)");
}

/** What a member does on a loaded page: like, open, filter, type and change the tab, with all shifts of the way. */
export async function interact(browser: Browser, address: string, session: Session): Promise<Figures> {
  const phone = await openPhone(browser, address, session);
  const { page, context } = phone;
  try {
    await page.goto(`${address}/explore`);
    const like = page.getByRole("button", { name: /^Like / }).first();
    await like.waitFor();
    await page.waitForTimeout(settleMs * 2);
    await slowCpu(phone);
    const figures: Figures = {};
    figures["like"] = await respond(page, () => like.tap());
    await like.tap();
    figures["filter"] = await respond(page, () => page.getByRole("button", { name: "Filter outfits" }).tap());
    await page.getByRole("button", { name: "Filter outfits" }).tap();
    const search = page.getByRole("searchbox").first();
    await search.tap();
    figures["type"] = await respond(page, () => search.pressSequentially("linen", { delay: 120 }));
    await search.fill("");
    await page.waitForTimeout(settleMs);
    figures["open"] = await respond(page, () => page.locator('main a[href^="/outfit/"]').first().tap());
    await page.goBack();
    await page.waitForTimeout(settleMs);
    figures["tab"] = await respond(page, () => page.locator('nav a[href="/swipes"]').last().tap());
    figures["navigation shift"] = await shiftSum(page);
    return figures;
  } finally {
    await context.close();
  }
}
