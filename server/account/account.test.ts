import { expect, test } from "vitest";
import { findDrift } from "#server/counts/recount.service.ts";
import { findTotalDrift } from "#server/dashboard/totals.store.ts";
import { movableClock } from "#server/testing/clock.ts";
import { buildOutfit, buildUser } from "#server/testing/factories.ts";
import { testApp } from "#server/testing/test-app.ts";
import { sessionFor } from "#server/testing/tokens.ts";
import { eraseDueAccounts, removeEndedExports } from "./account.service.ts";
import { buildDataExport } from "./export-archive.service.ts";

const clock = movableClock();
const site = await testApp({ app: { clock } });
const { app, as, db, fastify } = site;

test("a member's export is a zip behind a signed link that works for a day", async () => {
  const mia = await buildUser(db);
  await buildOutfit(db, mia.id, { title: "A coat <b>of</b> mine" });
  const asked = (await as(mia).post("/api/me/data/exports")).json();
  expect(asked.export.status).toBe("waiting");
  expect((await as(mia).post("/api/me/data/exports")).json().code).toBe("export.waiting");
  await buildDataExport(app, { exportId: asked.export.id });
  const { export: ready } = (await as(mia).get("/api/me/data")).json();
  expect(ready.status).toBe("ready");
  const file = await fastify.inject(ready.downloadUrl);
  expect(file.headers["content-type"]).toBe("application/zip");
  expect(file.rawPayload.subarray(0, 2).toString()).toBe("PK");
  for (const name of ["index.html", "json/outfits.json", "json/messages.json", "images/"]) {
    expect(file.rawPayload.includes(name)).toBe(true);
  }
  const forged = ready.downloadUrl.replace(/signature=./, "signature=!");
  expect((await fastify.inject(forged)).json().code).toBe("export.not_found");
  clock.advance(24 * 3_600 + 1);
  expect((await fastify.inject(ready.downloadUrl)).statusCode).toBe(404);
  expect(await removeEndedExports(app)).toBe(1);
});

test("an account is deleted after 30 days, others keep their conversation, and every count stays right", async () => {
  const [ana, leaver] = [await buildUser(db), await buildUser(db)];
  const hers = await buildOutfit(db, ana.id);
  await buildOutfit(db, leaver.id);
  await as(leaver).put(`/api/outfits/${hers.id}/like`);
  await as(leaver).post(`/api/outfits/${hers.id}/comments`, { content: "So good" });
  const { id: thread } = (await as(leaver).post("/api/threads", { username: ana.username })).json();
  await as(leaver).post(`/api/threads/${thread}/messages`, { content: "Hello there", clientId: thread });
  await as(ana).post(`/api/threads/${thread}/messages`, { content: "Hi", clientId: hers.id });
  expect((await as(leaver).post("/api/me/deletion", { username: "other" })).statusCode).toBe(422);
  expect((await as(leaver).post("/api/me/deletion", { username: leaver.username })).statusCode).toBe(200);
  expect(await eraseDueAccounts(app)).toBe(0);
  clock.advance(30 * 86_400 + 1);
  expect(await eraseDueAccounts(app)).toBe(1);
  const threads = (await as(ana).get("/api/threads")).json();
  expect(threads.items[0].other.username).toBe("Deleted member");
  const messages = (await as(ana).get(`/api/threads/${thread}/messages`)).json();
  expect(messages.items.map(({ content }: { content: string }) => content)).toContain("Hello there");
  expect(JSON.stringify(threads)).not.toContain(leaver.username);
  expect((await as(ana).get(`/api/outfits/${hers.id}`)).json()).toMatchObject({ likesCount: 0, commentsCount: 0 });
  expect(await db.selectFrom("auth.users").select("id").where("id", "=", leaver.id).execute()).toEqual([]);
  expect(await findDrift(db)).toEqual([]);
  expect(await findTotalDrift(db)).toEqual([]);
});

test("signing in within the 30 days restores the account", async () => {
  const mia = await buildUser(db);
  await as(mia).post("/api/me/deletion", { username: mia.username });
  await sessionFor(app, mia.id);
  clock.advance(30 * 86_400 + 1);
  expect(await eraseDueAccounts(app)).toBe(0);
  expect((await as(mia).get("/api/me/data")).json().deleteAt).toBeNull();
});

test("the last admin cannot leave", async () => {
  const admin = await buildUser(db, { role: "admin" });
  expect((await as(admin).post("/api/me/deletion", { username: admin.username })).json().code).toBe(
    "member.last_admin",
  );
});
