import path from "node:path";
import { chromium } from "@playwright/test";
import { startEmbeddedPostgres } from "#server/db/embedded.ts";
import { startServer } from "./scripts/bench/processes.ts";
const cluster = await startEmbeddedPostgres({ dataDir: path.resolve(".bench/demo-postgres") });
const server = await startServer(cluster.url, {}).catch((e) => { console.log(e); throw e; });
const browser = await chromium.launch({ executablePath: "/usr/bin/chromium", args: ["--no-sandbox"] });
const base = `http://127.0.0.1:${server.port}`;
const out = "/tmp/similar/shots"; 
try {
  const api = await (await fetch(`${base}/api/outfits?limit=20`)).json() as any;
  for (const theme of ["light", "dark"] as const) for (const width of [390, 768, 1440]) {
    const context = await browser.newContext({ viewport: { width, height: 900 }, colorScheme: theme, hasTouch: width < 500 });
    const page = await context.newPage();
    page.on("pageerror", (e) => console.log("pageerror", e.message));
    page.on("console", (m) => m.type() === "error" && console.log("console", m.text()));
    const shot = (name: string) => page.screenshot({ path: `${out}/${name}-${width}-${theme}.png` });
    await page.goto(`${base}/explore?colours=navy,white`); await page.waitForTimeout(1500); await shot("ring");
    await page.goto(`${base}/explore`); await page.waitForTimeout(800); await shot("explore");
    await page.goto(`${base}/explore?q=rust`); await page.waitForTimeout(1500); await shot("words");
    await page.goto(`${base}/outfit/${api.items[2].id}`); await page.waitForTimeout(1200);
    await page.getByRole("list", { name: "Colours" }).scrollIntoViewIfNeeded().catch(() => console.log("no palette")); await shot("palette");
    await page.goto(`${base}/photo-search`); await page.waitForTimeout(800); await shot("photo-empty");
    await page.getByLabel("Photo to search by").setInputFiles("e2e/pictures/varsity-jacket-again.jpg");
    await page.waitForTimeout(300); await shot("photo-busy");
    await page.getByRole("list", { name: "Similar outfits" }).waitFor({ timeout: 30000 }); await page.waitForTimeout(1200); await shot("photo-found");
    await page.locator("label[title]").first().click(); await page.waitForTimeout(800); await shot("photo-garment");
    if (width === 390) {
      await page.route("**/api/photo-searches", (r) => r.fulfill({ status: 503, headers: {"retry-after": "10"}, contentType: "application/problem+json", body: JSON.stringify({ code: "detection.busy", status: 503, title: "x", type: "about:blank", requestId: "x" }) }));
      await page.getByRole("button", { name: "Another photo" }).click();
      await page.getByLabel("Photo to search by").setInputFiles("e2e/pictures/varsity-jacket.jpg");
      await page.waitForTimeout(1500); await shot("photo-failed");
    }
    await context.close();
  }
} finally { await browser.close(); await server.stop(); await cluster.stop(); }
