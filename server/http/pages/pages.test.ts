import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import Fastify from "fastify";
import { afterAll, expect, onTestFinished, test } from "vitest";
import { CachedBody } from "#server/lib/cached-body.ts";
import { registerErrorHandler } from "#server/http/error-handler.ts";
import type { CrawlerRequest, MadePage } from "./crawlers.ts";
import { type PageCallbacks, registerPages } from "./pages.ts";

const folder = mkdtempSync(join(tmpdir(), "fash-pages-"));
writeFileSync(
  join(folder, "index.html"),
  "<html><head><!-- head --><!-- /head --></head><body><!-- page --><div id=app></div><!-- /page --></body></html>",
);
let hasTime = true;
let madeElsewhere: MadePage | undefined;
const askedElsewhere: CrawlerRequest[] = [];
const nothing = () => Promise.resolve(null);
const callbacks: PageCallbacks = {
  crawlerPages: {
    open(request) {
      askedElsewhere.push(request);
      return madeElsewhere && Promise.resolve(madeElsewhere);
    },
  },
  admitsCrawler: () => hasTime,
  describe: ({ pathname }) =>
    Promise.resolve(
      pathname.startsWith("/outfit/")
        ? { status: 200, html: "<title>Linen</title>" }
        : { status: 404, html: "<title>Page not found</title>" },
    ),
  frameHead: "<title>Fash</title>",
  render: ({ pathname }) =>
    Promise.resolve({ html: '<div id="app"></div>', isRendered: false, isBusy: pathname === "/outfit/1" }),
  renderFrame: () => Promise.resolve(""),
  listScripts: () => "",
  findCard: nothing,
  robots: "",
  sitemapIndex: () => Promise.resolve(new CachedBody(Buffer.from(""))),
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

const googlebot = "Mozilla/5.0 (compatible; Googlebot/2.1; +http://www.google.com/bot.html)";
const iphone = "Mozilla/5.0 (iPhone; CPU iPhone OS 19_0 like Mac OS X) AppleWebKit/605.1.15 Safari/604.1";
const visit = (url: string, userAgent: string) =>
  fastify.inject({ url, headers: { "user-agent": userAgent, accept: "text/html" } });

test("while too many pages are rendered, a crawler comes back later and people get the app", async () => {
  const crawler = await visit("/outfit/1", googlebot);
  expect(crawler.statusCode).toBe(503);
  expect(crawler.headers["retry-after"]).toBe("30");
  const person = await visit("/outfit/1", iphone);
  expect(person.statusCode).toBe(200);
  expect(person.body).toContain("<title>Linen</title>");
  expect(person.body).toContain('<div id="app"></div>');
});

test("a crawler gets the page that another process made, and people do not", async () => {
  const headers = { "content-type": "text/html; charset=utf-8", "content-encoding": "gzip" };
  madeElsewhere = { status: 404, headers, body: new Uint8Array(Buffer.from("made")) };
  hasTime = false;
  onTestFinished(() => {
    madeElsewhere = undefined;
    hasTime = true;
  });
  const crawler = await visit("/outfit/2?from=x", googlebot);
  expect([crawler.statusCode, crawler.body]).toEqual([404, "made"]);
  expect(crawler.headers).toMatchObject({ "content-encoding": "gzip", "content-length": "4" });
  expect(askedElsewhere.at(-1)).toEqual({
    href: "http://page/outfit/2?from=x",
    client: "127.0.0.1",
    readsGzip: false,
  });
  const asked = askedElsewhere.length;
  expect((await visit("/outfit/2", iphone)).statusCode).toBe(200);
  expect(askedElsewhere).toHaveLength(asked);
});

test("a crawler for which there is no time comes back later, and people see the page", async () => {
  hasTime = false;
  onTestFinished(() => {
    hasTime = true;
  });
  const crawler = await visit("/outfit/2", googlebot);
  expect([crawler.statusCode, crawler.headers["retry-after"]]).toEqual([503, "30"]);
  for (const person of [iphone, "Mozilla/5.0 (X11; Linux x86_64) HeadlessChrome/147.0.0.0 Safari/537.36"]) {
    expect((await visit("/outfit/2", person)).statusCode).toBe(200);
  }
  hasTime = true;
  expect((await visit("/outfit/2", googlebot)).statusCode).toBe(200);
});

test.each([
  "/about.html",
  "/index.html",
  "/outfit/v1.2",
  "/tag/%00",
  "//",
  "//elsewhere.example/outfit/1",
  "//[/outfit/1",
])("whoever opens %s gets the page that says there is none, a program gets the API's answer", async (path) => {
  const person = await visit(path, iphone);
  expect([person.statusCode, person.headers["content-type"]]).toEqual([404, "text/html; charset=utf-8"]);
  expect(person.body).toContain("<title>Page not found</title>");
  const program = await fastify.inject({ url: path, headers: { accept: "*/*" } });
  expect([program.statusCode, program.json()]).toMatchObject([404, { code: "route.not_found" }]);
});

test("a path of the API is never a page", async () => {
  expect((await visit("/api/nothing", iphone)).json()).toMatchObject({ code: "route.not_found" });
});

test("a photo shared without a service worker leads to the form, which says so; nothing of it is read", async () => {
  for (const type of ["multipart/form-data; boundary=x", "application/json", "text/plain"]) {
    const headers = { "content-type": type, "content-length": "104857600", origin: "https://elsewhere.example" };
    const answer = await fastify.inject({
      method: "POST",
      url: "/add-outfit?shared=photo",
      headers,
      payload: "not a form",
    });
    expect([answer.statusCode, answer.headers["location"], answer.body]).toEqual([303, "/add-outfit?shared=lost", ""]);
  }
});
