import { expect, test } from "vitest";
import { buildOutfit, buildUser } from "#server/testing/factories.ts";
import { testApp } from "#server/testing/test-app.ts";
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
  for (const [path, title] of [
    ["/tag/denim", "#denim outfits"],
    [`/profile/${mia.username}`, `@${mia.username}`],
  ]) {
    const url = encodeURIComponent(`${app.config.publicUrl}${path}`);
    expect((await as(null).get(`/api/oembed?url=${url}`)).json()).toMatchObject({ title, provider_name: siteName });
  }
});

test("a long description is cut before an emoji, not within it", async () => {
  const { id } = await buildOutfit(db, mia.id, { description: `${"x".repeat(198)}🧥 and a hat` });
  expect((await describe(`/outfit/${id}`)).description).toBe(`${"x".repeat(198)}…`);
});
