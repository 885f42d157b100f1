import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import Fastify from "fastify";
import { afterAll, expect, test } from "vitest";
import { registerErrorHandler } from "./error-handler.ts";
import { type PageCallbacks, registerPages } from "./pages.ts";

const folder = mkdtempSync(join(tmpdir(), "fash-pages-"));
writeFileSync(
  join(folder, "index.html"),
  "<html><head><!-- head --><!-- /head --></head><body><!-- page --><div id=app></div><!-- /page --></body></html>",
);
const nothing = () => Promise.resolve(null);
const callbacks: PageCallbacks = {
  describe: () => Promise.resolve({ status: 200, html: "<title>Linen</title>" }),
  render: () => Promise.resolve({ html: '<div id="app"></div>', isRendered: false, isBusy: true }),
  renderFrame: () => Promise.resolve(""),
  listScripts: () => "",
  findCard: nothing,
  sitemapIndex: () => Promise.resolve(""),
  sitemap: nothing,
  feed: nothing,
};
const fastify = Fastify();
registerErrorHandler(fastify);
await registerPages(fastify, folder, callbacks);
afterAll(async () => {
  await fastify.close();
  rmSync(folder, { recursive: true });
});

test("while too many pages are rendered, a crawler comes back later and people get the app", async () => {
  const visit = (userAgent: string) =>
    fastify.inject({ url: "/outfit/1", headers: { "user-agent": userAgent, accept: "text/html" } });
  const crawler = await visit("Mozilla/5.0 (compatible; Googlebot/2.1; +http://www.google.com/bot.html)");
  expect(crawler.statusCode).toBe(503);
  expect(crawler.headers["retry-after"]).toBe("30");
  const person = await visit(
    "Mozilla/5.0 (iPhone; CPU iPhone OS 19_0 like Mac OS X) AppleWebKit/605.1.15 Safari/604.1",
  );
  expect(person.statusCode).toBe(200);
  expect(person.body).toContain("<title>Linen</title>");
  expect(person.body).toContain('<div id="app"></div>');
});
