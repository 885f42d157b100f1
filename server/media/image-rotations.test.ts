import sharp from "sharp";
import { beforeEach, describe, expect, test, vi } from "vitest";
import { transact, type Tx } from "#server/db/db.ts";
import type { Storage } from "#server/outside/storage.ts";
import { withResolvers } from "#server/lib/with-resolvers.ts";
import { restoreProfilePictures, withholdProfilePictures } from "#server/profiles/profiles.service.ts";
import { dropFeedPages } from "#server/outfits/page-cache.service.ts";
import { buildArticle, buildEvent, buildOutfit, buildUser } from "#server/testing/factories.ts";
import { createMemoryStorage } from "#server/testing/memory-storage.ts";
import { testApp } from "#server/testing/test-app.ts";
import { applyRotations } from "./image-rotations.service.ts";
import { deleteOrphanedImages } from "./media.service.ts";

const storage = createMemoryStorage();
const { fastify, as, db, app: context } = await testApp({ app: { storage } });
const app = { ...context, dropCaches: () => dropFeedPages(context.pool) };
const photo = await sharp({ create: { width: 700, height: 900, channels: 3, background: "#b3123f" } })
  .jpeg()
  .toBuffer();
type Member = { id: string; username: string };

const upload = async (by: Member, kind: string) =>
  (await as(by).upload(`/api/uploads/${kind}`, photo)).json() as { id: string; picture: { url: string } };

/** An outfit with all six photos. */
async function post(by: Member, photos = 6): Promise<{ id: string; urls: string[] }> {
  const [cover, ...more] = await Promise.all(Array.from({ length: photos }, () => upload(by, "outfit")));
  const style = await db.selectFrom("styles").select("id").executeTakeFirstOrThrow();
  const answer = await as(by).post("/api/outfits", {
    imageId: cover?.id,
    morePhotos: more.map(({ id }) => ({ imageId: id, altText: null })),
    title: "Six sides of a coat",
    description: null,
    altText: null,
    isAiMade: false,
    styleId: style.id,
    tags: ["coat"],
    items: [],
  });
  expect(answer.statusCode).toBe(200);
  const { outfit } = answer.json();
  return { id: outfit.id, urls: urlsOf(outfit) };
}

const urlsOf = (outfit: { photos: { picture: { url: string } }[] }) => outfit.photos.map(({ picture }) => picture.url);
const renditions = (url: string) =>
  ["", "_320", "_640"].flatMap((width) => ["webp", "avif"].map((end) => url.replace(".webp", `${width}.${end}`)));
const statusesOf = async (urls: string[]) =>
  new Set(await Promise.all(urls.flatMap(renditions).map(async (url) => (await fastify.inject(url)).statusCode)));
const filesOf = ({ id }: Member) => [...storage.objects.keys()].filter((key) => key.startsWith(id));
const shownTo = async (viewer: Member, outfitId: string) =>
  urlsOf((await as(viewer).get(`/api/outfits/${outfitId}`)).json());

async function hide(outfitId: string, isActive = false): Promise<void> {
  const admin = await buildUser(db, { role: "admin" });
  const body = { ids: [outfitId], state: isActive ? "active" : "hidden", reason: "Not ours to show" };
  expect((await as(admin).post("/api/admin/outfits/state", body)).statusCode).toBe(200);
}

beforeEach(async () => {
  await applyRotations(app);
  await db.deleteFrom("image_rotations").execute();
});

describe("the address of a picture [S-90]", () => {
  test("changes for all photos and sizes of an outfit that an admin hides, and the old one is 404", async () => {
    const [mia, guest] = [await buildUser(db), await buildUser(db)];
    const { id, urls } = await post(mia);
    expect(await statusesOf(urls)).toEqual(new Set([200]));
    await hide(id);
    await applyRotations(app);
    expect(await statusesOf(urls)).toEqual(new Set([404]));
    const after = await shownTo(mia, id);
    expect(after).toHaveLength(6);
    expect(after.filter((url) => urls.includes(url))).toEqual([]);
    expect(await statusesOf(after)).toEqual(new Set([200]));
    expect(filesOf(mia)).toHaveLength(36);

    await hide(id, true);
    expect(await applyRotations(app)).toBe(0);
    expect(await shownTo(guest, id)).toEqual(after);
    const card = await fastify.inject(`/previews/outfit/${id}.jpg`);
    expect(card.headers["content-type"]).toBe("image/jpeg");
  });

  test("changes in every list that shows it", async () => {
    const [mia, leo] = [await buildUser(db), await buildUser(db)];
    const { id, urls } = await post(mia, 1);
    const places = ["/api/outfits", "/api/swipes/deck", "/api/trending", `/api/profiles/${mia.username}/outfits`];
    const bodies = async () => (await Promise.all(places.map((place) => as(leo).get(place)))).map(({ body }) => body);
    expect(await bodies()).toEqual(places.map(() => expect.stringContaining(urls[0] ?? "")));
    await hide(id);
    await hide(id, true);
    await bodies();
    await applyRotations(app);
    const [now = ""] = await shownTo(mia, id);
    expect(now).not.toBe(urls[0]);
    expect(await bodies()).toEqual(places.map(() => expect.stringContaining(now)));
    expect((await bodies()).filter((body) => body.includes(urls[0] ?? ""))).toEqual([]);
  });

  test("changes for outfits and banner when their owner goes private, not for the avatar and their events", async () => {
    const mia = await buildUser(db);
    const event = await buildEvent(db, mia.id);
    const coverKey = async () =>
      (await db.selectFrom("images").select("key").where("id", "=", event.imageId).executeTakeFirstOrThrow()).key;
    const coverBefore = await coverKey();
    const [avatar, banner] = [await upload(mia, "avatar"), await upload(mia, "banner")];
    await as(mia).patch("/api/me", { avatarImageId: avatar.id, bannerImageId: banner.id });
    const outfits = [await post(mia, 2), await post(mia, 1)];
    const urls = outfits.flatMap((outfit) => outfit.urls);
    expect((await as(mia).patch("/api/me", { isPrivate: true })).statusCode).toBe(200);
    await applyRotations(app);
    expect(await statusesOf(urls)).toEqual(new Set([404]));
    expect(await coverKey()).toBe(coverBefore);
    const me = (await as(mia).get("/api/me")).json();
    expect(me.avatarUrl).toBe(avatar.picture.url);
    expect(me.bannerUrl).not.toBe(banner.picture.url);
    expect((await fastify.inject(banner.picture.url)).statusCode).toBe(404);
    expect((await fastify.inject(me.bannerUrl)).statusCode).toBe(200);
    expect(await statusesOf(await shownTo(mia, outfits[0]?.id ?? ""))).toEqual(new Set([200]));

    // Public again changes nothing; replacing the banner still finds it.
    await as(mia).patch("/api/me", { isPrivate: false });
    expect(await applyRotations(app)).toBe(0);
    await as(mia).patch("/api/me", { bannerImageId: null });
    await deleteOrphanedImages(app);
    expect((await fastify.inject(me.bannerUrl)).statusCode).toBe(404);
  });

  test("changes for everything of a banned member, and for the covers of hidden articles and events", async () => {
    const [mia, leo] = [await buildUser(db), await buildUser(db)];
    const admin = await buildUser(db, { role: "admin" });
    const avatar = await upload(mia, "avatar");
    await as(mia).patch("/api/me", { avatarImageId: avatar.id });
    const hers = await buildEvent(db, mia.id);
    const suspended = await as(admin).put(`/api/admin/members/${mia.id}/suspension`, { days: 1, reason: "Spam" });
    expect(suspended.statusCode).toBe(200);
    const rotations = db.selectFrom("image_rotations").select("image_id").where("image_id", "=", hers.imageId);
    expect(await rotations.execute()).toHaveLength(1);
    await applyRotations(app);
    expect((await fastify.inject(avatar.picture.url)).statusCode).toBe(404);

    const article = await buildArticle(db, leo.id);
    const event = await buildEvent(db, leo.id);
    const covers = [article.content.cover?.imageId ?? "", event.imageId];
    const keys = async () => {
      const rows = await db.selectFrom("images").select("key").where("id", "in", covers).orderBy("id").execute();
      return rows.map(({ key }) => key);
    };
    const before = await keys();
    for (const [targetType, targetId] of [
      ["article", article.id],
      ["event", event.id],
    ]) {
      await as(await buildUser(db)).post("/api/reports", { targetType, targetId, reason: "spam" });
      const found = db
        .selectFrom("moderation_cases")
        .select("id")
        .where("target_id", "=", targetId ?? "");
      const { id: caseId } = await found.executeTakeFirstOrThrow();
      const decision = { message: "Because of the rules", outcome: "hidden" };
      expect((await as(admin).put(`/api/admin/cases/${caseId}/decision`, decision)).statusCode).toBe(200);
    }
    expect(await applyRotations(app)).toBe(2);
    expect((await keys()).filter((key) => before.includes(key))).toEqual([]);
  });

  test("changes for a profile picture that moderators withhold, and it comes back under the new one", async () => {
    const mia = await buildUser(db);
    const { id, picture } = await upload(mia, "avatar");
    await as(mia).patch("/api/me", { avatarImageId: id });
    const chosen = { userId: mia.id, caseId: null };
    const withhold = (tx: Tx) => withholdProfilePictures(tx, app, chosen);
    expect(await transact(db, withhold)).toBe(true);
    expect(await applyRotations(app)).toBe(1);
    expect((await fastify.inject(picture.url)).statusCode).toBe(404);
    await transact(db, (tx) => restoreProfilePictures(tx, app, chosen));
    const { avatarUrl } = (await as(mia).get("/api/me")).json();
    expect(avatarUrl).not.toBe(picture.url);
    expect((await fastify.inject(avatarUrl)).statusCode).toBe(200);
  });

  test("changes for many pictures twenty at a time, by one job at a time, and the job queues itself", async () => {
    const mia = await buildUser(db);
    for (let n = 0; n < 22; n += 1) await buildOutfit(db, mia.id);
    await as(mia).patch("/api/me", { isPrivate: true });
    await context.pool.query("delete from graphile_worker._private_jobs");
    expect(await Promise.all([applyRotations(app), applyRotations(app)])).toEqual([20, 0]);
    const { rows } = await context.pool.query("select task_identifier as task from graphile_worker.jobs");
    expect(rows).toEqual([{ task: "rotateImages" }]);
    expect(await applyRotations(app)).toBe(2);
  });

  test("changes for one member before all of another's are done, and first for a single hidden outfit", async () => {
    const [mia, leo, zoe] = [await buildUser(db), await buildUser(db), await buildUser(db)];
    for (let n = 0; n < 30; n += 1) await buildOutfit(db, mia.id);
    const [, hidden] = [await buildOutfit(db, leo.id), await buildOutfit(db, mia.id)];
    const next = async () => {
      const pending = db.selectFrom("image_rotations as r").innerJoin("images as i", "i.id", "r.image_id");
      return (await pending.select("i.user_id").orderBy("r.turn").orderBy("r.requested_at").execute()).map(
        (row) => row.user_id,
      );
    };
    await as(mia).patch("/api/me", { isPrivate: true });
    expect(await applyRotations(app)).toBe(20);
    // What is done waits behind what is not.
    await as(mia).patch("/api/me", { isPrivate: false });
    await as(mia).patch("/api/me", { isPrivate: true });
    await as(leo).patch("/api/me", { isPrivate: true });
    expect((await next()).indexOf(leo.id)).toBe(0);
    await hide(hidden.id);
    await buildOutfit(db, zoe.id);
    await as(zoe).patch("/api/me", { isPrivate: true });
    expect((await next()).slice(0, 3)).toEqual([mia.id, leo.id, zoe.id]);
    expect(await applyRotations(app)).toBe(20);
    expect([...new Set(await next())]).toEqual([mia.id]);
  });

  test("changes while the store is slow to remove the files of those before", async () => {
    const mia = await buildUser(db);
    const [first, second] = [await post(mia, 1), await post(mia, 1)];
    const { promise: removal, resolve: remove } = withResolvers<void>();
    const slowly = vi.fn<Storage["remove"]>((keys) => removal.then(() => storage.remove(keys)));
    const slow = { ...app, storage: { ...storage, remove: slowly } };
    await hide(first.id);
    const earlier = applyRotations(slow);
    await expect.poll(() => slowly.mock.calls.length).toBe(1);
    await hide(second.id);
    expect(await applyRotations(slow)).toBe(1);
    expect(await shownTo(mia, second.id)).not.toEqual(second.urls);
    // One job at a time removes files; it goes on with what the others leave.
    await deleteOrphanedImages(slow);
    expect(slowly).toHaveBeenCalledTimes(1);
    remove();
    expect(await earlier).toBe(1);
    expect(slowly).toHaveBeenCalledTimes(2);
    expect(await statusesOf([...first.urls, ...second.urls])).toEqual(new Set([404]));
  });

  test("changes once a store that hangs is back, which is not asked for each picture meanwhile", async () => {
    const mia = await buildUser(db);
    const posts = [await post(mia, 1), await post(mia, 1)];
    for (const { id } of posts) await hide(id);
    const copy = vi.fn<Storage["copy"]>();
    copy.mockRejectedValue(new Error("away", { cause: new DOMException("No answer", "TimeoutError") }));
    await expect(applyRotations({ ...app, storage: { ...storage, copy } })).rejects.toThrow("away");
    expect(copy).toHaveBeenCalledTimes(1);
    await endClaims();
    expect(await applyRotations(app)).toBe(2);
    expect(await statusesOf(posts.flatMap(({ urls }) => urls))).toEqual(new Set([404]));
  });

  test("changes for the others, and the job queues itself, while a file cannot be removed", async () => {
    const mia = await buildUser(db);
    for (let n = 0; n < 21; n += 1) await buildOutfit(db, mia.id);
    await as(mia).patch("/api/me", { isPrivate: true });
    await context.pool.query("delete from graphile_worker._private_jobs");
    await expect(applyRotations(dyingAt("remove", 1))).rejects.toThrow("killed");
    const { rows } = await context.pool.query("select task_identifier as task from graphile_worker.jobs");
    expect(rows).toEqual([{ task: "rotateImages" }]);
    expect(await db.selectFrom("removed_images").select("key").execute()).toHaveLength(1);
  });

  test("changes once if it is hidden twice", async () => {
    const mia = await buildUser(db);
    const { id } = await post(mia, 1);
    await hide(id);
    await hide(id);
    expect(await applyRotations(app)).toBe(1);
    const after = await shownTo(mia, id);
    expect(await applyRotations(app)).toBe(0);
    expect(await shownTo(mia, id)).toEqual(after);
  });
});

/** The app with a store that fails at the nth call of one kind, as a killed process does. */
function dyingAt(method: "copy" | "remove", nth: number): typeof app {
  let calls = 0;
  const die = () => Promise.reject(new Error("killed"));
  const call = storage[method] as (...args: unknown[]) => Promise<unknown>;
  const dying = { ...storage, [method]: (...args: unknown[]) => (++calls === nth ? die() : call(...args)) };
  return { ...app, storage: dying };
}
const endClaims = () =>
  db
    .updateTable("image_rotations")
    .set({ claimed_at: new Date(0) })
    .execute();

describe("a rotation that is interrupted [S-90]", () => {
  test.each([
    ["before the first copy", "copy", 1],
    ["between two copies", "copy", 4],
    ["before the old files are removed", "remove", 1],
  ] as const)("%s loses nothing and goes on later", async (_when, method, nth) => {
    const mia = await buildUser(db);
    const { id, urls } = await post(mia, 2);
    await hide(id);
    await expect(applyRotations(dyingAt(method, nth))).rejects.toThrow("killed");
    // Whatever the outfit shows at this moment is there.
    expect(await statusesOf(await shownTo(mia, id))).toEqual(new Set([200]));
    await endClaims();
    await applyRotations(app);
    expect(await statusesOf(urls)).toEqual(new Set([404]));
    expect(await statusesOf(await shownTo(mia, id))).toEqual(new Set([200]));
    expect(filesOf(mia)).toHaveLength(12);
  });

  test("is not continued by a second worker while the first may be alive", async () => {
    const mia = await buildUser(db);
    const { id, urls } = await post(mia, 1);
    await hide(id);
    await expect(applyRotations(dyingAt("copy", 2))).rejects.toThrow("killed");
    expect(await applyRotations(app)).toBe(0);
    expect(await shownTo(mia, id)).toEqual(urls);
  });

  test("leaves no file if the outfit is deleted meanwhile", async () => {
    const mia = await buildUser(db);
    const { id } = await post(mia, 2);
    await hide(id);
    await expect(applyRotations(dyingAt("copy", 4))).rejects.toThrow("killed");
    expect((await as(mia).delete(`/api/outfits/${id}`)).statusCode).toBe(200);
    await endClaims();
    await applyRotations(app);
    await deleteOrphanedImages(app);
    expect(filesOf(mia)).toEqual([]);
    expect(await db.selectFrom("image_rotations").selectAll().execute()).toEqual([]);
  });

  test("leaves no file if the outfit is deleted while the last copy is made", async () => {
    const mia = await buildUser(db);
    const { id } = await post(mia, 1);
    await hide(id);
    let copies = 0;
    const slow = {
      ...storage,
      copy: async (from: string, to: string) => {
        if (++copies === 6) {
          await as(mia).delete(`/api/outfits/${id}`);
          await deleteOrphanedImages(app);
          storage.objects.set(to, { bytes: photo, contentType: "image/webp" });
          return true;
        }
        return storage.copy(from, to);
      },
    };
    await applyRotations({ ...app, storage: slow });
    await deleteOrphanedImages(app);
    expect(filesOf(mia)).toEqual([]);
  });

  test("keeps the address right if the cover is exchanged meanwhile", async () => {
    const mia = await buildUser(db);
    const { id } = await post(mia, 2);
    await hide(id);
    await expect(applyRotations(dyingAt("copy", 7))).rejects.toThrow("killed");
    const { photos, ...outfit } = (await as(mia).get(`/api/outfits/${id}`)).json();
    const edit = {
      title: outfit.title,
      description: null,
      altText: null,
      isAiMade: false,
      tags: outfit.tags,
      items: [],
      styleId: outfit.style.id,
      imageId: photos[1].imageId,
      morePhotos: [{ imageId: photos[0].imageId, altText: null }],
    };
    expect((await as(mia).put(`/api/outfits/${id}`, edit)).statusCode).toBe(200);
    await endClaims();
    await applyRotations(app);
    expect(await statusesOf(await shownTo(mia, id))).toEqual(new Set([200]));
    expect(filesOf(mia)).toHaveLength(12);
  });
});
