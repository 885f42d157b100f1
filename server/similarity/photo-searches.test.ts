import type { AddressInfo } from "node:net";
import { Readable } from "node:stream";
import { afterEach, beforeAll, beforeEach, expect, test } from "vitest";
import sharp from "sharp";
import { PhotoSearch } from "#contract/photo-searches.ts";
import { fingerprint } from "#server/testing/access-scene.ts";
import { buildOutfit, buildUser } from "#server/testing/factories.ts";
import { buildLook } from "#server/testing/looks.ts";
import { createFakeVision } from "#server/testing/fake-vision.ts";
import { createMemoryStorage } from "#server/testing/memory-storage.ts";
import { testApp } from "#server/testing/test-app.ts";
import { type Garment, VisionBusyError, VisionError } from "#server/vision/vision.ts";
import type { OutfitVector } from "./similarity.service.ts";
import { toSignedBytes } from "./vectors.ts";

const vision = createFakeVision();
const storage = createMemoryStorage();
const { as, db, fastify } = await testApp({ app: { vision, storage } });
beforeAll(() => fastify.listen({ port: 0, host: "127.0.0.1" }));
const photo = await sharp({ create: { width: 1_600, height: 2_000, channels: 3, background: "#a24a26" } })
  .jpeg()
  .withExif({ IFD0: { Copyright: "somebody" } })
  .toBuffer();

/** The unit vector along one axis. */
function axis(place: number): Float32Array {
  const embedding = new Float32Array(128);
  embedding[place] = 1;
  return embedding;
}
const garment = (category: Garment["category"], name: string, place: number): Garment => ({
  kind: "top",
  category,
  noun: name,
  name,
  confidence: 0.9,
  box: { x: 0.1, y: 0.2, width: 0.5, height: 0.3 },
  point: { x: 0.3, y: 0.3 },
  colours: [],
  isPatterned: false,
  embedding: axis(place),
});

beforeEach(() => {
  vision.requests.length = 0;
  vision.answer({
    title: "Rust jacket with jeans",
    embedding: axis(1),
    garments: [garment("Jacket", "Rust jacket", 2), garment("Pants", "Jeans", 3)],
  });
});
afterEach(() => vision.fail(undefined));

async function post(vectors: [OutfitVector["space"], number][], given: { isActive?: boolean } = {}) {
  const author = await buildUser(db);
  const { id } = await buildOutfit(db, author.id, given);
  const stored = vectors.map(([space, place]): OutfitVector => ({
    space,
    place: 0,
    vector: toSignedBytes(axis(place)),
  }));
  await buildLook(db, id, stored);
  return id;
}
const search = (who: { id: string } | null = null, file = photo) => as(who).upload("/api/photo-searches", file);

test("finds outfits by all clothes together and by each garment, for visitors too", async () => {
  const alike = await post([
    ["outfit", 1],
    ["Jacket", 90],
    ["Pants", 90],
  ]);
  const jacket = await post([
    ["outfit", 91],
    ["Jacket", 2],
  ]);
  const hidden = await post([["outfit", 1]], { isActive: false });
  const reply = await search();
  expect(reply.headers["cache-control"]).toBe("private, no-store");
  const found = PhotoSearch.strict().parse(reply.json());
  expect(found.parts.map(({ category, name, box }) => [category, name, box === null])).toEqual([
    [null, "Rust jacket with jeans", true],
    ["Jacket", "Rust jacket", false],
    ["Pants", "Jeans", false],
  ]);
  expect(found.parts.map(({ outfitIds }) => outfitIds)).toEqual([[alike, jacket], [jacket, alike], [alike]]);
  expect(found.outfits.map(({ id }) => id).toSorted()).toEqual([alike, jacket].toSorted());
  expect(reply.body).not.toContain(hidden);
});

test("keeps nothing of the photo: no file, no row, and the models get no metadata [S-133]", async () => {
  const mia = await buildUser(db);
  await as(mia).get("/api/me");
  const [rows, files] = [await fingerprint(db), storage.objects.size];
  expect((await search(mia)).statusCode).toBe(200);
  expect([await fingerprint(db), storage.objects.size]).toEqual([rows, files]);
  const { width, height, exif } = await sharp(Buffer.from(vision.requests[0]?.file ?? [])).metadata();
  expect([width, height, exif]).toEqual([819, 1_024, undefined]);
});

test("a photo without clothes finds nothing", async () => {
  vision.answer({ subject: "none", garments: [], palette: [], embedding: null });
  expect((await search()).json()).toEqual({ parts: [], outfits: [] });
});

test("what is no picture, or too large, is refused before the models see it", async () => {
  const tooLarge = Buffer.concat([photo, Buffer.alloc(10 * 1024 * 1024)]);
  const wide = await sharp({ create: { width: 10_001, height: 1, channels: 3, background: "#fff" } })
    .png()
    .toBuffer();
  const codes = [];
  for (const file of [Buffer.from("<svg/>"), Buffer.alloc(0), tooLarge, wide]) {
    const reply = await search(null, file);
    codes.push([reply.statusCode, reply.json().code]);
  }
  expect(codes).toEqual([
    [415, "image.not_a_picture"],
    [415, "image.not_a_picture"],
    [413, "image.too_large"],
    [422, "image.too_many_pixels"],
  ]);
  expect((await as(null).upload("/api/photo-searches", photo, "text/html")).json().code).toBe("image.not_a_picture");
  expect(vision.requests).toEqual([]);
});

test("beyond one search at the models and three that wait it is busy, so that detection keeps its places [S-120]", async () => {
  const release = vision.hold();
  const replies = Array.from({ length: 6 }, () => search());
  let settled = 0;
  for (const reply of replies) void reply.then(() => (settled += 1));
  await expect.poll(() => settled, { timeout: 10_000 }).toBe(2);
  release();
  const all = await Promise.all(replies);
  expect(all.filter(({ statusCode }) => statusCode === 200)).toHaveLength(4);
  const refused = all.find(({ statusCode }) => statusCode === 503);
  expect([refused?.json().code, refused?.headers["retry-after"]]).toEqual(["detection.busy", "10"]);
  expect(vision.requests).toHaveLength(4);
});

test("the work for a visitor who leaves stops, and the next search has its turn", async () => {
  const release = vision.hold();
  const { port } = fastify.server.address() as AddressInfo;
  const leaving = new AbortController();
  const left = fetch(`http://127.0.0.1:${port}/api/photo-searches`, {
    method: "POST",
    headers: { "content-type": "image/jpeg" },
    body: new Uint8Array(photo),
    signal: leaving.signal,
  });
  await expect.poll(() => vision.requests.length, { timeout: 5_000 }).toBe(1);
  const next = search();
  leaving.abort();
  await expect(left).rejects.toThrow("aborted");
  await expect.poll(() => vision.requests.length, { timeout: 5_000 }).toBe(2);
  expect(vision.requests.map(({ options }) => options?.signal?.aborted)).toEqual([true, false]);
  release();
  expect((await next).statusCode).toBe(200);
});

test("busy and failing models are told apart", async () => {
  vision.fail(new VisionBusyError("full"));
  expect([(await search()).statusCode, (await search()).json().code]).toEqual([503, "detection.busy"]);
  vision.fail(new VisionError("broken"));
  expect([(await search()).statusCode, (await search()).json().code]).toEqual([502, "detection.failed"]);
});

test("stalled searches of visitors are few for each of them, and take no memory of members' uploads [S-42]", async () => {
  const site = await testApp({ app: { vision, storage } });
  const stalled: Readable[] = [];
  const search = (remoteAddress: string, payload: Readable | Buffer) =>
    site.fastify.inject({
      method: "POST",
      url: "/api/photo-searches",
      headers: { "content-type": "image/jpeg" },
      remoteAddress,
      payload,
    });
  const stall = (remoteAddress: string) => {
    const body = new Readable({ read: () => undefined });
    body.push(Buffer.alloc(9 * 1024 * 1024));
    stalled.push(body);
    return search(remoteAddress, body);
  };
  const searches = Array.from({ length: 24 }, (_, at) => stall(`203.0.113.${1 + Math.floor(at / 3)}`));
  const refused = await Promise.any(searches);
  expect(refused.json().code).toBe("image.busy");
  const member = site.as(await buildUser(site.db));
  expect((await member.upload("/api/uploads/outfit", photo)).statusCode).toBe(200);
  for (const body of stalled.splice(0)) body.push(null);
  await Promise.allSettled(searches);
  expect((await search("203.0.113.99", photo)).statusCode).toBe(200);
  const own = Array.from({ length: 3 }, () => stall("203.0.113.77"));
  // By then the three have their places.
  expect((await search("203.0.113.78", photo)).statusCode).toBe(200);
  let isRead = false;
  void search("203.0.113.77", photo).then(() => (isRead = true));
  expect((await search("203.0.113.78", photo)).statusCode).toBe(200);
  expect(isRead).toBe(false);
  for (const body of stalled.splice(0)) body.push(null);
  await Promise.allSettled(own);
});
