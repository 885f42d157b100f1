import { afterEach, expect, test, vi } from "vitest";
import sharp from "sharp";
import { findDrift } from "#server/counts/recount.service.ts";
import { movableClock } from "#server/testing/clock.ts";
import { eventForm } from "#server/testing/event-form.ts";
import { buildStyle, buildUser } from "#server/testing/factories.ts";
import { createFakeVision } from "#server/testing/fake-vision.ts";
import { createMemoryStorage } from "#server/testing/memory-storage.ts";
import { patternedPicture } from "#server/testing/pictures.ts";
import { testApp } from "#server/testing/test-app.ts";
import { VisionBusyError, VisionError, VisionUnavailableError } from "#server/vision/vision.ts";
import { screenPictures } from "./screen-pictures.service.ts";

const vision = createFakeVision();
const storage = createMemoryStorage();
const clock = movableClock();
const { app, as, db } = await testApp({ app: { vision, storage, clock } });
const style = await buildStyle(db);
const admin = await buildUser(db, { role: "admin" });

let seed = 100;
const newPicture = () => patternedPicture((seed += 1));
const calm = { porn: 0.02, hentai: 0.01 };
afterEach(() => {
  vision.fail(undefined);
  vision.score(calm);
});

type Member = { id: string };
const upload = async (by: Member, kind: string, file?: Buffer): Promise<string> =>
  (await as(by).upload(`/api/uploads/${kind}`, file ?? (await newPicture()))).json().id;
async function post(by: Member, given: { cover?: Buffer; photos?: Buffer[] } = {}): Promise<string> {
  const morePhotos: { imageId: string }[] = [];
  for (const photo of given.photos ?? []) morePhotos.push({ imageId: await upload(by, "outfit", photo) });
  const body = { title: "A coat", styleId: style.id, imageId: await upload(by, "outfit", given.cover), morePhotos };
  return (await as(by).post("/api/outfits", body)).json().outfit.id;
}
const screenAll = async () => {
  for (let done = 1; done > 0;) done = (await screenPictures(app)).screened;
};
const statusOf = async (outfitId: string) => (await as(null).get(`/api/outfits/${outfitId}`)).statusCode;
const casesOf = async (targetId: string) => {
  const { items } = (await as(admin).get("/api/admin/cases?limit=50")).json();
  return items.filter((item: { targetId: string }) => item.targetId === targetId);
};
const decide = (caseId: string, outcome: string) =>
  as(admin).put(`/api/admin/cases/${caseId}/decision`, { message: "Against the rules", outcome });
const countUnscreened = async () => (await as(admin).get("/api/admin/health")).json().unscreenedPictures;
const actionsOf = async (member: Member) => (await as(member).get("/api/me/account-status")).json().actions;

test("a picture is public at once, and scored in the background: a calm one stays, and each is scored once", async () => {
  const mia = await buildUser(db);
  const held = vision.hold();
  const outfitId = await post(mia, { photos: [await newPicture()] });
  expect(await statusOf(outfitId)).toBe(200);
  held();
  await screenAll();
  const before = vision.requests.length;
  await screenAll();
  expect(vision.requests.length).toBe(before);
  expect(vision.requests.every(({ kind, options }) => kind === "screen" && options?.priority === "background")).toBe(
    true,
  );
  expect(await casesOf(outfitId)).toEqual([]);
  expect(await statusOf(outfitId)).toBe(200);
});

test("a score above the first threshold enters the queue; above the second, it is withheld and the owner notified [S-160]", async () => {
  const mia = await buildUser(db);
  vision.score({ porn: 0.8, hentai: 0.1 });
  const suspicious = await post(mia);
  await screenAll();
  expect(await casesOf(suspicious)).toMatchObject([{ screeningPercent: 80, reportsCount: 0, isImageMatch: false }]);
  expect(await statusOf(suspicious)).toBe(200);
  expect(await actionsOf(mia)).toEqual([]);

  vision.score({ porn: 0.1, hentai: 0.95 });
  const clear = await post(mia);
  await screenAll();
  expect(await statusOf(clear)).toBe(404);
  expect((await as(mia).get(`/api/outfits/${clear}`)).statusCode).toBe(200);
  expect(await actionsOf(mia)).toMatchObject([{ kind: "held", excerpt: "A coat" }]);
  const [news] = (await as(mia).get("/api/notifications")).json().items;
  expect(news).toMatchObject({ type: "moderation", message: expect.stringContaining("Only you can see it") });
  const [found] = await casesOf(clear);
  await decide(found.id, "dismissed");
  expect(await statusOf(clear)).toBe(200);
  await screenAll();
  expect([await casesOf(clear), await statusOf(clear)]).toEqual([[], 200]);
  expect(await findDrift(db)).toEqual([]);
});

test("a lower second threshold withholds what is in the queue already, but not what a moderator showed again", async () => {
  const mia = await buildUser(db);
  vision.score({ porn: 0.8 });
  const outfitId = await post(mia);
  await screenAll();
  expect(await statusOf(outfitId)).toBe(200);
  const setHold = async (screeningHoldPercent: number) =>
    expect((await as(admin).patch("/api/admin/settings", { screeningHoldPercent })).statusCode).toBe(200);
  await setHold(75);
  await screenAll();
  expect(await statusOf(outfitId)).toBe(404);
  expect(await actionsOf(mia)).toMatchObject([{ kind: "held" }]);
  await as(admin).post("/api/admin/outfits/state", { ids: [outfitId], state: "active" });
  await screenAll();
  expect(await statusOf(outfitId)).toBe(200);
  await setHold(90);
  expect(await findDrift(db)).toEqual([]);
});

test("the queue shows the photo that was found, which may be any of the six", async () => {
  const mia = await buildUser(db);
  const outfitId = await post(mia, { photos: [await newPicture(), await newPicture()] });
  const second = await db
    .selectFrom("outfit_photos as p")
    .innerJoin("images as i", "i.id", "p.image_id")
    .select(["i.id", "i.key"])
    .where("outfit_id", "=", outfitId)
    .where("position", "=", 3)
    .executeTakeFirstOrThrow();
  // The newest is scored first.
  const others = await db.selectFrom("image_screenings").select("image_id").where("percent", "is", null).execute();
  for (const { image_id: imageId } of others.filter((row) => row.image_id !== second.id))
    await db.updateTable("image_screenings").set({ percent: 1 }).where("image_id", "=", imageId).execute();
  vision.score({ porn: 0.99 });
  await screenAll();
  const [found] = await casesOf(outfitId);
  expect(found.picture.url).toBe(`/media/${second.key}`);
  expect(await statusOf(outfitId)).toBe(404);
});

test("thresholds are settings: checked, in force for the next picture, and for earlier ones that they now catch", async () => {
  const mia = await buildUser(db);
  const set = (body: object) => as(admin).patch("/api/admin/settings", body);
  expect((await set({ screeningQueuePercent: 95 })).json().issues).toEqual([
    { path: "screeningHoldPercent", message: "The withholding threshold must be at least the queue threshold" },
  ]);
  for (const wrong of [0, 101, 1.5, null, "50"])
    expect((await set({ screeningHoldPercent: wrong })).statusCode).toBe(422);
  vision.score({ porn: 0.4 });
  const outfitId = await post(mia);
  await screenAll();
  expect(await casesOf(outfitId)).toEqual([]);
  expect((await set({ screeningQueuePercent: 30, screeningHoldPercent: 35 })).statusCode).toBe(200);
  await screenPictures(app);
  expect([(await casesOf(outfitId)).length, await statusOf(outfitId)]).toEqual([1, 404]);
  const [entry] = (await as(admin).get("/api/admin/audit?targetType=setting")).json().items;
  expect(entry).toMatchObject({ before: { screeningQueuePercent: 70 }, after: { screeningQueuePercent: 30 } });
  await as(admin).post("/api/admin/settings/revert", { entryId: entry.id });
});

test("a copy of a picture that moderators removed is withheld, also mirrored, until an appeal shows the original again", async () => {
  const [mia, leo] = [await buildUser(db), await buildUser(db)];
  const picture = await newPicture();
  const original = await post(mia, { cover: picture });
  await screenAll();
  await as(leo).post("/api/reports", { targetType: "outfit", targetId: original, reason: "nudity" });
  const [reported] = await casesOf(original);
  await decide(reported.id, "hidden");

  const copy = await post(leo, { cover: await sharp(picture).flop().resize(250).jpeg({ quality: 60 }).toBuffer() });
  const other = await post(leo);
  await screenAll();
  expect([await statusOf(copy), await statusOf(other)]).toEqual([404, 200]);
  const [found] = await casesOf(copy);
  expect(found).toMatchObject({ isImageMatch: true, screeningPercent: 2 });
  expect(await actionsOf(leo)).toMatchObject([{ kind: "held", reason: expect.stringContaining("removed before") }]);
  await decide(found.id, "dismissed");

  const [hidden] = await actionsOf(mia);
  await as(mia).post("/api/me/appeals", { actionId: hidden.id, message: "It is fine" });
  const [appeal] = (await as(admin).get("/api/admin/appeals")).json().items;
  await as(await buildUser(db, { role: "admin" })).put(`/api/admin/appeals/${appeal.id}/decision`, {
    decision: "granted",
    answer: "Right",
  });
  expect(await statusOf(original)).toBe(200);
  const later = await post(leo, { cover: picture });
  await screenAll();
  expect(await statusOf(later)).toBe(200);
});

test("a draft's copy of a removed picture is no finding once the original is shown again", async () => {
  const [mia, leo] = [await buildUser(db), await buildUser(db)];
  const picture = await newPicture();
  const original = await post(mia, { cover: picture });
  await screenAll();
  const setState = (state: string) =>
    as(admin).post("/api/admin/outfits/state", { ids: [original], state, reason: "Nudity" });
  await setState("hidden");
  const imageId = await upload(leo, "outfit", picture);
  const { id } = (await as(leo).post("/api/events", { ...eventForm, imageId, intent: "draft" })).json();
  await screenAll();
  const { matched_image_id: matched } = await db
    .selectFrom("image_screenings")
    .select("matched_image_id")
    .where("image_id", "=", imageId)
    .executeTakeFirstOrThrow();
  expect(matched).not.toBeNull();
  await setState("active");
  expect((await as(leo).put(`/api/events/${id}`, { ...eventForm, intent: "submit" })).statusCode).toBe(200);
  await screenAll();
  expect(await casesOf(id)).toEqual([]);
});

test("a copy of a picture that an admin hid before it was screened is found, even while the model fails", async () => {
  const [mia, leo] = [await buildUser(db), await buildUser(db)];
  const picture = await newPicture();
  const original = await post(mia, { cover: picture });
  await as(admin).post("/api/admin/outfits/state", { ids: [original], state: "hidden", reason: "Nudity" });
  await screenAll();
  vision.fail(new VisionError("broken"));
  const copy = await post(leo, { cover: picture });
  expect(await screenPictures(app)).toEqual({ screened: 0, failed: 1 });
  expect(await statusOf(copy)).toBe(404);
  expect(await casesOf(copy)).toMatchObject([{ isImageMatch: true, screeningPercent: null }]);
  vision.fail(undefined);
  clock.advance(3_600);
  await screenAll();
});

test("a busy model is asked again; a failing one three times with pauses, then the dashboard says so", async () => {
  const mia = await buildUser(db);
  vision.score({ porn: 0.99 });
  const outfitId = await post(mia);
  for (const passing of [new VisionBusyError("busy"), new VisionUnavailableError("The server stops")]) {
    vision.fail(passing);
    expect(await screenPictures(app)).toEqual({ screened: 0, failed: 0 });
  }
  vision.fail(new VisionError("broken"));
  expect(await screenPictures(app)).toEqual({ screened: 0, failed: 1 });
  expect(await screenPictures(app)).toEqual({ screened: 0, failed: 0 });
  for (const _attempt of ["second", "third"]) {
    expect(await countUnscreened()).toBe(0);
    clock.advance(600);
    expect(await screenPictures(app)).toEqual({ screened: 0, failed: 1 });
  }
  expect(await countUnscreened()).toBe(1);
  vision.fail(undefined);
  clock.advance(86_400);
  expect(await screenPictures(app)).toEqual({ screened: 0, failed: 0 });
  expect(await statusOf(outfitId)).toBe(200);
  await as(mia).delete(`/api/outfits/${outfitId}`);
  expect(await countUnscreened()).toBe(0);
});

const keyOf = async (outfitId: string) => {
  const images = db.selectFrom("images as i").innerJoin("outfits as o", "o.image_id", "i.id").select("i.key");
  return (await images.where("o.id", "=", outfitId).executeTakeFirstOrThrow()).key;
};

test("a picture that cannot be read holds up no other, and is screened once it can be read", async () => {
  const mia = await buildUser(db);
  vision.score({ porn: 0.99 });
  const [older, broken] = [await post(mia), await post(mia)];
  const key = await keyOf(broken);
  const { read } = storage;
  const reading = vi.spyOn(storage, "read").mockImplementation((wanted) => {
    return wanted === key ? Promise.reject(new Error("403")) : read(wanted);
  });
  for (let attempt = 0; attempt < 5; attempt += 1) {
    await expect(screenPictures(app)).rejects.toThrow(`The file ${key} cannot be read`);
    expect(await statusOf(older)).toBe(404);
    expect(await screenPictures(app)).toEqual({ screened: 0, failed: 0 });
    clock.advance(300);
  }
  expect(await countUnscreened()).toBe(0);
  clock.advance(3_600);
  expect(await countUnscreened()).toBe(1);
  reading.mockRestore();
  expect(await screenPictures(app)).toEqual({ screened: 1, failed: 0 });
  expect(await statusOf(broken)).toBe(404);
  expect(await countUnscreened()).toBe(0);
});

test.each([
  ["hangs", new DOMException("No answer", "TimeoutError")],
  ["fails once and the model is busy", new Error("403")],
])("what is known is withheld while the store %s, and the file is told", async (_what, cause) => {
  const mia = await buildUser(db);
  const found = await post(mia);
  await screenAll();
  const picture = db.selectFrom("outfits").select("image_id").where("id", "=", found);
  await db.updateTable("image_screenings").set({ percent: 99 }).where("image_id", "=", picture).execute();
  await post(mia);
  await post(mia);
  const reading = vi.spyOn(storage, "read").mockRejectedValueOnce(new Error("away", { cause }));
  vision.fail(new VisionBusyError("busy"));
  await expect(screenPictures(app)).rejects.toThrow("cannot be read");
  expect(await statusOf(found)).toBe(404);
  reading.mockRestore();
  vision.fail(undefined);
  clock.advance(300);
  await screenAll();
});

test("a store that is away for an hour stops the screening, which then goes on, and one that hangs does at once", async () => {
  const mia = await buildUser(db);
  const ids: string[] = [];
  for (let made = 0; made < 12; made += 1) ids.push(await post(mia));
  const reading = vi.spyOn(storage, "read").mockRejectedValue(new Error("away"));
  for (let minutes = 0; minutes < 60; minutes += 5) {
    reading.mockClear();
    await expect(screenPictures(app)).rejects.toThrow("cannot be read");
    expect(reading).toHaveBeenCalledTimes(10);
    clock.advance(300);
  }
  reading.mockReset().mockRejectedValue(new Error("away", { cause: new DOMException("No answer", "TimeoutError") }));
  await expect(screenPictures(app)).rejects.toThrow("cannot be read");
  expect(reading).toHaveBeenCalledTimes(1);
  reading.mockRestore();
  clock.advance(300);
  vision.score({ porn: 0.99 });
  await screenAll();
  expect(await Promise.all(ids.map(statusOf))).toEqual(ids.map(() => 404));
});
