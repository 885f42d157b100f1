import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, expect, test } from "vitest";
import { createPageRenderer } from "./page-renderer.ts";

const folder = mkdtempSync(join(tmpdir(), "fash-renderer-"));
const file = join(folder, "page-html.mjs");
writeFileSync(
  file,
  `export async function renderPage({ href, data }) {
     if (href === "/broken") throw new Error("no such screen");
     const end = performance.now() + JSON.parse(data).ms;
     while (performance.now() < end);
     return "<h1>" + href + "</h1>";
   }`,
);
const renderer = createPageRenderer(file, { threads: 1, waitingMax: 3, timeoutMs: 5_000 });
afterAll(async () => {
  await renderer.close();
  rmSync(folder, { recursive: true });
});

test("a page is rendered without delaying the event loop", async () => {
  await renderer.render("/warm", `{"ms":0}`);
  let longestMs = 0;
  let last = performance.now();
  const timer = setInterval(() => {
    longestMs = Math.max(longestMs, performance.now() - last);
    last = performance.now();
  }, 5);
  expect(await renderer.render("/slow", `{"ms":400}`)).toBe("<h1>/slow</h1>");
  clearInterval(timer);
  expect(longestMs).toBeLessThan(300);
});

test("when too many pages are waiting, the next one is refused at once", async () => {
  const asked = Array.from({ length: 8 }, (_, index) => renderer.render(`/${index}`, `{"ms":50}`));
  const pages = await Promise.all(asked);
  expect(pages[0]).toBe("<h1>/0</h1>");
  expect(pages.filter((page) => page === undefined).length).toBeGreaterThanOrEqual(4);
  expect(await renderer.render("/after", `{"ms":0}`)).toBe("<h1>/after</h1>");
});

test("a page that cannot be rendered fails alone", async () => {
  await expect(renderer.render("/broken", `{"ms":0}`)).rejects.toThrow("no such screen");
  expect(await renderer.render("/next", `{"ms":0}`)).toBe("<h1>/next</h1>");
});

test("a page that takes too long is given up, as if too many were waiting, and later ones are rendered", async () => {
  const impatient = createPageRenderer(file, { threads: 1, waitingMax: 3, timeoutMs: 1_000 });
  expect(await impatient.render("/endless", `{"ms":60000}`)).toBeUndefined();
  await expect.poll(() => impatient.render("/next", `{"ms":0}`), { timeout: 10_000 }).toBe("<h1>/next</h1>");
  await impatient.close();
});
