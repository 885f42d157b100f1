import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, expect, test } from "vitest";
import { movableClock } from "#server/testing/clock.ts";
import { buildArticle, buildUser } from "#server/testing/factories.ts";
import { testApp } from "#server/testing/test-app.ts";

// What crawlers, feed readers and other sites get of articles.
const folder = await mkdtemp(join(tmpdir(), "fash-article-pages-"));
await writeFile(
  join(folder, "index.html"),
  "<html><head><!-- head --><!-- /head --></head><body><!-- page --><div id=app></div><!-- /page --></body></html>",
);
const clock = movableClock();
const { as, db, fastify } = await testApp({ pagesFolder: folder, app: { clock } });
afterAll(() => rm(folder, { recursive: true }));

const site = "http://localhost:3000";
const title = `<b>Coats & "capes"</b>`;
const escapedTitle = "&lt;b&gt;Coats &amp; &quot;capes&quot;&lt;/b&gt;";
const visit = async (url: string) => (await fastify.inject({ url, headers: { accept: "text/html" } })).body;
const read = async (url: string) => (await fastify.inject(url)).body;
/** The contents of all elements of a name, as they are written. */
const contentsOf = (xml: string, name: string): string[] =>
  [...xml.matchAll(new RegExp(`<${name}(?: [^>]*)?>([^]*?)</${name}>`, "g"))].map(([, content = ""]) => content);

test("the Atom feed lists what is published, newest first, with stable ids and the time of its last change", async () => {
  const author = await buildUser(db);
  const first = await buildArticle(db, author.id, {
    publishedAt: new Date("2031-03-01T10:00:00.000Z"),
    content: { title, summary: "Wool > silk", tags: ["coats & capes"] },
  });
  const second = await buildArticle(db, author.id, { publishedAt: new Date("2031-03-02T10:00:00.000Z") });
  const draft = await buildArticle(db, author.id, { status: "submitted" });
  const banned = await buildUser(db);
  const hidden = await buildArticle(db, banned.id, { publishedAt: new Date("2031-03-03T10:00:00.000Z") });
  await db.updateTable("auth.users").set({ banned_until: "2999-01-01" }).where("id", "=", banned.id).execute();

  const answer = await fastify.inject("/feeds/articles.atom");
  expect(answer.headers["content-type"]).toBe("application/atom+xml; charset=utf-8");
  const [feed = ""] = contentsOf(answer.body, "feed");
  const [head = ""] = feed.split("<entry>");
  // RFC 4287, 4.1.1: what a feed must have.
  expect(contentsOf(head, "id")).toEqual([`${site}/articles`]);
  expect(contentsOf(head, "title")).toEqual(["Fash: articles"]);
  expect(contentsOf(head, "updated")).toEqual(["2031-03-02T10:00:00.000Z"]);
  expect(head).toContain(`<link rel="self" type="application/atom+xml" href="${site}/feeds/articles.atom"/>`);
  const entries = contentsOf(feed, "entry");
  expect(entries.flatMap((entry) => contentsOf(entry, "id"))).toEqual([
    `urn:uuid:${second.id}`,
    `urn:uuid:${first.id}`,
  ]);
  const [, entry = ""] = entries;
  expect(["title", "summary", "name", "published", "updated"].flatMap((name) => contentsOf(entry, name))).toEqual([
    escapedTitle,
    "Wool &gt; silk",
    author.username,
    "2031-03-01T10:00:00.000Z",
    "2031-03-01T10:00:00.000Z",
  ]);
  expect(entry).toContain('<category term="coats &amp; capes"/>');
  expect(entry).toContain(`<link rel="alternate" type="text/html" href="${site}/articles/${first.id}"/>`);
  for (const { id } of [draft, hidden]) expect(answer.body).not.toContain(id);
});

test("an article's page has canonical URL, card, oEmbed URL and JSON-LD that no title can end [S-44]", async () => {
  const author = await buildUser(db);
  const script = "</script><script>alert(1)</script>";
  const article = await buildArticle(db, author.id, {
    publishedAt: new Date("2031-03-01T10:00:00.000Z"),
    content: { title: script, summary: "Why it lasts", tags: ["coats"] },
  });
  const url = `${site}/articles/${article.id}`;
  const page = await visit(`/articles/${article.id}`);
  expect(contentsOf(page, "title")).toEqual(["&lt;/script&gt;&lt;script&gt;alert(1)&lt;/script&gt; · Fash"]);
  expect(page).toContain(`<link rel="canonical" href="${url}" />`);
  expect(page).toContain('<meta property="og:type" content="article" />');
  // The server-rendered page's own data follows as another element.
  const [structured = ""] = page.split('<script type="application/ld+json">').slice(1);
  expect(page).not.toContain("alert(1)</script>");
  expect(JSON.parse(structured.slice(0, structured.indexOf("</script>")))).toMatchObject({
    "@context": "https://schema.org",
    "@type": "Article",
    headline: script,
    description: "Why it lasts",
    keywords: "coats",
    datePublished: "2031-03-01T10:00:00.000Z",
    mainEntityOfPage: url,
    image: [`${site}/previews/article/${article.id}.jpg`],
    author: { "@type": "Person", name: author.username },
  });
  const oembed = `/api/oembed?url=${encodeURIComponent(url)}`;
  expect(page).toContain(`href="${site}${oembed}"`);
  expect((await as(null).get(oembed)).json()).toMatchObject({
    version: "1.0",
    title: script,
    author_name: author.username,
    provider_name: "Fash",
  });
});

test("an unpublished article leaks nothing: head, oEmbed, card and sitemap are as for an unknown one", async () => {
  const author = await buildUser(db);
  const { id } = await buildArticle(db, author.id, { status: "submitted", content: { title: "Not out yet" } });
  const page = await visit(`/articles/${id}`);
  expect(page).not.toContain("Not out yet");
  expect(page).not.toContain("ld+json");
  expect(page).toContain('<meta name="robots" content="noindex" />');
  const oembed = await as(null).get(`/api/oembed?url=${encodeURIComponent(`${site}/articles/${id}`)}`);
  expect(oembed.json().code).toBe("route.not_found");
  expect((await fastify.inject(`/previews/article/${id}.jpg`)).statusCode).toBe(404);
  const files = contentsOf(await read("/sitemap.xml"), "loc");
  expect(files.length).toBeGreaterThan(1);
  for (const file of files) expect(await read(file.slice(site.length))).not.toContain(id);
});

test("the sitemap lists articles by the year of their publication, with the time of their last change", async () => {
  const author = await buildUser(db);
  const { id } = await buildArticle(db, author.id, { publishedAt: new Date("2032-07-01T10:00:00.000Z") });
  clock.advance(600);
  expect(contentsOf(await read("/sitemap.xml"), "loc")).toContain(`${site}/sitemaps/articles-2032.xml`);
  const year = await read("/sitemaps/articles-2032.xml");
  expect(contentsOf(year, "loc")).toEqual([`${site}/articles/${id}`]);
  expect(contentsOf(year, "lastmod")).toEqual(["2032-07-01T10:00:00.000Z"]);
  expect(contentsOf(await read("/sitemaps/articles-1999.xml"), "loc")).toEqual([]);
});
