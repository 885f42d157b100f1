import type { AddressInfo } from "node:net";
import { beforeAll, beforeEach, expect, test } from "vitest";
import { buildImage, buildOutfit, buildUser } from "#server/testing/factories.ts";
import { createFakeVision } from "#server/testing/fake-vision.ts";
import { testApp } from "#server/testing/test-app.ts";
import { tokenFor } from "#server/testing/tokens.ts";
import { VisionBusyError, VisionError } from "#server/vision/vision.ts";

const vision = createFakeVision();
const { app, as, db, fastify } = await testApp({ app: { vision } });
beforeAll(() => fastify.listen({ port: 0, host: "127.0.0.1" }));

let mia: { id: string };
let image: { id: string; key: string };
beforeEach(async () => {
  vision.fail(undefined);
  vision.requests.length = 0;
  mia = await buildUser(db);
  image = await uploadOf(mia.id);
});

async function uploadOf(userId: string) {
  const made = await buildImage(db, userId);
  await app.storage.put(made.key, Buffer.from(`bytes of ${made.id}`), "image/webp");
  return made;
}
const detect = (who: { id: string } | null, body: object) => as(who).post("/api/detections", body);

test("suggests title, style and items with their places, without a brand", async () => {
  const reply = await detect(mia, { imageId: image.id });
  expect(reply.json()).toEqual({
    title: "Rust jacket with blue jeans",
    style: "Casual",
    items: [
      {
        category: "Jacket",
        brand: "",
        productName: "Rust jacket",
        box: { x: 0.2, y: 0.2, width: 0.6, height: 0.3 },
        point: { x: 0.5, y: 0.35 },
      },
      {
        category: "Pants",
        brand: "",
        productName: "Blue jeans",
        box: { x: 0.3, y: 0.5, width: 0.4, height: 0.4 },
        point: { x: 0.4, y: 0.7 },
      },
    ],
    people: [{ x: 0.2, y: 0.05, width: 0.6, height: 0.9 }],
  });
});

test("reads the server's own copy of an upload or of an own outfit's cover [S-52, S-121]", async () => {
  await detect(mia, { imageId: image.id });
  const outfit = await buildOutfit(db, mia.id);
  const cover = await db
    .selectFrom("images as i")
    .innerJoin("outfits as o", "o.image_id", "i.id")
    .where("o.id", "=", outfit.id)
    .select("i.key")
    .executeTakeFirstOrThrow();
  await app.storage.put(cover.key, Buffer.from("the cover"), "image/webp");
  expect((await detect(mia, { outfitId: outfit.id })).statusCode).toBe(200);
  expect(vision.requests.map(({ file }) => Buffer.from(file).toString())).toEqual([
    `bytes of ${image.id}`,
    "the cover",
  ]);
});

test("takes nobody else's picture, no avatar, and no address [S-52, S-121]", async () => {
  const stranger = await buildUser(db);
  const outfit = await buildOutfit(db, mia.id);
  const article = await buildImage(db, mia.id, "article");
  for (const [who, body] of [
    [stranger, { imageId: image.id }],
    [stranger, { outfitId: outfit.id }],
    [mia, { imageId: article.id }],
  ] as const) {
    const reply = await detect(who, body);
    expect([reply.statusCode, reply.json().code]).toEqual([422, "image.not_yours"]);
    expect(reply.json().issues).toMatchObject([{ path: Object.keys(body)[0] }]);
  }
  for (const body of [{}, { point: { x: 0, y: 0 } }, { imageId: image.id, outfitId: outfit.id }]) {
    const issues = [{ path: "imageId", message: "Give either imageId or outfitId" }];
    expect((await detect(mia, body)).json()).toMatchObject({ code: "request.invalid", issues });
  }
  for (const body of [
    { imageUrl: "https://elsewhere.example/a.jpg" },
    { imageId: "https://elsewhere.example/a.jpg" },
    { imageId: image.id, point: { x: 2, y: 0 } },
  ]) {
    expect((await detect(mia, body)).json().code).toBe("request.invalid");
  }
  expect((await detect(null, { imageId: image.id })).json().code).toBe("auth.required");
  expect(vision.requests).toEqual([]);
});

test("looks at a picture once, also when it is asked for twice at the same time", async () => {
  const release = vision.hold();
  const replies = [detect(mia, { imageId: image.id }), detect(mia, { imageId: image.id })];
  await expect.poll(() => vision.requests.length).toBe(1);
  release();
  const [first, second] = await Promise.all(replies);
  expect(first?.json()).toEqual(second?.json());
  expect((await detect(mia, { imageId: image.id })).json()).toEqual(first?.json());
  expect(vision.requests).toHaveLength(1);
});

test("looks again at a picture that other models have seen, and keeps the new result only", async () => {
  await detect(mia, { imageId: image.id });
  const kept = () => db.selectFrom("detections").select("provider").where("image_id", "=", image.id).execute();
  const [current] = await kept();
  await db.updateTable("detections").set({ provider: "embedded" }).where("image_id", "=", image.id).execute();
  await detect(mia, { imageId: image.id });
  expect(vision.requests).toHaveLength(2);
  expect(await kept()).toEqual([current]);
});

test("looks again for the person at a point, and does not keep that", async () => {
  await detect(mia, { imageId: image.id });
  await detect(mia, { imageId: image.id, point: { x: 0.7, y: 0.4 } });
  expect(vision.requests.map(({ options }) => options?.point)).toEqual([undefined, { x: 0.7, y: 0.4 }]);
  expect(await db.selectFrom("detections").select("image_id").where("image_id", "=", image.id).execute()).toHaveLength(
    1,
  );
});

test("a result goes with its picture", async () => {
  await detect(mia, { imageId: image.id });
  await db.deleteFrom("images").where("id", "=", image.id).execute();
  expect(await db.selectFrom("detections").select("image_id").where("image_id", "=", image.id).execute()).toEqual([]);
});

test("a full queue is answered with 503 and when to try again [S-120]", async () => {
  vision.fail(new VisionBusyError("full"));
  const reply = await detect(mia, { imageId: image.id });
  expect([reply.statusCode, reply.json().code, reply.headers["retry-after"]]).toEqual([503, "detection.busy", "10"]);
});

test("one member takes at most half of the queue's places [S-120]", async () => {
  const release = vision.hold();
  const images = await Promise.all(Array.from({ length: 5 }, () => uploadOf(mia.id)));
  const replies = images.slice(0, 4).map(({ id }) => detect(mia, { imageId: id }));
  await expect.poll(() => vision.requests.length).toBe(4);
  const refused = await detect(mia, { imageId: images[4]?.id });
  expect([refused.json().code, refused.headers["retry-after"]]).toEqual(["detection.busy", "10"]);
  const leo = await buildUser(db);
  const joined = detect(mia, { imageId: images[0]?.id });
  const other = detect(leo, { imageId: (await uploadOf(leo.id)).id });
  await expect.poll(() => vision.requests.length).toBe(5);
  release();
  const all = await Promise.all([...replies, joined, other]);
  expect(all.map(({ statusCode }) => statusCode)).toEqual(Array.from({ length: 6 }, () => 200));
  expect((await detect(mia, { imageId: images[4]?.id })).statusCode).toBe(200);
});

/** Asks over a real connection, which can be closed before the reply. */
async function askAndLeave(imageId: string) {
  const token = await tokenFor(app, mia.id);
  const { port } = fastify.server.address() as AddressInfo;
  const leaving = new AbortController();
  const reply = fetch(`http://127.0.0.1:${port}/api/detections`, {
    method: "POST",
    headers: { authorization: `Bearer ${token}`, "content-type": "application/json" },
    body: JSON.stringify({ imageId }),
    signal: leaving.signal,
  });
  return { reply, leave: () => leaving.abort() };
}

test("the work stops when the connection is closed, and what was stopped is neither kept nor joined", async () => {
  const release = vision.hold();
  const { reply, leave } = await askAndLeave(image.id);
  await expect.poll(() => vision.requests.length, { timeout: 5_000 }).toBe(1);
  const signal = vision.requests[0]?.options?.signal;
  expect(signal?.aborted).toBe(false);
  leave();
  await expect(reply).rejects.toThrow("aborted");
  await expect.poll(() => signal?.aborted).toBe(true);
  release();
  expect((await detect(mia, { imageId: image.id })).statusCode).toBe(200);
  expect(vision.requests).toHaveLength(2);
});

test("a member learns the place of an own picture in the queue, and of nobody else's", async () => {
  const place = async (who: { id: string }) => (await as(who).get(`/api/detections/${image.id}/place`)).json().ahead;
  expect(await place(mia)).toBeNull();
  const release = vision.hold();
  const reply = detect(mia, { imageId: image.id });
  await expect.poll(() => vision.requests.length).toBe(1);
  for (const ahead of [2, 1, 0]) {
    vision.requests[0]?.options?.onPlace?.(ahead);
    expect(await place(mia)).toBe(ahead);
  }
  expect(await place(await buildUser(db))).toBeNull();
  release();
  await reply;
  expect(await place(mia)).toBeNull();
});

test("a failure is not kept", async () => {
  vision.fail(new VisionError("broken"));
  const reply = await detect(mia, { imageId: image.id });
  expect([reply.statusCode, reply.json().code]).toEqual([502, "detection.failed"]);
  vision.fail(undefined);
  expect((await detect(mia, { imageId: image.id })).statusCode).toBe(200);
});

test("a member has a budget for the day, which known results do not use [S-121]", async () => {
  const models = createFakeVision();
  const limited = await testApp({
    app: { vision: models },
    settings: { RATE_LIMITS: "on", VISION_DAILY_BUDGET: "1" },
  });
  const zoe = await buildUser(limited.db);
  const [first, second] = [await buildImage(limited.db, zoe.id), await buildImage(limited.db, zoe.id)];
  for (const { key } of [first, second]) await limited.app.storage.put(key, Buffer.from("bytes"), "image/webp");
  const ask = (imageId: string) => limited.as(zoe).post("/api/detections", { imageId });
  // A full queue has looked at nothing.
  models.fail(new VisionBusyError("full"));
  expect((await ask(first.id)).statusCode).toBe(503);
  models.fail(undefined);
  expect((await ask(first.id)).statusCode).toBe(200);
  expect((await ask(first.id)).statusCode).toBe(200);
  const reply = await ask(second.id);
  expect([reply.statusCode, reply.json().code]).toEqual([429, "detection.budget_spent"]);
  expect(Number(reply.headers["retry-after"])).toBeGreaterThan(3_600);
});

test("the form learns where pictures go and which brands the member used", async () => {
  await buildOutfit(db, mia.id, { items: [{ brand: "Halden" }], createdAt: new Date(Date.now() - 3_600_000) });
  await buildOutfit(db, mia.id, { items: [{ brand: "Lune Studio" }, { brand: "Lune Studio" }] });
  const help = (await as(mia).get("/api/me/detection")).json();
  expect(help.externalHost).toBeNull();
  expect(help.brands).toEqual(["Lune Studio", "Halden"]);
});
