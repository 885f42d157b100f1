import { expect, test } from "vitest";
import { limits } from "#contract/limits.ts";
import { pageStart } from "#server/account/export-page.ts";
import { buildArticle, buildOutfit, buildUser } from "#server/testing/factories.ts";
import { testApp } from "#server/testing/test-app.ts";
import { renderHead } from "./page-head.ts";
import { describePage } from "./page-heads.service.ts";

const { app, as, db } = await testApp();
const mia = await buildUser(db);
const describe = (path: string) => describePage(app, path, new URLSearchParams());

test("a site's name is taken literally in titles, and left out of those of embeds", async () => {
  const admin = await buildUser(db, { role: "admin" });
  await buildOutfit(db, mia.id, { tags: ["denim"] });
  const siteName = "A$$$& & Co";
  await as(admin).patch("/api/admin/settings", { siteName });
  expect((await describe("/tag/denim")).title).toBe(`#denim outfits · ${siteName}`);
  expect((await describe("/settings")).title).toBe(siteName);
  expect((await describe("/")).title).toBe(`${siteName}: post what you wear, find who wears it better`);
  const article = await buildArticle(db, mia.id, { content: { title: "Fash: a year · Fash" } });
  expect((await describe(`/articles/${article.id}`)).title).toBe(`Fash: a year · Fash · ${siteName}`);
  for (const [path, title] of [
    ["/tag/denim", "#denim outfits"],
    [`/profile/${mia.username}`, `@${mia.username}`],
  ]) {
    const url = encodeURIComponent(`${app.config.publicUrl}${path}`);
    expect((await as(null).get(`/api/oembed?url=${url}`)).json()).toMatchObject({ title, provider_name: siteName });
  }
});

test("feeds, calendars, structured data and the copy of a member's data have the name of a renamed site", async () => {
  const admin = await buildUser(db, { role: "admin" });
  await as(admin).patch("/api/admin/settings", { siteName: "Looks & Co" });
  const article = await buildArticle(db, mia.id);
  const head = await describe(`/articles/${article.id}`);
  expect(head.structuredData).toMatchObject({ publisher: { name: "Looks & Co" } });
  expect(renderHead(head)).toContain('/feeds/articles.atom" title="Looks &amp; Co" />');
  expect((await describe("/events")).alternates).toMatchObject([{ title: "Looks & Co events" }]);
  const { url } = (await as(mia).get("/api/me/calendar-feed")).json();
  const read = async (path: string) => (await as(null).get(path)).body;
  expect(await read("/feeds/articles.atom")).toContain("<title>Looks &amp; Co: articles</title>");
  expect(await read("/calendars/events.ics")).toContain("X-WR-CALNAME:Looks & Co events");
  expect(await read(new URL(url).pathname)).toContain("X-WR-CALNAME:My Looks & Co events");
  const page = pageStart({ siteName: "Looks & Co", username: mia.username, madeAt: new Date() });
  expect(page).toContain("<h1>Your Looks &amp; Co data</h1>");
  expect(page).not.toContain("Fash");
});

test("a long description is cut before an emoji, not within it", async () => {
  const { id } = await buildOutfit(db, mia.id, { description: `${"x".repeat(198)}🧥 and a hat` });
  expect((await describe(`/outfit/${id}`)).description).toBe(`${"x".repeat(198)}…`);
});

test("oEmbed knows no page at an unreadable path, and a long name of a brand", async () => {
  const embed = (path: string) =>
    as(null).get(`/api/oembed?url=${encodeURIComponent(`${app.config.publicUrl}${path}`)}`);
  for (const path of ["/tag/%00", "/tag/%E0%A4%A"]) {
    const answer = await embed(path);
    expect([answer.statusCode, answer.json()]).toMatchObject([404, { code: "route.not_found" }]);
  }
  const brand = "絹".repeat(limits.brandCharsMax);
  await buildOutfit(db, mia.id, { items: [{ brand }] });
  expect((await embed(`/brand/${encodeURIComponent(brand)}`)).json()).toMatchObject({ title: `${brand} outfits` });
});
