import { describe, expect, test } from "vitest";
import { sql } from "kysely";
import { deleteOrphanedImages } from "#server/media/media.service.ts";
import { buildDataExport } from "#server/account/export-archive.service.ts";
import { buildImage, buildOutfit, buildStyle, buildUser } from "#server/testing/factories.ts";
import { testApp } from "#server/testing/test-app.ts";

const { app, as, db } = await testApp({ settings: { PUBLIC_PROFILES: "on" } });

interface Photo {
  imageId: string;
  altText: string;
  writtenAltText: string | null;
  picture: { url: string };
}
type User = { id: string };

const buildImages = (user: User, count: number) =>
  Promise.all(Array.from({ length: count }, () => buildImage(db, user.id)));
const more = (images: { id: string }[]) => images.map(({ id }) => ({ imageId: id }));

/** A posted outfit with a cover and `count - 1` further photos. */
async function postWith(user: User, count: number) {
  const style = await buildStyle(db);
  const images = await buildImages(user, count);
  const [cover, ...rest] = images;
  const body = { title: "Rust", styleId: style.id, imageId: cover?.id, morePhotos: more(rest) };
  const answer = await as(user).post("/api/outfits", body);
  return { answer, body, images, id: answer.json().outfit?.id as string };
}
const photosOf = async (viewer: User | null, id: string): Promise<Photo[]> =>
  (await as(viewer).get(`/api/outfits/${id}`)).json().photos;
const idsOf = async (viewer: User | null, id: string) => (await photosOf(viewer, id)).map(({ imageId }) => imageId);
const isStored = async (imageId: string) =>
  (await db.selectFrom("images").select("id").where("id", "=", imageId).execute()).length === 1;

describe("posting with several photos", () => {
  test("keeps their order, the first as cover, each with its own alt text", async () => {
    const mia = await buildUser(db);
    const style = await buildStyle(db);
    const [cover, back, shoes] = await buildImages(mia, 3);
    const { outfit } = (
      await as(mia).post("/api/outfits", {
        title: "Rust",
        styleId: style.id,
        imageId: cover?.id,
        altText: "From the front",
        morePhotos: [
          { imageId: back?.id, altText: "  From the back " },
          { imageId: shoes?.id, altText: "" },
        ],
      })
    ).json();
    expect(outfit.picture.url).toBe(`/media/${cover?.key}`);
    expect(outfit.photos).toMatchObject([
      { imageId: cover?.id, altText: "From the front", writtenAltText: "From the front" },
      { imageId: back?.id, altText: "From the back", picture: { url: `/media/${back?.key}`, width: 1_080 } },
      { imageId: shoes?.id, altText: "Rust, photo 3", writtenAltText: null },
    ]);
    expect(await idsOf(null, outfit.id)).toEqual([cover?.id, back?.id, shoes?.id]);
  });

  test("takes six, not seven, and each only once", async () => {
    const mia = await buildUser(db);
    expect((await postWith(mia, 6)).answer.statusCode).toBe(200);
    const seven = (await postWith(mia, 7)).answer;
    expect(seven.statusCode).toBe(422);
    expect(seven.json().issues).toEqual([{ path: "morePhotos", message: "Maximum 6 photos allowed" }]);
    const style = await buildStyle(db);
    const [image] = await buildImages(mia, 1);
    const twice = { title: "Rust", styleId: style.id, imageId: image?.id, morePhotos: [{ imageId: image?.id }] };
    const answer = await as(mia).post("/api/outfits", twice);
    expect(answer.statusCode).toBe(422);
    expect(answer.json().issues).toEqual([{ path: "morePhotos.0.imageId", message: "Each photo can be used once" }]);
  });

  test.each([
    ["an id that is none", [{ imageId: "x" }], "morePhotos.0.imageId"],
    ["a photo on another site", [{ imageId: "https://evil.example/x.png" }], "morePhotos.0.imageId"],
    [
      "an alt text of 301 characters",
      [{ imageId: crypto.randomUUID(), altText: "a".repeat(301) }],
      "morePhotos.0.altText",
    ],
    ["an undeclared field", [{ imageId: crypto.randomUUID(), url: "x" }], "morePhotos.0.url"],
    ["a string", "photos", "morePhotos"],
  ])("rejects %s", async (_name, morePhotos, path) => {
    const mia = await buildUser(db);
    const [image] = await buildImages(mia, 1);
    const style = await buildStyle(db);
    const body = { title: "Rust", styleId: style.id, imageId: image?.id, morePhotos };
    const answer = await as(mia).post("/api/outfits", body);
    expect([answer.statusCode, answer.json().issues[0].path]).toEqual([422, path]);
  });

  test("takes neither another member's photo nor one that an outfit shows, and then keeps nothing [S-43]", async () => {
    const [mia, leo] = [await buildUser(db), await buildUser(db)];
    const style = await buildStyle(db);
    const [cover] = await buildImages(mia, 1);
    const [his] = await buildImages(leo, 1);
    const shown = await buildOutfit(db, mia.id);
    for (const imageId of [his?.id, shown.imageId]) {
      const body = { title: "Rust", styleId: style.id, imageId: cover?.id, morePhotos: [{ imageId }] };
      const answer = await as(mia).post("/api/outfits", body);
      expect([answer.statusCode, answer.json().code]).toEqual([422, "image.not_yours"]);
      expect(answer.json().issues).toEqual([{ path: "morePhotos.0.imageId", message: "Must be a valid image URL" }]);
    }
    const { attached_at: attachedAt } = await db
      .selectFrom("images")
      .select("attached_at")
      .where("id", "=", cover?.id ?? "")
      .executeTakeFirstOrThrow();
    expect(attachedAt).toBeNull();
  });

  test("sent twice at once, makes one outfit", async () => {
    const mia = await buildUser(db);
    const style = await buildStyle(db);
    const [a, b, c] = await buildImages(mia, 3);
    const body = {
      title: "Rust",
      styleId: style.id,
      imageId: a?.id,
      morePhotos: [{ imageId: b?.id }, { imageId: c?.id }],
    };
    const answers = await Promise.all([as(mia).post("/api/outfits", body), as(mia).post("/api/outfits", body)]);
    const ids = new Set(answers.map((answer) => answer.json().outfit.id));
    expect(ids.size).toBe(1);
    expect(await idsOf(mia, [...ids][0] ?? "")).toEqual([a?.id, b?.id, c?.id]);
  });

  test("sent again with another of its photos first, changes the outfit that the first attempt made", async () => {
    const mia = await buildUser(db);
    const { id, body, images } = await postWith(mia, 2);
    const [a, b] = images;
    const swapped = { ...body, imageId: b?.id, morePhotos: [{ imageId: a?.id }] };
    const again = await as(mia).post("/api/outfits", swapped);
    expect([again.statusCode, again.json().outfit?.id]).toEqual([200, id]);
    expect(again.json().award).toEqual({ success: false, pointsAwarded: 0, reason: "already_awarded" });
    expect(await idsOf(mia, id)).toEqual([b?.id, a?.id]);
  });
});

describe("editing the photos", () => {
  test("another order makes another cover, everywhere, and releases nothing", async () => {
    const mia = await buildUser(db);
    const { id, body, images } = await postWith(mia, 3);
    const [a, b, c] = images;
    const order = { ...body, imageId: c?.id, morePhotos: [{ imageId: a?.id, altText: "Front" }, { imageId: b?.id }] };
    const edited = (await as(mia).put(`/api/outfits/${id}`, order)).json().outfit;
    expect(edited.picture.url).toBe(`/media/${c?.key}`);
    expect(edited.photos.map(({ imageId }: Photo) => imageId)).toEqual([c?.id, a?.id, b?.id]);
    const { items } = (await as(null).get(`/api/profiles/${await nameOf(mia)}/outfits`)).json();
    expect(items[0].picture.url).toBe(`/media/${c?.key}`);
    expect(await Promise.all([a, b, c].map((image) => isStored(image?.id ?? "")))).toEqual([true, true, true]);
  });

  test("removed photos go with their files, new ones come in, and parts left out stay", async () => {
    const mia = await buildUser(db);
    const { id, body, images } = await postWith(mia, 3);
    const [a, b, c] = images;
    const [fresh] = await buildImages(mia, 1);
    const { morePhotos: _more, imageId: _cover, ...texts } = body;
    await as(mia).put(`/api/outfits/${id}`, texts);
    expect(await idsOf(mia, id)).toEqual([a?.id, b?.id, c?.id]);
    await as(mia).put(`/api/outfits/${id}`, { ...texts, morePhotos: more([c, fresh].flatMap((image) => image ?? [])) });
    expect(await idsOf(mia, id)).toEqual([a?.id, c?.id, fresh?.id]);
    expect(await isStored(b?.id ?? "")).toBe(false);
    await as(mia).put(`/api/outfits/${id}`, { ...texts, imageId: c?.id, morePhotos: [] });
    expect(await idsOf(mia, id)).toEqual([c?.id]);
    expect(await isStored(a?.id ?? "")).toBe(false);
  });

  test("a cover replaced by a kept photo must not stay behind it", async () => {
    const mia = await buildUser(db);
    const { id, body, images } = await postWith(mia, 2);
    const { morePhotos: _more, ...texts } = body;
    const answer = await as(mia).put(`/api/outfits/${id}`, { ...texts, imageId: images[1]?.id });
    expect(answer.json().issues).toEqual([{ path: "morePhotos.0.imageId", message: "Each photo can be used once" }]);
  });

  test("somebody else's photo is refused and the outfit stays as it was [S-43]", async () => {
    const [mia, leo] = [await buildUser(db), await buildUser(db)];
    const { id, body, images } = await postWith(mia, 2);
    const his = await postWith(leo, 2);
    for (const imageId of [his.images[0]?.id, his.images[1]?.id, (await buildImages(leo, 1))[0]?.id]) {
      const answer = await as(mia).put(`/api/outfits/${id}`, { ...body, morePhotos: [{ imageId }] });
      expect(answer.json().code).toBe("image.not_yours");
    }
    expect(await idsOf(mia, id)).toEqual(images.map((image) => image.id));
    expect(await idsOf(leo, his.id)).toEqual(his.images.map((image) => image.id));
  });
});

test("deleting an outfit, or its author, removes the files of all photos [S-42]", async () => {
  const mia = await buildUser(db);
  const [first, second] = [await postWith(mia, 3), await postWith(mia, 2)];
  await deleteOrphanedImages(app);
  await as(mia).delete(`/api/outfits/${first.id}`);
  const removed = () => db.selectFrom("removed_images").select("key").execute();
  expect((await removed()).map(({ key }) => key).sort()).toEqual(first.images.map(({ key }) => key).sort());
  await deleteOrphanedImages(app);
  await db.deleteFrom("auth.users").where("id", "=", mia.id).execute();
  expect((await removed()).map(({ key }) => key).sort()).toEqual(second.images.map(({ key }) => key).sort());
});

test("photos of an outfit survive the collection of orphans", async () => {
  const mia = await buildUser(db);
  const { images } = await postWith(mia, 3);
  await db
    .updateTable("images")
    .set({ created_at: sql`now() - interval '3 days'` })
    .where("user_id", "=", mia.id)
    .execute();
  await deleteOrphanedImages(app);
  expect(await Promise.all(images.map(({ id }) => isStored(id)))).toEqual([true, true, true]);
});

test("a member's export lists the photos of an outfit and has their files", async () => {
  const mia = await buildUser(db);
  const { images } = await postWith(mia, 2);
  const { export: asked } = (await as(mia).post("/api/me/data/exports")).json();
  await buildDataExport(app, { exportId: asked.id });
  const { export: ready } = (await as(mia).get("/api/me/data")).json();
  const file = (await as(null).get(ready.downloadUrl)).rawPayload;
  for (const { key } of images) expect(file.includes(`images/${key.split("/")[1]}`)).toBe(true);
});

describe("'Made with AI'", () => {
  test("is what the poster ticked, stays until an edit changes it, and Explore can leave such outfits out", async () => {
    const mia = await buildUser(db);
    const style = await buildStyle(db);
    const post = async (isAiMade?: boolean) => {
      const [image] = await buildImages(mia, 1);
      const body = {
        title: "Rust",
        styleId: style.id,
        imageId: image?.id,
        ...(isAiMade === undefined ? {} : { isAiMade }),
      };
      return (await as(mia).post("/api/outfits", body)).json().outfit;
    };
    const [made, worn] = [await post(true), await post()];
    expect([made.isAiMade, worn.isAiMade]).toEqual([true, false]);
    const listed = async (more = "") => {
      const { items } = (await as(null).get(`/api/outfits?style=${style.id}${more}`)).json();
      return items.map(({ id, isAiMade }: { id: string; isAiMade: boolean }) => [id, isAiMade]);
    };
    expect(await listed()).toEqual([
      [worn.id, false],
      [made.id, true],
    ]);
    expect(await listed("&ai=exclude")).toEqual([[worn.id, false]]);
    expect(await listed("&ai=exclude&search=rust")).toEqual([[worn.id, false]]);
    const texts = { title: "Rust", styleId: style.id };
    expect((await as(mia).put(`/api/outfits/${made.id}`, texts)).json().outfit.isAiMade).toBe(true);
    expect((await as(mia).put(`/api/outfits/${made.id}`, { ...texts, isAiMade: false })).json().outfit.isAiMade).toBe(
      false,
    );
    expect((await as(null).get("/api/outfits?ai=only")).statusCode).toBe(422);
  });
});

async function nameOf({ id }: User): Promise<string> {
  const { username } = await db
    .selectFrom("profiles")
    .select("username")
    .where("id", "=", id)
    .executeTakeFirstOrThrow();
  return username;
}
