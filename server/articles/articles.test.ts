import { describe, expect, test } from "vitest";
import { Article, ArticleDraft } from "#contract/articles.ts";
import { articleContent, buildArticle, buildImage, buildOutfit, buildUser } from "#server/testing/factories.ts";
import { testApp } from "#server/testing/test-app.ts";

const { as, db } = await testApp();
const build = async () => ({ mia: await buildUser(db), leo: await buildUser(db) });
const titlesOf = (answer: { json(): { items: { title: string }[] } }) => answer.json().items.map(({ title }) => title);

describe("the list", () => {
  test("shows what is published, newest first, page by page without a gap", async () => {
    const { mia } = await build();
    const at = new Date("2031-05-05T10:00:00.000Z");
    const ids: string[] = [];
    for (let count = 0; count < 5; count += 1) ids.push((await buildArticle(db, mia.id, { publishedAt: at })).id);
    await buildArticle(db, mia.id, { status: "draft" });
    await buildArticle(db, mia.id, { status: "submitted" });
    const first = (await as(null).get("/api/articles?limit=3")).json();
    const second = (await as(null).get(`/api/articles?limit=2&cursor=${first.nextCursor}`)).json();
    const seen = [...first.items, ...second.items].map((item: { id: string }) => item.id);
    expect(seen).toEqual(ids.toSorted().toReversed());
    expect(first.items[0]).toMatchObject({ liked: false, saved: false, author: { username: mia.username } });
  });

  test("finds words in titles and tags, of any case, and forgives a slip", async () => {
    const { mia } = await build();
    await buildArticle(db, mia.id, { content: { title: "Zephyrine collars", tags: ["Haberdash"] } });
    expect(titlesOf(await as(null).get("/api/articles?search=zephyRINE"))).toEqual(["Zephyrine collars"]);
    expect(titlesOf(await as(null).get("/api/articles?search=haberdash%20collar"))).toEqual(["Zephyrine collars"]);
    const exact = await as(null).get("/api/articles?search=zephyrine");
    expect(exact.json().correction).toBeNull();
    const slip = await as(null).get("/api/articles?search=zephirine%20colars&limit=1");
    expect({ titles: titlesOf(slip), correction: slip.json().correction }).toEqual({
      titles: ["Zephyrine collars"],
      correction: "zephyrine collars",
    });
    expect(titlesOf(await as(null).get("/api/articles?search=haberdish&tag=haberdash"))).toEqual(["Zephyrine collars"]);
    expect(titlesOf(await as(null).get("/api/articles?search=%25%25%25"))).toEqual([]);
    expect(titlesOf(await as(null).get("/api/articles?tag=haberDASH"))).toEqual(["Zephyrine collars"]);
    expect(titlesOf(await as(null).get("/api/articles?tag=haberdash&search=collars"))).toEqual(["Zephyrine collars"]);
    expect(titlesOf(await as(null).get("/api/articles?tag=haberdas"))).toEqual([]);
    const { articles } = (await as(null).get("/api/search?search=zephyrine")).json();
    expect(articles).toMatchObject([{ title: "Zephyrine collars", readingMinutes: 1 }]);
    expect((await as(null).get("/api/search?search=zephirine")).json().articles).toEqual(articles);
  });

  test("of a mistyped search goes on page by page, and does not take a word for one that only drafts hold", async () => {
    const { mia } = await build();
    for (const title of ["Bombazine one", "Bombazine two"]) await buildArticle(db, mia.id, { content: { title } });
    await buildArticle(db, mia.id, { status: "submitted", content: { title: "Farthingale" } });
    const first = await as(null).get("/api/articles?search=bombasine&limit=1");
    const second = await as(null).get(`/api/articles?search=bombasine&limit=1&cursor=${first.json().nextCursor}`);
    expect([...titlesOf(first), ...titlesOf(second)]).toEqual(["Bombazine two", "Bombazine one"]);
    expect(second.json()).toMatchObject({ correction: "bombazine", nextCursor: null });
    const none = (await as(null).get("/api/articles?search=farthingail")).json();
    expect(none).toEqual({ items: [], nextCursor: null, correction: null });
  });

  test("shows articles of private authors and hides those of blocked or banned ones", async () => {
    const { mia, leo } = await build();
    const { id } = await buildArticle(db, mia.id, { content: { title: "Quillwork", tags: ["quillwork"] } });
    const url = "/api/articles?tag=quillwork";
    await db.updateTable("profiles").set({ is_private: true }).where("id", "=", mia.id).execute();
    expect(titlesOf(await as(null).get(url))).toEqual(["Quillwork"]);
    await as(mia).put(`/api/blocks/${leo.id}`);
    expect(titlesOf(await as(leo).get(url))).toEqual([]);
    expect((await as(leo).get(`/api/articles/${id}`)).json().code).toBe("article.not_found");
    expect((await as(leo).put(`/api/articles/${id}/like`)).json().code).toBe("article.not_found");
    await db.updateTable("auth.users").set({ banned_until: "2999-01-01" }).where("id", "=", mia.id).execute();
    expect(titlesOf(await as(null).get(url))).toEqual([]);
    expect((await as(null).get(`/api/articles/${id}`)).statusCode).toBe(404);
  });

  test("names the tags that most articles have", async () => {
    const fresh = await testApp();
    const author = await buildUser(fresh.db);
    for (const tags of [["Denim", "care"], ["denim"], ["Denim"]]) {
      await buildArticle(fresh.db, author.id, { content: { tags } });
    }
    expect((await fresh.as(null).get("/api/articles/tags")).json().items).toEqual(["Denim", "care"]);
  });
});

describe("an article", () => {
  test("includes its images and the outfits that the reader may see, as in the contract", async () => {
    const { mia, leo } = await build();
    const [shown, hidden] = [await buildOutfit(db, leo.id), await buildOutfit(db, leo.id, { isActive: false })];
    const image = await buildImage(db, mia.id, "article");
    const { id } = await buildArticle(db, mia.id, {
      content: {
        body: [
          { type: "paragraph", text: [{ text: "<script>alert(1)</script>", isBold: true }] },
          { type: "image", imageId: image.id, alt: "A coat", caption: "Wool" },
          { type: "outfit", outfitId: shown.id },
          { type: "outfit", outfitId: hidden.id },
        ],
      },
    });
    const answer = await as(mia).get(`/api/articles/${id}`);
    const article = Article.parse(answer.json());
    expect(article.outfits.map((outfit) => outfit.id)).toEqual([shown.id]);
    expect(article.images).toMatchObject([{ imageId: image.id, picture: { width: 1_080 } }]);
    expect(article).toMatchObject({ isEditorial: false, revisedAt: null, liked: false });
    expect(article.body[0]).toEqual({ type: "paragraph", text: [{ text: "<script>alert(1)</script>", isBold: true }] });
  });

  test("is liked once by repeated requests; its author gets a notification that links to it", async () => {
    const { mia, leo } = await build();
    const { id } = await buildArticle(db, mia.id, { content: { title: "On hems" } });
    const answers = await Promise.all([1, 2, 3].map(() => as(leo).put(`/api/articles/${id}/like`)));
    expect(answers.map((answer) => answer.json().likesCount)).toEqual([1, 1, 1]);
    await as(mia).put(`/api/articles/${id}/like`);
    expect((await as(leo).get(`/api/articles/${id}`)).json()).toMatchObject({ liked: true, likesCount: 2 });
    const { items } = (await as(mia).get("/api/notifications")).json();
    expect(items).toMatchObject([
      { type: "like", message: `${leo.username} liked your article “On hems”`, path: `/articles/${id}` },
    ]);
    expect((await as(leo).delete(`/api/articles/${id}/like`)).json()).toEqual({ liked: false, likesCount: 1 });
    expect((await as(mia).get("/api/notifications")).json().items).toEqual([]);
  });

  test("notifies its author of a member's first like only, however often it is taken back", async () => {
    const { mia, leo } = await build();
    const { id } = await buildArticle(db, mia.id);
    for (let time = 0; time < 2; time += 1) {
      await as(leo).put(`/api/articles/${id}/like`);
      await as(leo).delete(`/api/articles/${id}/like`);
    }
    expect((await as(leo).put(`/api/articles/${id}/like`)).json()).toEqual({ liked: true, likesCount: 1 });
    expect((await as(mia).get("/api/notifications")).json().items).toEqual([]);
    await as(await buildUser(db)).put(`/api/articles/${id}/like`);
    expect((await as(mia).get("/api/notifications")).json().items).toMatchObject([{ othersCount: 0 }]);
  });

  test("can be unliked and unsaved after it was taken off the site, which tells nothing about it", async () => {
    const { mia, leo } = await build();
    const { id } = await buildArticle(db, mia.id);
    const [like, save] = [`/api/articles/${id}/like`, `/api/articles/${id}/save`];
    for (const by of [leo, await buildUser(db)]) for (const url of [like, save]) await as(by).put(url);
    await db.updateTable("articles").set({ is_hidden: true }).where("id", "=", id).execute();
    for (let time = 0; time < 2; time += 1) {
      expect((await as(leo).delete(like)).json()).toEqual({ liked: false, likesCount: 0 });
    }
    expect((await as(leo).delete(save)).json()).toEqual({ saved: false });
    expect((await as(mia).get("/api/notifications")).json().items).toMatchObject([{ othersCount: 0 }]);
    const other = as(await buildUser(db));
    const answers = [
      await other.delete(like),
      await other.delete(save),
      await as(leo).put(like),
      await as(leo).put(save),
    ];
    expect(answers.map((answer) => answer.json().code)).toEqual(answers.map(() => "article.not_found"));
  });

  test("is saved for later, the latest first, and removed again", async () => {
    const { mia, leo } = await build();
    const [one, two] = [await buildArticle(db, mia.id), await buildArticle(db, mia.id)];
    for (const { id } of [one, two, one]) {
      expect((await as(leo).put(`/api/articles/${id}/save`)).json()).toEqual({ saved: true });
    }
    const kept = async () =>
      (await as(leo).get("/api/me/saved-articles")).json().items.map((item: { id: string }) => item.id);
    expect(await kept()).toEqual([two.id, one.id]);
    await as(leo).delete(`/api/articles/${two.id}/save`);
    expect(await kept()).toEqual([one.id]);
  });

  test("leads on to those that share most of its tags, then to the newest", async () => {
    const fresh = await testApp();
    const author = await buildUser(fresh.db);
    const of = (title: string, ...tags: string[]) => buildArticle(fresh.db, author.id, { content: { title, tags } });
    await of("one tag", "a");
    await of("both tags", "A", "b");
    const { id } = await of("itself", "a", "b");
    await of("none", "c");
    const related = await fresh.as(null).get(`/api/articles/${id}/related`);
    expect(titlesOf(related)).toEqual(["both tags", "one tag", "none"]);
  });

  test("can be reported by others, not by its author", async () => {
    const { mia, leo } = await build();
    const { id } = await buildArticle(db, mia.id);
    const body = { targetType: "article", targetId: id, reason: "spam" };
    expect((await as(leo).post("/api/reports", body)).statusCode).toBe(200);
    expect((await as(mia).post("/api/reports", body)).json().code).toBe("report.target_not_found");
    const draft = { ...body, targetId: (await buildArticle(db, mia.id, { status: "submitted" })).id };
    expect((await as(leo).post("/api/reports", draft)).json().code).toBe("report.target_not_found");
  });
});

test("a draft has the shape of the contract", async () => {
  const { mia } = await build();
  const { id } = await buildArticle(db, mia.id, { status: "draft" });
  const draft = ArticleDraft.parse((await as(mia).get(`/api/articles/${id}/draft`)).json());
  expect(draft).toMatchObject({ status: "draft", revision: 1, isPublic: false, publishedAt: null });
  expect(draft.images).toHaveLength(1);
});

test.each([
  ["a script link", [{ text: "x", link: "javascript:alert(1)" }], "content.body.0.text.0.link"],
  ["a link without https", [{ text: "x", link: "http://example.com" }], "content.body.0.text.0.link"],
  ["a link with credentials", [{ text: "x", link: "https://a:b@example.com" }], "content.body.0.text.0.link"],
  ["a mark that we do not know", [{ text: "x", onclick: "x" }], "content.body.0.text.0.onclick"],
  ["a blank run", [{ text: "" }], "content.body.0.text.0.text"],
])("%s is refused, and says where", async (_name, text, path) => {
  const { mia } = await build();
  const content = { ...articleContent(), body: [{ type: "paragraph", text }] };
  const answer = await as(mia).put("/api/articles/00000000-0000-4000-8000-0000000000aa/draft", {
    revision: 0,
    content,
  });
  expect(answer.statusCode).toBe(422);
  expect(answer.json().issues[0].path).toBe(path);
});
