import { mkdir, mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, expect, test } from "vitest";
import { movableClock } from "#server/testing/clock.ts";
import { buildEvent, buildUser } from "#server/testing/factories.ts";
import { testApp } from "#server/testing/test-app.ts";

// What crawlers and other sites get of events.
const built = await mkdtemp(join(tmpdir(), "fash-event-pages-"));
// The renderer is looked for beside it.
const pagesFolder = join(built, "web");
await mkdir(pagesFolder);
await writeFile(
  join(pagesFolder, "index.html"),
  "<html><head><!-- head --><!-- /head --></head><body><!-- page --><div id=app></div><!-- /page --></body></html>",
);
const clock = movableClock();
const { as, db, fastify } = await testApp({ pagesFolder, app: { clock } });
afterAll(() => rm(built, { recursive: true }));

const site = "http://localhost:3000";
const visit = async (url: string) => (await fastify.inject({ url, headers: { accept: "text/html" } })).body;
const structuredData = (page: string) =>
  JSON.parse(/<script type="application\/ld\+json">([^<]*)<\/script>/.exec(page)?.[1] ?? "null");

test("an event's page has canonical URL, card, calendar file, oEmbed URL and JSON-LD that no title can end [S-44]", async () => {
  const organiser = await buildUser(db);
  const title = "</script><script>alert(1)</script>";
  const startsAt = new Date("2031-05-08T17:00:00.000Z");
  const event = await buildEvent(db, organiser.id, { title, location: "Halle 3, Rotterdam", startsAt, hours: 3 });
  const url = `${site}/events/${event.id}`;
  const page = await visit(`/events/${event.id}`);
  expect(page).toContain("<title>&lt;/script&gt;&lt;script&gt;alert(1)&lt;/script&gt; · Fash</title>");
  expect(page).toContain(`<link rel="canonical" href="${url}" />`);
  expect(page).toContain(`href="${site}/calendars/events/${event.id}.ics"`);
  expect(page.match(/<script/g)).toHaveLength(1);
  expect(structuredData(page)).toMatchObject({
    "@context": "https://schema.org",
    "@type": "Event",
    name: title,
    startDate: "2031-05-08T17:00:00.000Z",
    endDate: "2031-05-08T20:00:00.000Z",
    url,
    eventStatus: "https://schema.org/EventScheduled",
    location: { "@type": "Place", name: "Halle 3, Rotterdam" },
    organizer: { name: organiser.username },
    image: [`${site}/previews/event/${event.id}.jpg`],
  });
  const oembed = `/api/oembed?url=${encodeURIComponent(url)}`;
  expect(page).toContain(`href="${site}${oembed}"`);
  expect((await as(null).get(oembed)).json()).toMatchObject({ title, author_name: organiser.username });
  const sitemap = (await fastify.inject("/sitemaps/events.xml")).body;
  expect(sitemap).toContain(`<loc>${url}</loc>`);
  await as(organiser).post(`/api/events/${event.id}/cancellation`, { reason: null });
  // The page stays and says so; the sitemap names what one can go to.
  expect(structuredData(await visit(`/events/${event.id}`)).eventStatus).toBe("https://schema.org/EventCancelled");
  clock.advance(600);
  expect((await fastify.inject("/sitemaps/events.xml")).body).not.toContain(event.id);
});

test("a submission, or an event of a banned member, leaks nothing: head, oEmbed, card, calendar and sitemap are as for an unknown one", async () => {
  const organiser = await buildUser(db);
  const { id } = await buildEvent(db, organiser.id, { title: "Not out yet", status: "submitted" });
  const page = await visit(`/events/${id}`);
  expect(page).not.toContain("Not out yet");
  expect(page).not.toContain("ld+json");
  expect(page).toContain('<meta name="robots" content="noindex" />');
  const oembed = await as(null).get(`/api/oembed?url=${encodeURIComponent(`${site}/events/${id}`)}`);
  expect(oembed.json().code).toBe("route.not_found");
  for (const url of [`/previews/event/${id}.jpg`, `/calendars/events/${id}.ics`]) {
    expect({ url, status: (await fastify.inject(url)).statusCode }).toEqual({ url, status: 404 });
  }
  const banned = await buildUser(db);
  const theirs = await buildEvent(db, banned.id);
  await db.updateTable("auth.users").set({ banned_until: "2999-01-01" }).where("id", "=", banned.id).execute();
  clock.advance(600);
  for (const url of ["/sitemaps/events.xml", "/calendars/events.ics"]) {
    const { body } = await fastify.inject(url);
    for (const hidden of [id, theirs.id]) expect(body).not.toContain(hidden);
  }
});
