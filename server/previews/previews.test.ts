import { mkdir, mkdtemp, readdir, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { brotliDecompressSync } from "node:zlib";
import sharp from "sharp";
import { afterAll, beforeAll, expect, test } from "vitest";
import { movableClock } from "#server/testing/clock.ts";
import { buildOutfit, buildStyle, buildUser } from "#server/testing/factories.ts";
import { type TestApp, testApp } from "#server/testing/test-app.ts";
import { pagePaths } from "#server/http/pages/screen-paths.ts";

const site = "http://localhost:3000";
const clock = movableClock();
let it: TestApp;
let built: string;
let folder: string;

beforeAll(async () => {
  built = await mkdtemp(join(tmpdir(), "fash-pages-"));
  folder = join(built, "web");
  await mkdir(folder);
  await mkdir(join(built, "rendering"));
  // Replaces the built web/page-html.tsx.
  await writeFile(
    join(built, "rendering/page-html.mjs"),
    `export const renderPage = async ({ href, data }) => renderScreen(href, JSON.parse(data));
    const renderScreen = (href, { feed, covers, outfit }) =>
      "<h1>" + href + " " + (covers ?? feed ? (covers ?? feed.items).map(({ id }) => id).join() : outfit?.title.length) + "</h1><b>" + outfit?.likesCount + "</b>";
    export const renderFrame = async (href, hasSkeleton) => "<main>" + href + (hasSkeleton ? " skeleton" : " spinner") + "</main>";`,
  );
  await mkdir(join(folder, ".vite"));
  const chunk = (file: string, ...imports: string[]) => ({ file: `assets/${file}.js`, imports });
  await writeFile(
    join(folder, ".vite/manifest.json"),
    JSON.stringify({
      "index.html": { ...chunk("index", "_fetching.js"), dynamicImports: ["start.ts"] },
      "_fetching.js": chunk("fetching"),
      "start.ts": chunk("start", "_libraries.js"),
      "_libraries.js": chunk("libraries"),
      "_feed.js": chunk("feed", "_libraries.js"),
      "routes/explore.tsx?tsr-split=component---loader": chunk("explore", "_feed.js", "_libraries.js"),
      "routes/outfit.$outfitId.tsx?tsr-split=component---loader": chunk("outfit"),
      "routes/articles.tsx?tsr-split=component---loader": chunk("articles"),
      "screens/explore/explore-filters.tsx": chunk("filters", "_feed.js"),
      "features/search/following-switch.tsx": chunk("following", "_feed.js"),
      "fonts/bodoni-moda-italic-core.woff2": { file: "assets/italic.woff2" },
    }),
  );
  await writeFile(
    join(folder, "index.html"),
    '<html><head><!-- head --><title>old</title><!-- /head --><script src="/boot.js"></script></head><body><!-- page --><div id=app></div><!-- /page --></body></html>',
  );
  it = await testApp({ pagesFolder: folder, app: { clock } });
});
afterAll(() => rm(built, { recursive: true }));

const visit = (url: string) => it.fastify.inject({ url, headers: { accept: "text/html" } });

test("an outfit's page has title, description, canonical URL, card and oEmbed URL for crawlers", async () => {
  const mia = await buildUser(it.db);
  const outfit = await buildOutfit(it.db, mia.id, { title: "Camel coat", description: "Wool, for October." });
  const page = await visit(`/outfit/${outfit.id}`);
  expect(page.statusCode).toBe(200);
  expect(page.body).toContain(`<title>Camel coat by @${mia.username} · Fash</title>`);
  expect(page.body).toContain(`<link rel="canonical" href="${site}/outfit/${outfit.id}" />`);
  expect(page.body).toContain(`<meta property="og:image" content="${site}/previews/outfit/${outfit.id}.jpg" />`);
  expect(page.body).toContain(`<meta property="og:description" content="Wool, for October." />`);
  expect(page.body).toContain(`href="${site}/api/oembed?url=${encodeURIComponent(`${site}/outfit/${outfit.id}`)}"`);
  expect(page.body).not.toContain("old");
});

const dataIn = (body: string) =>
  JSON.parse(/<script type="application\/json" id="initial-data">(.*?)<\/script>/.exec(body)?.[1] ?? "null") as unknown;

test("the first page for visitors is server-rendered: the outfits of the covers or the newest, as HTML and as data", async () => {
  const mia = await buildUser(it.db);
  const outfit = await buildOutfit(it.db, mia.id, { title: "</script><script>alert('x')</script>" });
  for (const path of ["/", "/explore", "/swipes"]) {
    const { body } = await visit(path);
    const [, renderedPath, ids] = /<h1>(\S+) (.*?)<\/h1>/.exec(body) ?? [];
    expect([renderedPath, ids?.split(",")[0]]).toEqual([path, outfit.id]);
    const feed = (await it.as(null).get("/api/outfits")).json();
    const none = { items: [], isFeatured: false };
    const covers = (await it.as(null).get("/api/covers")).json().items;
    const leads = path === "/" ? { leadArticle: none, leadEvent: null } : {};
    expect(dataIn(body)).toEqual(path === "/explore" ? { feed } : { covers, ...leads });
    expect(body).not.toContain("<script>alert");
  }
});

test("an outfit's page is server-rendered, as a visitor may see it", async () => {
  const mia = await buildUser(it.db);
  const outfit = await buildOutfit(it.db, mia.id, { title: "First" });
  const { body } = await visit(`/outfit/${outfit.id}`);
  expect(body).toContain(`<h1>/outfit/${outfit.id} 5</h1>`);
  expect(dataIn(body)).toEqual({ outfit: (await it.as(null).get(`/api/outfits/${outfit.id}`)).json() });
});

test("a page is rendered again as soon as its content changes", async () => {
  const mia = await buildUser(it.db);
  const outfit = await buildOutfit(it.db, mia.id, { title: "First" });
  expect((await visit(`/outfit/${outfit.id}`)).body).toContain(" 5</h1>");
  await it.db.updateTable("outfits").set({ title: "Renewed." }).where("id", "=", outfit.id).execute();
  expect((await visit(`/outfit/${outfit.id}`)).body).toContain(" 8</h1>");
  await it.db.updateTable("outfits").set({ is_active: false }).where("id", "=", outfit.id).execute();
  expect((await visit(`/outfit/${outfit.id}`)).body).not.toContain("data-hydrating");
});

test("the sign-in page is server-rendered with its way back, but not with other or endless parameters", async () => {
  expect((await visit("/auth?next=%2Fcloset")).body).toContain("data-hydrating");
  for (const search of ["?utm=a", `?next=/${"a".repeat(300)}`])
    expect((await visit(`/auth${search}`)).body).not.toContain("data-hydrating");
});

test.each(["/explore?q=linen", "/explore?from=following", "/settings"])("%s is not server-rendered", async (path) => {
  const { body } = await visit(path);
  expect(body).not.toContain("data-hydrating");
  expect(dataIn(body)).toBeNull();
});

test("a member gets bars and skeleton at once, the same for all, and nobody's data [S-130]", async () => {
  const mia = await buildUser(it.db);
  const outfit = await buildOutfit(it.db, mia.id, { title: "Not in a frame" });
  const frame = async (url: string, cookie = "a=b; fash-member=1") => {
    const reply = await it.fastify.inject({ url, headers: { accept: "text/html", cookie } });
    expect([reply.statusCode, reply.headers["vary"]]).toEqual([200, "accept-encoding, cookie"]);
    return {
      body: reply.body,
      app: /<div id="app" data-hydrating="frame">(.*?)<\/div>/.exec(reply.body)?.[1],
      data: dataIn(reply.body),
    };
  };
  expect(await frame("/explore?q=linen")).toMatchObject({ app: "<main>/explore skeleton</main>", data: null });
  const { body, app } = await frame(`/outfit/${outfit.id}`);
  expect(app).toBe("<main>/outfit/:outfitId skeleton</main>");
  expect(body).not.toContain(mia.id);
  // Whatever else the cookie says, and no matter who sends it.
  expect((await frame("/explore", "fash-member=1; fash-member=0")).app).toContain("/explore");
  expect((await visit("/explore")).body).toContain("data-hydrating");
  // The service worker's, for all addresses of the screen.
  const headers = { accept: "*/*", "fash-frame": "1" };
  for (const url of [`/outfit/${outfit.id}`, "/outfit/x"]) {
    const reply = await it.fastify.inject({ url, headers });
    expect([reply.statusCode, /<title>(.*?)</.exec(reply.body)?.[1]]).toEqual([200, "Fash"]);
    expect(reply.body).toContain(`<div id="app" data-hydrating="frame">${app}</div>`);
    expect(reply.body).not.toContain("Not in a frame");
  }
});

test("a document that the service worker keeps has the numbers of sign-in that the settings change", async () => {
  const other = await testApp({ pagesFolder: folder, settings: { AUTH_PHONE_CODE_DIGITS: "6" } });
  const frameOf = async ({ fastify }: TestApp) =>
    (await fastify.inject({ url: "/settings", headers: { accept: "*/*", "fash-frame": "1" } })).body;
  expect(await frameOf(other)).toContain('<meta name="sign-in" content="{&quot;phoneDigits&quot;:6}" />');
  expect(await frameOf(it)).not.toContain('name="sign-in"');
});

test("what the app hydrates and the data that it hydrates with come from the same moment", async () => {
  const mia = await buildUser(it.db);
  const outfit = await buildOutfit(it.db, mia.id);
  const likes = async () => {
    const { body } = await visit(`/outfit/${outfit.id}`);
    const { likesCount } = (dataIn(body) as { outfit: { likesCount: number } }).outfit;
    return { likesCount, rendered: /<b>(.*?)<\/b>/.exec(body)?.[1] };
  };
  await likes();
  await it.db.updateTable("outfits").set({ likes_count: 7 }).where("id", "=", outfit.id).execute();
  const { likesCount, rendered } = await likes();
  expect(rendered).toBe(String(likesCount));
});

test("a page links the scripts of entry and screen, so that they load in parallel", async () => {
  const linked = async (path: string) => {
    const links = /<link rel="modulepreload" fetchpriority="low" crossorigin href="\/assets\/(.*?)\.js" \/>/g;
    return [...(await visit(path)).body.matchAll(links)].map(([, href]) => href);
  };
  expect(await linked("/explore")).toEqual(["fetching", "start", "libraries", "explore", "feed"]);
  const withFilters = ["fetching", "start", "libraries", "explore", "feed", "filters"];
  expect(await linked("/explore?sort=popular")).toEqual(withFilters);
  const start = ["fetching", "start", "libraries"];
  expect(await linked("/outfit/01930000-0000-7000-8000-00000000dead")).toEqual([...start, "outfit"]);
  expect(await linked("/auth")).toEqual(start);
  expect(await linked("/no-such-page")).toEqual(start);
});

test("a visitor's landing page preloads the font of its headline", async () => {
  const preloads = async (path: string, cookie = "") => {
    const { body } = await it.fastify.inject({ url: path, headers: { accept: "text/html", cookie } });
    return body.includes('<link rel="preload" href="/assets/italic.woff2" as="font" type="font/woff2" crossorigin />');
  };
  expect([await preloads("/"), await preloads("/explore"), await preloads("/", "fash-member=1")]).toEqual([
    true,
    false,
    false,
  ]);
});

test("a member's document has the script that sends the first requests, and links what only members load", async () => {
  const read = async (path: string, headers: Record<string, string> = {}) => {
    const { body } = await it.fastify.inject({ url: path, headers: { accept: "text/html", ...headers } });
    return [
      /<script src="(.*?)">/.exec(body)?.[1],
      ...[...body.matchAll(/"modulepreload".*?\/assets\/(.*?)\.js/g)].map(([, name]) => name),
    ];
  };
  const files = ["fetching", "start", "libraries", "explore", "feed"];
  expect(await read("/explore")).toEqual(["/boot.js", ...files]);
  expect(await read("/explore", { cookie: "fash-member=1" })).toEqual(["/member-boot.js", ...files, "following"]);
  expect(await read("/explore", { "fash-frame": "1" })).toEqual(["/member-boot.js", ...files, "following"]);
});

test("on a page to read, the screen's scripts come later, unless it is a member's or without content", async () => {
  const scriptsOf = async (path: string, headers: Record<string, string> = {}) => {
    const { body } = await it.fastify.inject({ url: path, headers: { accept: "text/html", ...headers } });
    return {
      preloaded: [...body.matchAll(/"modulepreload".*?\/assets\/(.*?)\.js/g)].map(([, name]) => name),
      later: [...body.matchAll(/"later".*?\/assets\/(.*?)\.js/g)].map(([, name]) => name),
    };
  };
  const ofScreen = ["start", "libraries", "articles"];
  const all = { preloaded: ["fetching", ...ofScreen], later: [] };
  expect(await scriptsOf("/articles")).toEqual({ preloaded: ["fetching"], later: ofScreen });
  expect(await scriptsOf("/articles", { cookie: "fash-member=1" })).toEqual(all);
  expect(await scriptsOf("/articles?q=linen")).toEqual(all);
});

test("the first page is compressed for clients that support it, with the same content", async () => {
  const plain = await visit("/");
  const small = await it.fastify.inject({ url: "/", headers: { accept: "text/html", "accept-encoding": "gzip, br" } });
  expect(small.headers["content-encoding"]).toBe("br");
  expect(plain.headers["content-encoding"]).toBeUndefined();
  expect(small.headers["vary"]).toContain("accept-encoding");
  expect(brotliDecompressSync(small.rawPayload).toString()).toBe(plain.body);
});

test("members' texts are escaped in the head [S-44]", async () => {
  const mia = await buildUser(it.db);
  const title = `"><script>alert('x')</script>`;
  const outfit = await buildOutfit(it.db, mia.id, { title, description: "</title><img src=x>" });
  const page = await visit(`/outfit/${outfit.id}`);
  expect(page.body).not.toContain("<script>alert");
  expect(page.body).not.toContain("<img src=x>");
  expect(page.body).toContain("&quot;&gt;&lt;script&gt;");
});

test("hidden outfits and private members leak nothing: head, card, oEmbed and sitemap are as for unknown ones", async () => {
  const [mia, eve] = [await buildUser(it.db), await buildUser(it.db, { isPrivate: true })];
  const hidden = await buildOutfit(it.db, mia.id, { title: "Hidden secret", isActive: false });
  const secret = await buildOutfit(it.db, eve.id, { title: "Private secret" });
  const missing = "01930000-0000-7000-8000-00000000dead";
  const bodies = await Promise.all(
    [hidden.id, secret.id, missing].map(async (id) => {
      const page = await visit(`/outfit/${id}`);
      expect((await visit(`/previews/outfit/${id}.jpg`)).statusCode).toBe(404);
      const oembed = await it.as(null).get(`/api/oembed?url=${encodeURIComponent(`${site}/outfit/${id}`)}`);
      expect(oembed.json()).toMatchObject({ code: "route.not_found" });
      return [page.statusCode, page.body];
    }),
  );
  expect(bodies[0]).toEqual(bodies[2]);
  expect(bodies[1]).toEqual(bodies[2]);
  expect(bodies[2]?.[0]).toBe(404);
  for (const path of ["articles", "events"]) expect((await visit(`/${path}/${missing}`)).statusCode).toBe(404);
  expect((await visit(`/profile/${eve.username}`)).body).not.toContain(eve.username);
  const day = new Date().toISOString().slice(0, 10);
  const sitemap = (await visit(`/sitemaps/${day}.xml`)).body;
  expect(sitemap).not.toContain(hidden.id);
  expect(sitemap).not.toContain(secret.id);
});

test("a public member's page shows their name; without the setting it keeps the bio to members and out of search", async () => {
  const mia = await buildUser(it.db);
  await it.db.updateTable("profiles").set({ bio: "Linen, mostly." }).where("id", "=", mia.id).execute();
  const page = (await visit(`/profile/${mia.username}`)).body;
  expect(page).toContain(`@${mia.username} · Fash`);
  expect(page).not.toContain("Linen, mostly.");
  expect(page).toContain(`<meta name="robots" content="noindex" />`);
});

test("a style's feed has its own title and canonical URL", async () => {
  const style = await it.db.selectFrom("styles").select(["id", "name"]).where("name", "=", "Retro").executeTakeFirst();
  const page = (await visit(`/explore?style=${style?.id}&utm_source=x`)).body;
  expect(page).toContain("<title>Retro outfits · Fash</title>");
  expect(page).toContain(`<link rel="canonical" href="${site}/explore?style=${style?.id}" />`);
  expect((await visit("/explore?style=nonsense")).body).toContain(`href="${site}/explore"`);
});

test.each(["/no-such-page", "/outfit", "/outfit/not-an-id", "/profile/a/b", "/missing.js", "/.env", "/explore/v1.2"])(
  "%s is answered with 404 and the not-found page",
  async (path) => {
    const page = await visit(path);
    expect(page.statusCode).toBe(404);
    expect(page.body).toContain('<div id="app"></div>');
  },
);

test.each(["/api/nothing", "/auth/v1/nothing", "/media/x/y", "/sitemaps/2026-13-40.xml"])(
  "%s is answered with a problem, not a page",
  async (path) => {
    const answer = await visit(path);
    expect(answer.statusCode).toBe(404);
    expect(answer.headers["content-type"]).not.toContain("html");
  },
);

/** Stores a real photo under an outfit's picture key. */
async function storePhoto({ imageId }: { imageId: string }, background = "#d9381e") {
  const image = await it.db.selectFrom("images").select("key").where("id", "=", imageId).executeTakeFirstOrThrow();
  const photo = sharp({ create: { width: 300, height: 400, channels: 3, background } }).webp();
  await it.app.storage.put(image.key, await photo.toBuffer(), "image/webp");
}
const embed = (path: string) => it.as(null).get(`/api/oembed?url=${encodeURIComponent(site + path)}`);

test("the preview card is a JPEG of the standard size, from one photo and from several", async () => {
  const mia = await buildUser(it.db);
  const style = await buildStyle(it.db, { name: "Quiet Luxury" });
  const given = { styleId: style.id, tags: ["no.1"], items: [{ brand: "A.P.C. / & co" }] };
  const outfit = await buildOutfit(it.db, mia.id, given);
  for (const built of [outfit, await buildOutfit(it.db, mia.id, given)]) await storePhoto(built);
  const brand = encodeURIComponent("a.p.c. / & co");
  for (const name of [
    `outfit/${outfit.id}`,
    `profile/${mia.username}`,
    `style/${style.id}`,
    "tag/no.1",
    `brand/${brand}`,
  ]) {
    const card = await visit(`/previews/${name}.jpg`);
    expect(card.headers).toMatchObject({ "content-type": "image/jpeg", "cache-control": "public, no-cache" });
    expect(await sharp(card.rawPayload).metadata()).toMatchObject({ format: "jpeg", width: 1200, height: 630 });
  }
});

test("an unchanged card is not rendered again; a hidden photo's card disappears at once", async () => {
  const mia = await buildUser(it.db);
  const outfit = await buildOutfit(it.db, mia.id);
  await storePhoto(outfit);
  const url = `/previews/outfit/${outfit.id}.jpg`;
  const { etag } = (await visit(url)).headers;
  const ask = () => it.fastify.inject({ url, headers: { "if-none-match": String(etag) } });
  expect((await ask()).statusCode).toBe(304);
  await it.db.updateTable("outfits").set({ is_active: false }).where("id", "=", outfit.id).execute();
  expect((await ask()).statusCode).toBe(404);
  expect((await visit(`/previews/profile/${mia.username}.jpg`)).statusCode).toBe(404);
});

test("the pages of members, styles, tags and brands have their own card and oEmbed data", async () => {
  const mia = await buildUser(it.db);
  const style = await buildStyle(it.db, { name: "Dark Academia" });
  await buildOutfit(it.db, mia.id, { styleId: style.id, tags: ["Reading Room"], items: [{ brand: "Tweed & Son" }] });
  const pages = [
    { path: `/profile/${mia.username}`, card: `profile/${mia.username}`, title: `@${mia.username}` },
    { path: `/explore?style=${style.id}`, card: `style/${style.id}`, title: "Dark Academia outfits" },
    { path: "/tag/reading%20room", card: "tag/reading%20room", title: "#reading room outfits" },
    { path: "/brand/tweed%20%26%20son", card: "brand/tweed%20%26%20son", title: "tweed & son outfits" },
  ];
  for (const { path, card, title } of pages) {
    const { body } = await visit(path);
    expect(body).toContain(`<meta property="og:image" content="${site}/previews/${card}.jpg" />`);
    expect(body).toContain(`href="${site}/api/oembed?url=${encodeURIComponent(site + path)}"`);
    expect((await embed(path)).json()).toMatchObject({ title, url: `${site}/previews/${card}.jpg`, width: 1200 });
  }
  expect((await embed(`/profile/${mia.username}`)).json()).toMatchObject({ author_name: mia.username });
  expect((await visit("/tag/Reading%20ROOM")).body).toContain(
    `<link rel="canonical" href="${site}/tag/reading%20room" />`,
  );
});

test("tags and brands of only hidden and private outfits look unknown", async () => {
  const [mia, eve] = [await buildUser(it.db), await buildUser(it.db, { isPrivate: true })];
  await buildOutfit(it.db, mia.id, { isActive: false, tags: ["unseen"], items: [{ brand: "Unseen" }] });
  await buildOutfit(it.db, eve.id, { tags: ["unseen"], items: [{ brand: "Unseen" }] });
  const missing = await visit("/tag/nowhere-at-all");
  expect(missing.body).toContain(`<meta name="robots" content="noindex" />`);
  for (const path of ["/tag/unseen", "/brand/unseen"]) {
    expect((await visit(path)).body).toBe(missing.body);
    expect((await visit(`/previews${path}.jpg`)).statusCode).toBe(404);
    expect((await embed(path)).json()).toMatchObject({ code: "route.not_found" });
  }
  expect((await visit(`/previews/profile/${eve.username}.jpg`)).statusCode).toBe(404);
  expect((await embed(`/profile/${eve.username}`)).json()).toMatchObject({ code: "route.not_found" });
});

test("oEmbed is served for own outfits only, within the requested size", async () => {
  const mia = await buildUser(it.db);
  const outfit = await buildOutfit(it.db, mia.id, { title: "Camel coat" });
  const ask = (url: string, more = "") => it.as(null).get(`/api/oembed?url=${encodeURIComponent(url)}${more}`);
  expect((await ask(`${site}/outfit/${outfit.id}`, "&maxwidth=600&format=json")).json()).toMatchObject({
    version: "1.0",
    type: "photo",
    title: "Camel coat",
    author_name: mia.username,
    width: 600,
    height: 315,
  });
  for (const url of [`https://evil.example/outfit/${outfit.id}`, `${site}/explore`, `${site}/outfit/x`]) {
    expect((await ask(url)).json()).toMatchObject({ code: "route.not_found" });
  }
  expect((await ask("nonsense")).json()).toMatchObject({ issues: [expect.objectContaining({ path: "url" })] });
});

test("robots.txt names the sitemap, which lists every listed outfit, after ten minutes at the latest", async () => {
  const mia = await buildUser(it.db);
  clock.advance(600);
  const outfit = await buildOutfit(it.db, mia.id);
  const day = new Date().toISOString().slice(0, 10);
  expect((await visit("/robots.txt")).body).toContain(`\nSitemap: ${site}/sitemap.xml\n`);
  const index = await visit("/sitemap.xml");
  expect(index.headers["content-type"]).toContain("application/xml");
  expect(index.body).toContain(`<loc>${site}/sitemaps/${day}.xml</loc>`);
  expect((await visit(`/sitemaps/${day}.xml`)).body).toContain(`<loc>${site}/outfit/${outfit.id}</loc>`);
  const pages = (await visit("/sitemaps/pages.xml")).body;
  expect(pages).toContain(`<loc>${site}/explore</loc>`);
  expect(pages).toContain(`<loc>${site}/explore?style=${outfit.styleId}</loc>`);
  const another = await buildOutfit(it.db, mia.id);
  const file = async () => (await visit(`/sitemaps/${day}.xml`)).body;
  expect(await file()).not.toContain(another.id);
  clock.advance(600);
  expect(await file()).toContain(another.id);
});

test("the server knows exactly the screens of the browser", async () => {
  const files = await readdir(new URL("../../web/routes/", import.meta.url));
  const screens = files
    .filter((name) => name.endsWith(".tsx") && !/^(__root|-|lab\.)/.test(name))
    .map(
      (name) =>
        `/${name
          .replace(/(\.index)?\.tsx$/, "")
          .replace(/^index$/, "")
          .replaceAll("_.", ".")
          .replaceAll(".", "/")}`,
    )
    .map((path) => path.replaceAll(/\$(\w+)/g, ":$1"));
  expect([...pagePaths].sort()).toEqual([...new Set(screens)].sort());
});
