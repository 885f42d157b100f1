import { randomBytes, randomUUID } from "node:crypto";
import { describe, expect, test } from "vitest";
import type { ArticleContent } from "#contract/articles.ts";
import { limits } from "#contract/limits.ts";
import { transact } from "#server/db/db.ts";
import { movableClock } from "#server/testing/clock.ts";
import { articleContent, buildArticle, buildImage, buildUser } from "#server/testing/factories.ts";
import { testApp } from "#server/testing/test-app.ts";
import { pinVersion } from "./article-drafts.store.ts";
import { releaseAbandonedImages } from "./article-pictures.service.ts";

const clock = movableClock();
const { app, as, db } = await testApp({ app: { clock } });
type User = Awaited<ReturnType<typeof buildUser>>;

const draftUrl = (id: string) => `/api/articles/${id}/draft`;
const write = (by: User, id: string, revision: number, given: Partial<ArticleContent> = {}, isNewVersion?: boolean) =>
  as(by).put(draftUrl(id), {
    revision,
    content: { ...articleContent(), ...given },
    ...(isNewVersion ? { isNewVersion } : {}),
  });
const begin = async () => {
  const mia = await buildUser(db);
  const id = randomUUID();
  expect((await write(mia, id, 0, { title: "First" })).json()).toMatchObject({ id, revision: 1, status: "draft" });
  return { mia, id };
};
const titleOf = async (by: User, id: string) => (await as(by).get(draftUrl(id))).json().content.title;
const versionsOf = async (by: User, id: string) =>
  (await as(by).get(`/api/articles/${id}/versions?limit=50`)).json().items;

describe("saving", () => {
  test("a draft may be incomplete and is returned unchanged", async () => {
    const mia = await buildUser(db);
    const id = randomUUID();
    const content = { title: "", summary: "", tags: [], cover: null, body: [] };
    expect((await as(mia).put(draftUrl(id), { revision: 0, content })).statusCode).toBe(200);
    expect((await as(mia).get(draftUrl(id))).json().content).toEqual(content);
    expect((await as(mia).get("/api/me/articles")).json().items).toMatchObject([{ id, title: "", isPublic: false }]);
  });

  test("of two tabs with the same revision the second save is rejected, and nothing is lost", async () => {
    const { mia, id } = await begin();
    const answers = await Promise.all([
      write(mia, id, 1, { title: "Tab one" }),
      write(mia, id, 1, { title: "Tab two" }),
    ]);
    expect(answers.map((answer) => answer.statusCode).toSorted((a, b) => a - b)).toEqual([200, 409]);
    expect(answers.find((answer) => answer.statusCode === 409)?.json().code).toBe("article.conflict");
    const kept = await titleOf(mia, id);
    // The other tab overwrites deliberately: the earlier content stays as a separate version.
    expect((await write(mia, id, 2, { title: "On purpose" }, true)).statusCode).toBe(200);
    expect(await titleOf(mia, id)).toBe("On purpose");
    expect((await versionsOf(mia, id)).map((version: { title: string }) => version.title)).toEqual([
      "On purpose",
      kept,
    ]);
  });

  test("the same save again, whose answer was lost, is no conflict", async () => {
    const { mia, id } = await begin();
    const content = articleContent({ title: "Once" });
    const [first, again] = [
      await as(mia).put(draftUrl(id), { revision: 1, content }),
      await as(mia).put(draftUrl(id), { revision: 1, content }),
    ];
    expect([first.json().revision, again.json().revision]).toEqual([2, 2]);
    expect((await as(mia).put(draftUrl(id), { revision: 0, content })).json().revision).toBe(2);
  });

  test("an article that is not there is begun at revision 0 only; an id of another's is not there", async () => {
    const { id } = await begin();
    const leo = await buildUser(db);
    expect((await write(leo, randomUUID(), 3)).json().code).toBe("article.not_found");
    expect((await write(leo, id, 0)).json().code).toBe("article.not_found");
    expect((await write(leo, id, 1)).json().code).toBe("article.not_found");
  });

  test("the number of a member's unpublished articles is limited", async () => {
    const mia = await buildUser(db);
    for (let count = 0; count < limits.articleDraftsMax - 1; count += 1) {
      await buildArticle(db, mia.id, { status: "draft" });
    }
    const atOnce = await Promise.all(Array.from({ length: 4 }, () => write(mia, randomUUID(), 0)));
    expect(atOnce.filter(({ statusCode }) => statusCode === 200)).toHaveLength(1);
    expect((await write(mia, randomUUID(), 0)).json().code).toBe("article.too_many_drafts");
  });
});

describe("versions", () => {
  test("saves within ten minutes are one; later ones can be looked at and restored", async () => {
    const { mia, id } = await begin();
    await write(mia, id, 1, { title: "Second thought" });
    clock.advance(limits.articleVersionMinutes * 60);
    await write(mia, id, 2, { title: "Next day" });
    const versions = await versionsOf(mia, id);
    expect(versions).toMatchObject([
      { number: 2, title: "Next day", kind: "saved", editor: { username: mia.username } },
      { number: 1, title: "Second thought" },
    ]);
    const old = (await as(mia).get(`/api/articles/${id}/versions/1`)).json();
    expect((await write(mia, id, 3, old.content, true)).json().revision).toBe(4);
    expect(await titleOf(mia, id)).toBe("Second thought");
    expect(await versionsOf(mia, id)).toHaveLength(3);
    expect((await as(mia).get(`/api/articles/${id}/versions/9`)).json().code).toBe("article.version_not_found");
  });

  const numbersOf = async (id: string) => {
    const query = db.selectFrom("article_versions").select("number").where("article_id", "=", id);
    return (await query.orderBy("number", "desc").execute()).map(({ number }) => number);
  };

  test("the oldest go when there are too many, but none that was submitted", async () => {
    const { mia, id } = await begin();
    await db.updateTable("article_versions").set({ kind: "submitted" }).where("article_id", "=", id).execute();
    for (let revision = 1; revision <= limits.articleVersionsMax; revision += 1)
      await write(mia, id, revision, {}, true);
    const numbers = await numbersOf(id);
    expect(numbers).toHaveLength(limits.articleVersionsMax);
    expect(numbers.at(-1)).toBe(1);
    expect(numbers.at(-2)).toBe(3);
  });

  test("are listed in pages", async () => {
    const { mia, id } = await begin();
    for (let revision = 1; revision <= 4; revision += 1) await write(mia, id, revision, {}, true);
    const url = `/api/articles/${id}/versions?limit=3`;
    const first = (await as(mia).get(url)).json();
    const second = (await as(mia).get(`${url}&cursor=${first.nextCursor}`)).json();
    const numbers = [first, second].map(({ items }) => items.map(({ number }: { number: number }) => number));
    expect(numbers).toEqual([
      [5, 4, 3],
      [2, 1],
    ]);
    expect(second.nextCursor).toBeNull();
    expect((await as(mia).get(`${url}&cursor=x`)).json().issues[0].path).toBe("cursor");
  });

  /** A text of few characters and long links, which cannot be compressed. */
  const links = (count: number) =>
    Array.from({ length: count }, () => ({
      text: "a",
      link: `https://a.example/${randomBytes(330).toString("base64url")}`,
    }));

  test("the oldest go when they are too large together", async () => {
    const { mia, id } = await begin();
    for (let revision = 1; revision <= 15; revision += 1) {
      const saved = await write(mia, id, revision, { body: [{ type: "paragraph", text: links(500) }] }, true);
      expect(saved.statusCode).toBe(200);
    }
    const numbers = await numbersOf(id);
    expect([numbers[0], numbers.length]).toEqual([16, 12]);
  });

  test("a text that its links make too large is refused by name", async () => {
    const { mia, id } = await begin();
    const body = [0, 1].map(() => ({ type: "paragraph" as const, text: links(400) }));
    expect((await write(mia, id, 1, { body })).json()).toMatchObject({
      code: "request.invalid",
      issues: [{ path: "content.body" }],
    });
  });

  test("of the submitted ones the last thirty stay", async () => {
    const { mia, id } = await begin();
    for (let revision = 1; revision <= limits.articlePinnedVersionsMax + 1; revision += 1) {
      await transact(db, (tx) => pinVersion(tx, { articleId: id, number: revision, kind: "submitted" }));
      await write(mia, id, revision);
    }
    const numbers = await numbersOf(id);
    expect([numbers.length, numbers.at(-1)]).toEqual([limits.articlePinnedVersionsMax + 1, 2]);
  });
});

describe("pictures", () => {
  test("belong to one article of the one who uploaded them, and go with it", async () => {
    const { mia, id } = await begin();
    const leo = await buildUser(db);
    const [own, others] = [await buildImage(db, mia.id, "article"), await buildImage(db, leo.id, "article")];
    const cover = (imageId: string) => ({ cover: { imageId, alt: "", caption: "" } });
    expect((await write(mia, id, 1, cover(others.id))).json().code).toBe("image.not_yours");
    expect((await write(mia, id, 1, cover((await buildImage(db, mia.id)).id))).json().code).toBe("image.not_yours");
    expect((await write(mia, id, 1, cover(own.id))).statusCode).toBe(200);
    // A removed image stays for the versions that show it.
    expect((await write(mia, id, 2)).statusCode).toBe(200);
    expect((await write(mia, id, 3, cover(own.id))).statusCode).toBe(200);
    expect((await write(mia, randomUUID(), 0, cover(own.id))).json().code).toBe("image.not_yours");
    expect((await as(leo).delete(`/api/articles/${id}`)).json().code).toBe("article.not_found");
    expect((await as(mia).delete(`/api/articles/${id}`)).statusCode).toBe(200);
    expect((await as(mia).get(draftUrl(id))).statusCode).toBe(404);
    expect(await db.selectFrom("images").select("id").where("id", "=", own.id).execute()).toEqual([]);
  });

  test("that an editor puts into an article are its author's, and stay when the editor's account goes", async () => {
    const [mia, editor] = [await buildUser(db), await buildUser(db, { role: "admin" })];
    const { id } = await buildArticle(db, mia.id, { status: "submitted" });
    const image = await buildImage(db, editor.id, "article");
    expect((await write(editor, id, 1, { cover: { imageId: image.id, alt: "A rail", caption: "" } })).statusCode).toBe(
      200,
    );
    await db.deleteFrom("auth.users").where("id", "=", editor.id).execute();
    const images = (await as(mia).get(draftUrl(id))).json().images.map(({ imageId }: { imageId: string }) => imageId);
    expect(images).toContain(image.id);
  });

  test("that the last version lost are deleted a day after they came, without another version", async () => {
    const { mia, id } = await begin();
    const images = await Promise.all([1, 2].map(() => buildImage(db, mia.id, "article")));
    const [kept, dropped] = images.map((image) => image.id);
    const body = (imageIds: (string | undefined)[]) =>
      imageIds.map((imageId = "") => ({ type: "image" as const, imageId, alt: "", caption: "" }));
    await write(mia, id, 1, { body: body([kept, dropped]) });
    await write(mia, id, 2, { body: body([kept]) });
    expect(await releaseAbandonedImages(app)).toBe(0);
    clock.advance(limits.orphanImageHours * 3_600 + 60);
    expect(await releaseAbandonedImages(app)).toBe(1);
    const left = await db.selectFrom("article_images").select("image_id").where("article_id", "=", id).execute();
    expect(left).toEqual([{ image_id: kept }]);
    expect(await releaseAbandonedImages(app)).toBe(0);
  });

  test("that neither readers nor a kept version see are deleted a day after they came", async () => {
    const { mia, id } = await begin();
    const images = [1, 2, 3, 4].map(() => buildImage(db, mia.id, "article"));
    const [kept, published, dropped, fresh] = (await Promise.all(images)).map((image) => image.id);
    const show = (imageIds: (string | undefined)[]) => ({
      body: imageIds.map((imageId = "") => ({ type: "image" as const, imageId, alt: "", caption: "" })),
    });
    await write(mia, id, 1, show([kept]));
    await write(mia, id, 2, show([published]), true);
    await db
      .updateTable("articles")
      .set({ image_ids: [published ?? ""] })
      .where("id", "=", id)
      .execute();
    await write(mia, id, 3, show([dropped]));
    clock.advance(limits.orphanImageHours * 3_600 + 60);
    await write(mia, id, 4, {}, true);
    const left = async () => {
      const rows = await db.selectFrom("article_images").select("image_id").where("article_id", "=", id).execute();
      return new Set(rows.map((row) => row.image_id));
    };
    expect(await left()).toEqual(new Set([kept, published, dropped]));
    // As when the limit of versions is reached.
    await db.deleteFrom("article_versions").where("article_id", "=", id).where("number", "=", 2).execute();
    await db
      .updateTable("images")
      .set({ attached_at: clock.now() })
      .where("id", "=", fresh ?? "")
      .execute();
    await db
      .insertInto("article_images")
      .values({ article_id: id, image_id: fresh ?? "" })
      .execute();
    await write(mia, id, 5, {}, true);
    expect(await left()).toEqual(new Set([kept, published, fresh]));
    expect(
      await db
        .selectFrom("images")
        .select("id")
        .where("id", "=", dropped ?? "")
        .execute(),
    ).toEqual([]);
  });
});
