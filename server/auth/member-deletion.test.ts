import { randomUUID } from "node:crypto";
import { expect, test } from "vitest";
import { findDrift } from "#server/jobs/jobs.service.ts";
import { collectPictures } from "#server/media/media.service.ts";
import { buildImage, buildOutfit, buildUser } from "#server/testing/factories.ts";
import { call, serviceKey } from "#server/testing/sign-in-wire.ts";
import { testApp } from "#server/testing/test-app.ts";

const service = await serviceKey();
const fash = await testApp({ settings: { AUTH_VERIFICATION_KEYS: service.setting } });
const { db, world } = fash;
const drift = () => findDrift(db);

test("security.md 59: a deleted member leaves no name, picture, comment or thread, and no count that is wrong", async () => {
  const [ana, leaver] = [await buildUser(db), await buildUser(db)];
  const [asAna, asLeaver] = [fash.as(ana), fash.as(leaver)];
  const hers = await buildOutfit(db, ana.id);
  const image = await buildImage(db, leaver.id);
  const theirs = await buildOutfit(db, leaver.id);
  const files = await db.selectFrom("images").select("key").where("user_id", "=", leaver.id).execute();
  expect(files.map(({ key }) => key)).toContain(image.key);
  const deeds = await Promise.all([
    asLeaver.put(`/api/outfits/${hers.id}/like`),
    asLeaver.put(`/api/outfits/${hers.id}/save`),
    asLeaver.post(`/api/outfits/${hers.id}/comments`, { content: "So good" }),
    asLeaver.put(`/api/follows/${ana.id}`),
    asAna.put(`/api/follows/${leaver.id}`),
    asAna.put(`/api/outfits/${theirs.id}/like`),
    asAna.post("/api/threads", { username: leaver.username }),
  ]);
  expect(deeds.map(({ statusCode }) => statusCode)).toEqual(deeds.map(() => 200));
  const message = { content: "Hello there", clientId: randomUUID() };
  await asAna.post(`/api/threads/${deeds.at(-1)?.json().id}/messages`, message);
  expect(await drift()).toEqual([]);

  const gone = await call(fash, "DELETE", `/admin/users/${leaver.id}`, undefined, { token: service.token });
  expect(gone.status).toBe(200);

  expect(await drift()).toEqual([]);
  const [outfit, comments, threads, profile, me] = await Promise.all([
    asAna.get(`/api/outfits/${hers.id}`),
    asAna.get(`/api/outfits/${hers.id}/comments`),
    asAna.get("/api/threads"),
    asAna.get(`/api/profiles/${leaver.username}`),
    asAna.get("/api/me"),
  ]);
  expect(outfit.json()).toMatchObject({ likesCount: 0, commentsCount: 0 });
  expect(comments.json().items).toEqual([]);
  expect(threads.json().items).toEqual([]);
  expect(profile.statusCode).toBe(404);
  expect((await asAna.get(`/api/outfits/${theirs.id}`)).statusCode).toBe(404);
  for (const answer of [outfit, comments, threads, me]) expect(answer.body).not.toContain(leaver.username);
  await collectPictures(world);
  expect(await db.selectFrom("removed_images").selectAll().execute()).toEqual([]);
});

test("an unknown member cannot be deleted", async () => {
  const id = "0199b000-0000-7000-8000-00000000dead";
  const answer = await call(fash, "DELETE", `/admin/users/${id}`, undefined, { token: service.token });
  expect([answer.status, answer.body.code]).toEqual([404, "user_not_found"]);
});
