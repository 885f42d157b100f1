import { describe, expect, test } from "vitest";
import { articleContent, buildArticle, buildUser } from "#server/testing/factories.ts";
import { testApp } from "#server/testing/test-app.ts";

const { as, db } = await testApp({ settings: { BLOCKED_WORDS: "casino" } });
const build = async (given: Parameters<typeof buildArticle>[2] = { status: "draft" }) => {
  const [mia, editor] = [await buildUser(db), await buildUser(db, { role: "admin" })];
  const article = await buildArticle(db, mia.id, given);
  const url = `/api/articles/${article.id}`;
  const adminUrl = `/api/admin/articles/${article.id}`;
  return { mia, editor, article, url, adminUrl };
};
const idOf = (address: string): string => address.split("/").at(-1) ?? "";
const read = async (url: string) => (await as(null).get(url)).statusCode;

describe("a submission", () => {
  test("names all that is missing, by field", async () => {
    const mia = await buildUser(db);
    const body = [
      { type: "paragraph" as const, text: [{ text: "Too short" }] },
      { type: "image" as const, imageId: "00000000-0000-4000-8000-000000000001", alt: "", caption: "" },
    ];
    const { id } = await buildArticle(db, mia.id, {
      status: "draft",
      content: { title: "", summary: "", tags: [], cover: null, body },
    });
    const answer = await as(mia).post(`/api/articles/${id}/submit`, { revision: 1 });
    expect(answer.json().code).toBe("request.invalid");
    expect(answer.json().issues.map((issue: { path: string }) => issue.path)).toEqual([
      "title",
      "summary",
      "tags",
      "cover",
      "body.1.alt",
      "body",
    ]);
  });

  test("goes from the author to an editor, back with a note, and out; the member is notified of both once", async () => {
    const { mia, editor, article, url, adminUrl } = await build();
    const submit = (revision: number) => as(mia).post(`${url}/submit`, { revision });
    expect((await submit(7)).json().code).toBe("article.conflict");
    expect((await submit(1)).json()).toMatchObject({ status: "submitted", isPublic: false });
    expect((await submit(1)).statusCode).toBe(200);
    const write = (by: typeof mia, revision: number, title: string) =>
      as(by).put(`${url}/draft`, { revision, content: { ...article.content, title } });
    expect((await write(mia, 1, "Not now")).json().code).toBe("article.wrong_status");
    const queue = (await as(editor).get("/api/admin/articles?status=submitted")).json().items;
    expect(queue[0]).toMatchObject({ id: article.id, author: { username: mia.username }, wordCount: 204 });

    const back = await as(editor).post(`/api/admin/articles/${idOf(adminUrl)}/request-changes`, {
      revision: 1,
      note: "A warmer opening",
    });
    expect(back.json()).toMatchObject({ status: "changes_requested", note: "A warmer opening" });
    expect((await as(mia).get("/api/me/articles")).json().items).toMatchObject([{ note: "A warmer opening" }]);
    expect((await write(mia, 1, "Warmer")).json()).toMatchObject({ status: "changes_requested", revision: 2 });
    await submit(2);
    // The editor's change is a version with its author.
    expect((await write(editor, 2, "Warmest")).json()).toMatchObject({ status: "submitted", revision: 3 });
    const versions = (await as(mia).get(`${url}/versions`)).json().items;
    expect(
      versions.map((version: { editor: { username: string }; kind: string }) => [
        version.editor.username,
        version.kind,
      ]),
    ).toEqual([
      [editor.username, "saved"],
      [mia.username, "submitted"],
      [mia.username, "submitted"],
    ]);

    expect(await read(url)).toBe(404);
    expect((await as(editor).post(`/api/admin/articles/${idOf(adminUrl)}/publish`, { revision: 2 })).json().code).toBe(
      "article.conflict",
    );
    for (const _twice of [1, 2]) {
      expect(
        (await as(editor).post(`/api/admin/articles/${idOf(adminUrl)}/publish`, { revision: 3 })).json(),
      ).toMatchObject({
        status: "published",
        isPublic: true,
        note: null,
      });
    }
    expect((await as(null).get(url)).json().title).toBe("Warmest");
    const notifications = (await as(mia).get("/api/notifications")).json().items;
    expect(notifications).toMatchObject([
      {
        type: "suggestion_accepted",
        message: "Your article “Warmest” was published",
        path: `/articles/${article.id}`,
      },
      {
        type: "article_update",
        message: `Please change your article “${article.content.title}”: A warmer opening`,
        path: `/articles/${article.id}/edit`,
      },
    ]);
    const steps = (await as(mia).get(`/api/articles/${idOf(url)}/reviews`)).json().items;
    expect(steps.map((step: { action: string }) => step.action)).toEqual([
      "published",
      "submitted",
      "changes_requested",
      "submitted",
    ]);
  });

  test("with a word that is not allowed is refused", async () => {
    const { mia, url } = await build({ status: "draft", content: { title: "Casino nights" } });
    expect((await as(mia).post(`${url}/submit`, { revision: 1 })).json().code).toBe("content.blocked_words");
  });

  test("can be taken back and changed, until an editor has decided", async () => {
    const { mia, editor, url } = await build();
    await as(mia).post(`${url}/submit`, { revision: 1 });
    expect((await as(mia).post(`${url}/unpublish`)).json().code).toBe("article.wrong_status");
    expect((await as(mia).post(`${url}/recall`)).json().status).toBe("draft");
    expect((await as(mia).put(`${url}/draft`, { revision: 1, content: articleContent() })).statusCode).toBe(200);
    expect((await as(mia).post(`${url}/recall`)).json().code).toBe("article.wrong_status");
    const { id: articleId } = await buildArticle(db, mia.id, { status: "submitted" });
    expect((await as(editor).post(`/api/admin/articles/${articleId}/publish`, { revision: 1 })).statusCode).toBe(200);
    expect((await as(mia).post(`/api/articles/${articleId}/recall`)).json().code).toBe("article.wrong_status");
    expect(await read(`/api/articles/${articleId}`)).toBe(200);
  });

  test.each(["business", "admin"] as const)(
    "of a %s account is published at once, without a notification",
    async (role) => {
      const author = await buildUser(db, { role });
      const { id } = await buildArticle(db, author.id, { status: "draft" });
      expect((await as(author).post(`/api/articles/${id}/submit`, { revision: 1 })).json().status).toBe("published");
      expect((await as(null).get(`/api/articles/${id}`)).json().isEditorial).toBe(role === "admin");
      expect((await as(author).get("/api/notifications")).json().items).toEqual([]);
    },
  );
});

test("what an editor took off the site is published by an editor again, no matter who wrote it and whatever they changed", async () => {
  const [author, editor] = [await buildUser(db, { role: "business" }), await buildUser(db, { role: "admin" })];
  const { id, content } = await buildArticle(db, author.id, { status: "draft" });
  const submit = async (revision: number) =>
    (await as(author).post(`/api/articles/${id}/submit`, { revision })).json().status;
  expect(await submit(1)).toBe("published");
  await as(author).post(`/api/articles/${id}/unpublish`);
  expect(await submit(1)).toBe("published");
  await as(editor).post(`/api/admin/articles/${id}/withdraw`, { note: "Somebody else wrote this" });
  const changed = { revision: 1, content: { ...content, title: "Still the same" } };
  expect((await as(author).put(`/api/articles/${id}/draft`, changed)).json().status).toBe("draft");
  expect(await submit(2)).toBe("submitted");
  await as(author).post(`/api/articles/${id}/recall`);
  expect(await submit(2)).toBe("submitted");
  expect((await as(editor).post(`/api/admin/articles/${id}/publish`, { revision: 2 })).json().status).toBe("published");
  await as(author).post(`/api/articles/${id}/unpublish`);
  expect(await submit(2)).toBe("published");
});

describe("what is published", () => {
  test("stays as it is while its author changes it, and until an editor publishes the change", async () => {
    const { mia, editor, article, url, adminUrl } = await build({ status: "published" });
    const content = { ...article.content, title: "A second edition" };
    expect((await as(mia).put(`${url}/draft`, { revision: 1, content })).json()).toMatchObject({
      status: "draft",
      isPublic: true,
    });
    expect((await as(null).get(url)).json().title).toBe(article.content.title);
    // An editor does not publish what its author has not handed in again.
    expect((await as(editor).post(`/api/admin/articles/${idOf(adminUrl)}/publish`, { revision: 2 })).json().code).toBe(
      "article.wrong_status",
    );
    await as(mia).post(`${url}/submit`, { revision: 2 });
    await as(editor).post(`/api/admin/articles/${idOf(adminUrl)}/publish`, { revision: 2 });
    const now = (await as(null).get(url)).json();
    expect(now.title).toBe("A second edition");
    expect(now.revisedAt).not.toBeNull();
  });

  test("is off the site at once when its author unpublishes it, whatever becomes of a new version", async () => {
    const { mia, editor, article, url, adminUrl } = await build({ status: "published" });
    const content = { ...article.content, title: "A second edition" };
    await as(mia).put(`${url}/draft`, { revision: 1, content });
    await as(mia).post(`${url}/submit`, { revision: 2 });
    expect((await as(mia).post(`${url}/unpublish`)).json()).toMatchObject({ status: "withdrawn", isPublic: false });
    expect(await read(url)).toBe(404);
    const queue = (await as(editor).get("/api/admin/articles?status=submitted")).json().items;
    expect(queue.map(({ id }: { id: string }) => id)).not.toContain(article.id);

    await as(mia).post(`${url}/submit`, { revision: 2 });
    await as(editor).post(`${adminUrl}/publish`, { revision: 2 });
    await as(mia).put(`${url}/draft`, { revision: 2, content });
    await as(mia).post(`${url}/submit`, { revision: 3 });
    await as(editor).post(`${adminUrl}/request-changes`, { revision: 3, note: "A warmer opening" });
    // What an editor asked for is not why it is off the site.
    expect((await as(mia).post(`${url}/unpublish`)).json()).toMatchObject({ status: "withdrawn", note: null });
  });

  test("is taken off the site by its author, or by an editor with a note, and can come back", async () => {
    const { mia, editor, article, url, adminUrl } = await build({ status: "published" });
    expect((await as(mia).post(`/api/articles/${idOf(url)}/unpublish`)).json()).toMatchObject({
      status: "withdrawn",
      isPublic: false,
    });
    expect(await read(url)).toBe(404);
    const publish = () => as(editor).post(`/api/admin/articles/${idOf(adminUrl)}/publish`, { revision: 1 });
    const isListedTakenDown = async () => {
      const { items } = (await as(editor).get("/api/admin/articles?status=withdrawn")).json();
      return items.find(({ id }: { id: string }) => id === article.id).isTakenDown;
    };
    // An editor does not bring back what its author took off the site.
    expect(await isListedTakenDown()).toBe(false);
    expect((await publish()).json().code).toBe("article.wrong_status");
    await as(mia).post(`/api/articles/${idOf(url)}/submit`, { revision: 1 });
    expect((await publish()).json().status).toBe("published");
    expect(await read(url)).toBe(200);
    const taken = await as(editor).post(`/api/admin/articles/${idOf(adminUrl)}/withdraw`, {
      note: "Somebody else wrote this",
    });
    expect(taken.json()).toMatchObject({ status: "withdrawn", note: "Somebody else wrote this" });
    expect((await as(mia).get("/api/notifications")).json().items[0]).toMatchObject({
      type: "article_update",
      message: `Your article “${article.content.title}” was taken down: Somebody else wrote this`,
      path: `/articles/${article.id}/edit`,
    });
    expect(await isListedTakenDown()).toBe(true);
    expect(
      (await as(editor).post(`/api/admin/articles/${idOf(adminUrl)}/withdraw`, { note: "Again" })).json().code,
    ).toBe("article.wrong_status");
    expect(
      (
        await as(editor).post(`/api/admin/articles/${idOf(adminUrl)}/request-changes`, { revision: 1, note: "x" })
      ).json().code,
    ).toBe("article.wrong_status");
  });
});

test("each decision of an editor is in the audit log, once, with its reason; an author's own steps are not [S-74]", async () => {
  const { mia, editor, article, url, adminUrl } = await build();
  const decide = (what: string, body: object) => as(editor).post(`${adminUrl}/${what}`, body);
  await as(mia).post(`${url}/submit`, { revision: 1 });
  await decide("request-changes", { revision: 1, note: "A warmer opening" });
  await as(mia).post(`${url}/submit`, { revision: 1 });
  for (const _twice of [1, 2]) await decide("publish", { revision: 1 });
  for (const _twice of [1, 2]) await decide("withdraw", { note: "Somebody else wrote this" });
  const log = (await as(editor).get(`/api/admin/audit?targetType=article&targetId=${article.id}`)).json();
  expect(log.items).toMatchObject([
    {
      action: "article.withdrawn",
      reason: "Somebody else wrote this",
      before: { status: "published" },
      after: { status: "withdrawn" },
    },
    { action: "article.published", reason: null, before: { status: "submitted" }, after: { status: "published" } },
    {
      action: "article.changes_requested",
      reason: "A warmer opening",
      actor: { username: editor.username },
      member: { username: mia.username },
    },
  ]);
  expect(log.items).toHaveLength(3);
});

test("an editor's changes of another's article are in the audit log once for each version [S-74]", async () => {
  const { mia, editor, article, url } = await build();
  await as(mia).post(`${url}/submit`, { revision: 1 });
  for (const revision of [1, 2, 3]) {
    const content = { ...article.content, title: `Title ${revision}` };
    expect((await as(editor).put(`${url}/draft`, { revision, content })).statusCode).toBe(200);
  }
  const log = (await as(editor).get(`/api/admin/audit?targetType=article&targetId=${article.id}`)).json();
  expect(log.items).toMatchObject([
    {
      action: "article.changed",
      actor: { username: editor.username },
      member: { username: mia.username },
      before: { revision: 1, title: "(text)" },
      after: { revision: 2, title: "(text)" },
    },
  ]);
  expect(log.items).toHaveLength(1);
  for (const title of [article.content.title, "Title 1"]) expect(JSON.stringify(log)).not.toContain(title);
});

test("the queue of the editors is for admins, and a note is required", async () => {
  const { mia, editor, adminUrl } = await build({ status: "submitted" });
  expect((await as(null).get("/api/admin/articles")).json().code).toBe("auth.required");
  expect((await as(mia).get("/api/admin/articles")).json().code).toBe("auth.forbidden");
  expect((await as(mia).post(`/api/admin/articles/${idOf(adminUrl)}/publish`, { revision: 1 })).json().code).toBe(
    "auth.forbidden",
  );
  const blank = await as(editor).post(`/api/admin/articles/${idOf(adminUrl)}/request-changes`, {
    revision: 1,
    note: "  ",
  });
  expect(blank.json().issues[0]).toEqual({ path: "note", message: "Say what should change" });
});

test("every list of an article states the same reading time, and the editors' queue goes on page by page", async () => {
  const missingId = "01930000-0000-7000-8000-00000000dead";
  const outfits = Array.from({ length: 30 }, () => ({ type: "outfit" as const, outfitId: missingId }));
  const paragraph = { type: "paragraph" as const, text: [{ text: "linen ".repeat(300) }] };
  const { mia, editor, article } = await build({
    status: "published",
    content: { body: [paragraph, paragraph, paragraph, ...outfits] },
  });
  // 900 words take four minutes, 30 pictures as many again.
  const { readingMinutes } = (await as(null).get(`/api/articles/${article.id}`)).json();
  expect(readingMinutes).toBe(8);
  const [own] = (await as(mia).get("/api/me/articles")).json().items;
  const [reviewed] = (await as(editor).get("/api/admin/articles?status=published&limit=1")).json().items;
  expect((await as(editor).get(`/api/admin/articles/${article.id}`)).json()).toEqual(reviewed);
  expect([own, reviewed]).toMatchObject([article, article].map(({ id }) => ({ id, readingMinutes })));

  const submitted = [await build({ status: "submitted" }), await build({ status: "submitted" })];
  const page = async (cursor: string) =>
    (await as(editor).get(`/api/admin/articles?status=submitted&limit=1${cursor}`)).json();
  const first = await page("");
  const second = await page(`&cursor=${first.nextCursor}`);
  const ids = [...first.items, ...second.items].map(({ id }: { id: string }) => id);
  expect(ids.toSorted()).toEqual(submitted.map((one) => one.article.id).toSorted());
});
