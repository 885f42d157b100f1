import { transact } from "#server/db/db.ts";
import { Readable } from "node:stream";
import { setTimeout } from "node:timers/promises";
import sharp from "sharp";
import { describe, expect, test, vi } from "vitest";
import { limits } from "#contract/limits.ts";
import { pictureUrl } from "#contract/picture-urls.ts";
import type { Storage } from "#server/outside/storage.ts";
import { buildImage, buildUser } from "#server/testing/factories.ts";
import { createMemoryStorage } from "#server/testing/memory-storage.ts";
import { testApp } from "#server/testing/test-app.ts";
import { attachImage, deleteOrphanedImages, releaseImageAt } from "./media.service.ts";

const storage = createMemoryStorage();
let now = new Date("2026-03-01T12:00:00Z");
const { fastify, as, db, app } = await testApp({ app: { storage, clock: { now: () => now } } });
const photo = await sharp({ create: { width: 700, height: 900, channels: 3, background: "#b3123f" } })
  .jpeg()
  .toBuffer();

/** A real photo followed by padding that decoders ignore, for any size in bytes. */
const photoOf = (bytes: number) => Buffer.concat([photo, Buffer.alloc(bytes - photo.length)]);
const filesOf = (userId: string) => [...storage.objects.keys()].filter((key) => key.startsWith(userId)).sort();
const rowsOf = (userId: string) => db.selectFrom("images").selectAll().where("user_id", "=", userId).execute();

describe("an upload", () => {
  test("is stored under the member's id and a timestamp, with its renditions, and returns its dimensions [S-41]", async () => {
    const mia = await buildUser(db);
    const answer = await as(mia).upload("/api/uploads/outfit", photo);
    expect(answer.statusCode).toBe(200);
    const { picture } = answer.json();
    expect(picture).toMatchObject({ width: 700, height: 900, thumbhash: expect.stringMatching(/^[A-Za-z0-9+/]+=*$/) });
    expect(picture.url).toMatch(new RegExp(`^/media/${mia.id}/\\d+\\.webp$`));
    const stem = picture.url.replace("/media/", "").replace(".webp", "");
    expect(filesOf(mia.id)).toEqual(
      [".avif", ".webp", "_320.avif", "_320.webp", "_640.avif", "_640.webp"].map((end) => stem + end),
    );
    expect(await rowsOf(mia.id)).toMatchObject([{ kind: "outfit", widths: [320, 640], attached_at: null }]);
  });

  test("requires a member", async () => {
    const answer = await as(null).upload("/api/uploads/outfit", photo);
    expect(answer).toMatchObject({ statusCode: 401 });
    expect(answer.json().code).toBe("auth.required");
  });

  test("may have any image content type", async () => {
    const mia = await buildUser(db);
    for (const contentType of ["image/png", "image/whatever", "application/octet-stream"]) {
      expect((await as(mia).upload("/api/uploads/outfit", photo, contentType)).statusCode).toBe(200);
    }
  });

  test("twenty concurrent uploads are twenty pictures", async () => {
    const mia = await buildUser(db);
    const answers = await Promise.all(Array.from({ length: 20 }, () => as(mia).upload("/api/uploads/avatar", photo)));
    expect(new Set(answers.map((answer) => answer.json().picture.url)).size).toBe(20);
    expect((await rowsOf(mia.id)).length).toBe(20);
  });
});

describe("limits [S-37]", () => {
  test.each([
    ["outfit", limits.outfitImageBytesMax],
    ["avatar", limits.avatarBytesMax],
    ["banner", limits.bannerBytesMax],
  ])("%s: accepts %i bytes, not one more", async (kind, bytesMax) => {
    const mia = await buildUser(db);
    expect((await as(mia).upload(`/api/uploads/${kind}`, photoOf(bytesMax))).statusCode).toBe(200);
    const answer = await as(mia).upload(`/api/uploads/${kind}`, photoOf(bytesMax + 1));
    expect(answer.statusCode).toBe(413);
    expect(answer.json()).toMatchObject({ code: "image.too_large" });
    expect((await rowsOf(mia.id)).length).toBe(1);
  });

  test("an outfit's picture has at least 200 pixels per side, others may be smaller", async () => {
    const mia = await buildUser(db);
    const sized = (width: number, height: number) =>
      sharp({ create: { width, height, channels: 3, background: "#b3123f" } })
        .jpeg()
        .toBuffer();
    for (const [width, height] of [
      [199, 400],
      [400, 199],
    ] as const) {
      const answer = await as(mia).upload("/api/uploads/outfit", await sized(width, height));
      expect([answer.statusCode, answer.json().code]).toEqual([422, "image.too_small"]);
    }
    expect(await rowsOf(mia.id)).toEqual([]);
    expect(filesOf(mia.id)).toEqual([]);
    expect((await as(mia).upload("/api/uploads/outfit", await sized(200, 200))).statusCode).toBe(200);
    // It is scaled down to 189 pixels.
    expect((await as(mia).upload("/api/uploads/outfit", await sized(2_000, 350))).statusCode).toBe(200);
    expect((await as(mia).upload("/api/uploads/avatar", await sized(64, 64))).statusCode).toBe(200);
  });

  test("an endless stream is aborted at the limit", async () => {
    const mia = await buildUser(db);
    let sent = 0;
    const endless = new Readable({
      read(size) {
        sent += size;
        this.push(Buffer.alloc(size));
      },
    });
    const answer = await as(mia).upload("/api/uploads/outfit", endless);
    endless.destroy();
    expect(answer.statusCode).toBe(413);
    expect(sent).toBeLessThan(2 * limits.outfitImageBytesMax);
  });

  test("the number of a member's pictures is limited [S-42]", async () => {
    const mia = await buildUser(db);
    const { id } = await buildImage(db, mia.id);
    await db.updateTable("images").set({ bytes: limits.memberImageBytesMax }).where("id", "=", id).execute();
    const answer = await as(mia).upload("/api/uploads/outfit", photo);
    expect(answer.statusCode).toBe(403);
    expect(answer.json().code).toBe("image.quota");
    expect(filesOf(mia.id)).toEqual([]);
  });

  test("uploads per hour are limited", async () => {
    const strict = await testApp({ settings: { RATE_LIMITS: "on" } });
    const mia = await buildUser(strict.db, { createdAt: new Date() });
    const tiny = await sharp(photo).resize(8).png().toBuffer();
    const statuses: number[] = [];
    for (let count = 0; count < 16; count += 1) {
      statuses.push((await strict.as(mia).upload("/api/uploads/avatar", tiny)).statusCode);
    }
    expect(statuses).toEqual([...Array.from({ length: 15 }, () => 200), 429]);
  });
});

describe("invalid pictures [S-36]", () => {
  test.each(["outfit", "avatar", "banner"])("%s: is rejected and leaves nothing behind", async (kind) => {
    const mia = await buildUser(db);
    const svg = Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>');
    for (const [file, contentType] of [
      [svg, "image/svg+xml"],
      [svg, "image/png"],
      [photo, "text/html"],
      [Buffer.alloc(0), "image/png"],
    ] as const) {
      const answer = await as(mia).upload(`/api/uploads/${kind}`, file, contentType);
      expect(answer.statusCode).toBe(415);
      expect(answer.json()).toMatchObject({ code: "image.not_a_picture" });
    }
    expect(await rowsOf(mia.id)).toEqual([]);
    expect(filesOf(mia.id)).toEqual([]);
  });

  test("an interrupted upload leaves nothing behind", async () => {
    const mia = await buildUser(db);
    const broken = Readable.from(
      (async function* () {
        yield photo.subarray(0, 500);
        await Promise.resolve();
        throw new Error("connection lost");
      })(),
    );
    const answer = await as(mia)
      .upload("/api/uploads/outfit", broken)
      .catch(() => null);
    expect(answer?.statusCode ?? 400).toBe(400);
    expect(await rowsOf(mia.id)).toEqual([]);
  });

  test("an unknown kind is rejected", async () => {
    const mia = await buildUser(db);
    expect((await as(mia).upload("/api/uploads/movie", photo)).statusCode).toBe(422);
  });
});

test("if the storage fails midway, no row remains and the written files are removed", async () => {
  const failing = createMemoryStorage();
  const put = failing.put.bind(failing);
  failing.put = async (key, bytes, type) => {
    if (key.endsWith("_640.avif")) throw new Error("disk full");
    await put(key, bytes, type);
  };
  const other = await testApp({ app: { storage: failing } });
  const mia = await buildUser(other.db);
  expect((await other.as(mia).upload("/api/uploads/outfit", photo)).statusCode).toBeGreaterThanOrEqual(500);
  expect(await other.db.selectFrom("images").selectAll().execute()).toEqual([]);
  await deleteOrphanedImages(other.app);
  expect([...failing.objects.keys()]).toEqual([]);
});

describe("serving", () => {
  const upload = async () => {
    const mia = await buildUser(db);
    const answer = await as(mia).upload("/api/uploads/outfit", photo);
    return answer.json().picture.url as string;
  };

  test("a picture is served with its type, cacheable for a year, and cannot run scripts [S-40]", async () => {
    const url = await upload();
    const answer = await fastify.inject(url);
    expect(answer.statusCode).toBe(200);
    expect(answer.headers).toMatchObject({
      "content-type": "image/webp",
      "cache-control": "public, max-age=31536000, immutable",
      "x-content-type-options": "nosniff",
      "content-security-policy": "default-src 'none'; sandbox",
      "content-length": String(answer.rawPayload.length),
    });
    expect(answer.headers["set-cookie"]).toBeUndefined();
    expect((await sharp(answer.rawPayload).metadata()).width).toBe(700);
    const avif = await fastify.inject(url.replace(".webp", "_320.avif"));
    expect(avif.headers["content-type"]).toBe("image/avif");
  });

  test("an avatar is sent whole where it has no smaller rendition, any other picture only if it has", async () => {
    const mia = await buildUser(db);
    const widthOf = async (kind: "avatar" | "banner", side: number) => {
      const file = await sharp({ create: { width: side, height: side, channels: 3, background: "#b3123f" } })
        .png()
        .toBuffer();
      const { url } = (await as(mia).upload(`/api/uploads/${kind}`, file)).json().picture as { url: string };
      const small = await fastify.inject(url.replace(".webp", "_128.webp"));
      return small.statusCode === 200 ? (await sharp(small.rawPayload).metadata()).width : small.statusCode;
    };
    expect([await widthOf("avatar", 400), await widthOf("avatar", 100), await widthOf("banner", 400)]).toEqual([
      128, 100, 404,
    ]);
  });

  test("an unchanged picture is answered 304, and HEAD has no body", async () => {
    const url = await upload();
    const first = await fastify.inject({ method: "HEAD", url });
    expect(first.statusCode).toBe(200);
    expect(first.rawPayload.length).toBe(0);
    expect(Number(first.headers["content-length"])).toBeGreaterThan(100);
    const again = await fastify.inject({ url, headers: { "if-none-match": String(first.headers.etag) } });
    expect(again.statusCode).toBe(304);
    expect(again.rawPayload.length).toBe(0);
    const changed = await fastify.inject({ url, headers: { "if-none-match": '"other"' } });
    expect(changed.statusCode).toBe(200);
  });

  test.each([
    "/media/",
    "/media/nobody/1.webp",
    "/media/00000000-0000-4000-8000-000000000000/1.webp",
    "/media/../../etc/passwd",
    "/media/%2e%2e/%2e%2e/etc/passwd",
    "/media/00000000-0000-4000-8000-000000000000/%2e%2e%2f%2e%2e%2fpasswd",
    "/media/00000000-0000-4000-8000-000000000000/1%00.webp",
    "/media/00000000-0000-4000-8000-000000000000/1.svg",
    "/media/00000000-0000-4000-8000-000000000000∕1.webp",
    "/media/00000000-0000-4000-8000-000000000000/..%5c1.webp",
  ])("%s is 404", async (url) => {
    expect((await fastify.inject(url)).statusCode).toBe(404);
  });
});

describe("attaching and clean-up", () => {
  const attach = (userId: string, imageId: string) =>
    transact(db, (tx) => attachImage(tx, { userId, imageId, kind: "outfit" }));

  test("only one's own unattached picture of that kind can be attached, once [S-43]", async () => {
    const mia = await buildUser(db);
    const leo = await buildUser(db);
    const { id } = await buildImage(db, mia.id);
    const avatar = (await as(mia).upload("/api/uploads/avatar", photo)).json();
    await expect(attach(leo.id, id)).rejects.toMatchObject({ code: "image.not_yours" });
    await expect(attach(mia.id, avatar.id)).rejects.toMatchObject({ code: "image.not_yours" });
    const outcomes = await Promise.allSettled([attach(mia.id, id), attach(mia.id, id), attach(mia.id, id)]);
    expect(outcomes.filter((outcome) => outcome.status === "fulfilled").length).toBe(1);
  });

  test("a picture unattached for a day is removed, an attached one is not", async () => {
    now = new Date();
    const mia = await buildUser(db);
    const kept = (await as(mia).upload("/api/uploads/outfit", photo)).json();
    const left = (await as(mia).upload("/api/uploads/outfit", photo)).json();
    await attach(mia.id, kept.id);
    await deleteOrphanedImages(app);
    expect(filesOf(mia.id).length).toBe(12);
    now = new Date(now.getTime() + 25 * 3_600_000);
    await deleteOrphanedImages(app);
    expect(filesOf(mia.id).length).toBe(6);
    expect((await fastify.inject(left.picture.url)).statusCode).toBe(404);
    expect((await fastify.inject(kept.picture.url)).statusCode).toBe(200);
  });

  test("a replaced picture and those of a deleted account are removed by the next clean-up [S-42]", async () => {
    const mia = await buildUser(db);
    const first = (await as(mia).upload("/api/uploads/outfit", photo)).json();
    await as(mia).upload("/api/uploads/outfit", photo);
    await attach(mia.id, first.id);
    await transact(db, (tx) => releaseImageAt(tx, first.picture.url));
    await deleteOrphanedImages(app);
    expect((await fastify.inject(first.picture.url)).statusCode).toBe(404);
    expect(filesOf(mia.id).length).toBe(6);
    await db.deleteFrom("auth.users").where("id", "=", mia.id).execute();
    await deleteOrphanedImages(app);
    expect(filesOf(mia.id)).toEqual([]);
  });

  test("a failed removal is retried", async () => {
    const mia = await buildUser(db);
    const { picture } = (await as(mia).upload("/api/uploads/outfit", photo)).json();
    await transact(db, (tx) => releaseImageAt(tx, picture.url));
    const down = { ...app, storage: { ...storage, remove: () => Promise.reject(new Error("down")) } };
    await expect(deleteOrphanedImages(down)).rejects.toThrow("down");
    await deleteOrphanedImages(app);
    expect(filesOf(mia.id)).toEqual([]);
  });

  test("a file that cannot be removed holds up no other, and a store that is away is not asked for each", async () => {
    const mia = await buildUser(db);
    const [first, second] = [await buildImage(db, mia.id), await buildImage(db, mia.id)];
    const locked = first.key;
    for (const { key } of [first, second]) {
      await storage.put(key, photo, "image/webp");
      await transact(db, (tx) => releaseImageAt(tx, pictureUrl(key)));
      await setTimeout(2);
    }
    const remove = vi.fn<Storage["remove"]>(async (keys) => {
      if (keys.includes(locked)) throw new Error("locked");
      await storage.remove(keys);
    });
    const locking = { ...app, storage: { ...storage, remove } };
    await expect(deleteOrphanedImages(locking)).rejects.toThrow("locked");
    expect(filesOf(mia.id)).toEqual([locked]);
    const earlier = { key: "gone/1.webp", widths: [], removed_at: new Date(0) };
    await db.insertInto("removed_images").values(earlier).execute();
    remove.mockClear();
    await expect(deleteOrphanedImages(locking)).rejects.toThrow("locked");
    // What failed comes last.
    expect(remove.mock.calls.map(([[key]]) => key)).toEqual(["gone/1.webp", locked]);
    const many = Array.from({ length: 30 }, (_, n) => ({ key: `gone/${n}.webp`, widths: [] }));
    await db.insertInto("removed_images").values(many).execute();
    const away = vi.fn<Storage["remove"]>(() => Promise.reject(new Error("away")));
    await expect(deleteOrphanedImages({ ...app, storage: { ...storage, remove: away } })).rejects.toThrow("away");
    expect(away).toHaveBeenCalledTimes(10);
    // Each further one would hang as long.
    away.mockClear().mockRejectedValue(new Error("away", { cause: new DOMException("No answer", "TimeoutError") }));
    await expect(deleteOrphanedImages({ ...app, storage: { ...storage, remove: away } })).rejects.toThrow("away");
    expect(away).toHaveBeenCalledTimes(1);
    await deleteOrphanedImages(app);
    expect(filesOf(mia.id)).toEqual([]);
  });
});
