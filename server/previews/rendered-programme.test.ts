import { mkdir, mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, expect, test } from "vitest";
import { inSearchQueue } from "#server/http/search-queue.ts";
import { buildArticle, buildEvent, buildOutfit, buildStyle, buildUser } from "#server/testing/factories.ts";
import { testApp } from "#server/testing/test-app.ts";

// What the pages of events and articles, and of filtered feeds, tags and brands, hold before any script runs.
const built = await mkdtemp(join(tmpdir(), "fash-programme-"));
const folder = join(built, "web");
await mkdir(folder);
await mkdir(join(built, "rendering"));
// Replaces the built web/page-html.tsx.
await writeFile(
  join(built, "rendering/page-html.mjs"),
  `export const renderPage = async ({ href }) => "<h1>" + href + "</h1>"; export const renderFrame = async () => "";`,
);
await writeFile(
  join(folder, "index.html"),
  "<html><head><!-- head --><!-- /head --></head><body><!-- page --><div id=app></div><!-- /page --></body></html>",
);
const { app, as, db, fastify } = await testApp({ pagesFolder: folder });
afterAll(() => rm(built, { recursive: true }));

/** The screen's heading and its data, null where the page is not server-rendered. */
async function visit(url: string) {
  const { body } = await fastify.inject({ url, headers: { accept: "text/html" } });
  const data = /<script type="application\/json" id="initial-data">(.*?)<\/script>/.exec(body)?.[1];
  return {
    heading: /<h1>(.*?)<\/h1>/.exec(body)?.[1] ?? null,
    data: data === undefined ? null : (JSON.parse(data) as unknown),
  };
}
const api = async (url: string) => (await as(null).get(url)).json();
const nothing = { heading: null, data: null };

test("the lists of events and articles are server-rendered with what a visitor would get, but not their filtered forms", async () => {
  const mia = await buildUser(db);
  const [event, article] = [await buildEvent(db, mia.id), await buildArticle(db, mia.id)];
  const events = await visit("/events");
  expect(events).toEqual({ heading: "/events", data: { events: await api("/api/events") } });
  expect(JSON.stringify(events.data)).toContain(event.id);
  const articles = await visit("/articles");
  const articleTags = await api("/api/articles/tags");
  expect(articles.data).toEqual({ articles: await api("/api/articles"), articleTags });
  expect(JSON.stringify(articles.data)).toContain(article.id);
  for (const path of ["/events?view=month", "/events?q=denim", "/articles?tag=linen", "/events/add", "/events/mine"]) {
    expect(await visit(path)).toEqual(nothing);
  }
});

test("an event is server-rendered with its outfits as a visitor sees them, for members who go, too", async () => {
  const [mia, leo, eve] = [await buildUser(db), await buildUser(db), await buildUser(db, { isPrivate: true })];
  const event = await buildEvent(db, mia.id, { timeZone: "Asia/Tokyo" });
  for (const member of [leo, eve]) {
    await as(member).put(`/api/events/${event.id}/attendance`);
    const outfit = await buildOutfit(db, member.id);
    await as(member).put(`/api/events/${event.id}/outfits/${outfit.id}`);
  }
  const { heading, data } = await visit(`/events/${event.id}`);
  expect(heading).toBe(`/events/${event.id}`);
  const expected = await api(`/api/events/${event.id}`);
  expect(data).toEqual({ event: expected, eventOutfits: await api(`/api/events/${event.id}/outfits`) });
  expect(expected).toMatchObject({ goingCount: 2, outfitsCount: 1, attendance: null, canEdit: false });
  expect(JSON.stringify(data)).not.toContain(eve.username);
});

test("what visitors may not open is not in its page: drafts, submissions, hidden ones, those of banned members", async () => {
  const [mia, banned] = [await buildUser(db), await buildUser(db)];
  const draft = await buildEvent(db, mia.id, { status: "draft" });
  const submitted = await buildEvent(db, mia.id, { status: "submitted" });
  const hidden = await buildEvent(db, mia.id);
  const theirs = await buildEvent(db, banned.id);
  await db.updateTable("events").set({ is_hidden: true }).where("id", "=", hidden.id).execute();
  await db.updateTable("auth.users").set({ banned_until: "2999-01-01" }).where("id", "=", banned.id).execute();
  const missing = "01930000-0000-7000-8000-00000000dead";
  for (const id of [draft.id, submitted.id, hidden.id, theirs.id, missing, "not-an-id"]) {
    expect({ id, ...(await visit(`/events/${id}`)) }).toEqual({ id, ...nothing });
  }
  const { data } = await visit("/events");
  for (const { id } of [draft, submitted, hidden, theirs]) expect(JSON.stringify(data)).not.toContain(id);
});

test("a filtered feed is server-rendered with its first page and the styles; so are the styles", async () => {
  const mia = await buildUser(db);
  const style = await buildStyle(db);
  const outfit = await buildOutfit(db, mia.id, { styleId: style.id });
  const hidden = await buildOutfit(db, mia.id, { styleId: style.id, isActive: false });
  const styles = await api("/api/styles");
  for (const search of [`style=${style.id}`, `style=${style.id}&ai=exclude`, "sort=popular", "colours=rust,navy"]) {
    const { heading, data } = await visit(`/explore?${search}`);
    expect(heading).toBe(`/explore?${search}`);
    const feed = await api(`/api/outfits?${search}`);
    expect(data).toEqual({ feed, filter: Object.fromEntries(new URLSearchParams(search)), styles });
    expect(JSON.stringify(data)).not.toContain(hidden.id);
    expect(JSON.stringify(data).includes(outfit.id)).toBe(!search.startsWith("colours"));
  }
  expect((await visit("/styles")).data).toEqual({ styles });
});

test.each(["tag", "brand"])(
  "a %s's page is server-rendered with its newest outfits, unless it has none",
  async (kind) => {
    const mia = await buildUser(db);
    const given = { tags: ["Reading Room"], items: [{ brand: "Reading Room" }] };
    const outfit = await buildOutfit(db, mia.id, given);
    const { heading, data } = await visit(`/${kind}/reading%20room?utm=a`);
    expect(heading).toBe(`/${kind}/reading%20room`);
    const feed = await api(`/api/outfits?${kind}=reading%20room`);
    expect(data).toEqual({ feed, filter: { [kind]: "reading room" } });
    expect(feed.items[0].id).toBe(outfit.id);
    await db.updateTable("outfits").set({ is_active: false }).where("user_id", "=", mia.id).execute();
    for (const name of ["reading%20room", "nowhere", "%20", "x".repeat(101)])
      expect(await visit(`/${kind}/${name}`)).toEqual(nothing);
  },
);

test("what names no filter, or names one twice or at length, is not server-rendered", async () => {
  for (const search of ["style=none", "sort=popular&sort=popular", `colours=${"rust,".repeat(80)}`, "utm=a"])
    expect(await visit(`/explore?${search}`)).toEqual(nothing);
});

test("one visitor's popular feeds delay another's page by one of them at most [S-163]", async () => {
  let release = () => {};
  const held = new Promise<void>((resolve) => (release = resolve));
  const connections = Math.floor(app.config.databasePoolSize / 4);
  const busy = Array.from({ length: connections }, (_, n) => inSearchQueue(app, `192.0.2.${n}`, () => held));
  const ask = async (remoteAddress: string) =>
    (await fastify.inject({ url: "/explore?sort=popular", remoteAddress, headers: { accept: "text/html" } }))
      .statusCode;
  let refused = 0;
  const flood = Array.from({ length: 510 }, async () => {
    if ((await ask("203.0.113.7")) === 503) refused += 1;
  });
  await expect.poll(() => refused, { timeout: 4_000 }).toBeGreaterThan(0);
  const other = ask("203.0.113.8");
  setTimeout(release, 300);
  expect(await other).toBe(200);
  await Promise.all([...busy, ...flood]);
});
