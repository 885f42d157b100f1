import fc from "fast-check";
import { beforeAll, describe, expect, test } from "vitest";
import { FeedCard, outfitEndpoints } from "#contract/outfits.ts";
import { buildOutfit, buildStyle, buildUser } from "#server/testing/factories.ts";
import { testApp, type TestApp } from "#server/testing/test-app.ts";

let fash: TestApp;
beforeAll(async () => {
  fash = await testApp();
});

type User = { id: string };
interface FeedReply {
  items: { id: string }[];
  nextCursor: string | null;
}
const encode = encodeURIComponent;
let words = 0;
const newWord = () => `word${(words += 1)}q`;
const block = (by: User, of: User) =>
  fash.db.insertInto("blocks").values({ blocker_id: by.id, blocked_id: of.id }).execute();
const mute = (by: User, of: User) => fash.db.insertInto("mutes").values({ muter_id: by.id, muted_id: of.id }).execute();
const follow = (by: User, of: User) =>
  fash.db.insertInto("follows").values({ follower_id: by.id, following_id: of.id }).execute();

/** The ids of all pages of a feed, one array per page. */
async function readAll(viewer: User | null, url: string): Promise<string[][]> {
  const pages: string[][] = [];
  let cursor: string | null = "";
  while (cursor !== null) {
    const answer = await fash.as(viewer).get(`${url}${cursor === "" ? "" : `&cursor=${cursor}`}`);
    const page: FeedReply = answer.json();
    pages.push(page.items.map((card) => card.id));
    cursor = page.nextCursor;
  }
  return pages;
}
const idsOf = async (viewer: User | null, url: string) => (await readAll(viewer, url)).flat();

describe.each([
  { feed: "a tag's feed", query: "tag", given: (word: string) => ({ tags: ["other", word.toUpperCase()] }) },
  {
    feed: "a brand's feed",
    query: "brand",
    given: (word: string) => ({ items: [{ brand: "Other" }, { brand: word.toUpperCase() }, { brand: word }] }),
  },
])("$feed", ({ query, given }) => {
  const build = async (user: User, word: string, more = {}) =>
    (await buildOutfit(fash.db, user.id, { ...given(word), ...more })).id;

  test("is case-insensitive and paged newest first, twenty at a time, each outfit once", async () => {
    const mia = await buildUser(fash.db);
    const word = newWord();
    const ids: string[] = [];
    for (let hour = 0; hour < 43; hour += 1) {
      ids.unshift(await build(mia, word, { createdAt: new Date(Date.UTC(2026, 1, 1, hour)) }));
    }
    await build(mia, `${word}more`);
    const pages = await readAll(null, `/api/outfits?${query}=${word}`);
    expect(pages.map((page) => page.length)).toEqual([20, 20, 3]);
    expect(pages.flat()).toEqual(ids);
    expect((await readAll(mia, `/api/outfits?${query}=${word}&limit=50`)).flat()).toEqual(ids);
  });

  test("leaves out hidden and private members' outfits, those across a block and those of muted members", async () => {
    const [mia, leo, ava, viewer] = [
      await buildUser(fash.db),
      await buildUser(fash.db),
      await buildUser(fash.db),
      await buildUser(fash.db),
    ];
    const zoe = await buildUser(fash.db, { isPrivate: true });
    await follow(viewer, zoe);
    const word = newWord();
    const shown = await build(mia, word);
    await build(mia, word, { isActive: false });
    await build(zoe, word);
    const [leos, avas] = [await build(leo, word), await build(ava, word)];
    await block(leo, viewer);
    await mute(viewer, ava);
    const url = `/api/outfits?${query}=${word}`;
    expect(await idsOf(null, url)).toEqual([avas, leos, shown]);
    expect(await idsOf(viewer, url)).toEqual([shown]);
    expect(await idsOf(leo, url)).toEqual([avas, leos, shown]);
    await block(viewer, mia);
    expect(await idsOf(viewer, url)).toEqual([]);
  });

  test("can be narrowed by a style and by a search", async () => {
    const mia = await buildUser(fash.db);
    const style = await buildStyle(fash.db);
    const word = newWord();
    await build(mia, word);
    const [velvet] = [await build(mia, word, { styleId: style.id, title: "Velvet dusk" })];
    await build(mia, word, { styleId: style.id, title: "Corduroy dawn" });
    expect(await idsOf(null, `/api/outfits?${query}=${word}&style=${style.id}`)).toHaveLength(2);
    expect(await idsOf(null, `/api/outfits?${query}=${word}&style=${style.id}&search=dusk`)).toEqual([velvet]);
  });

  test("treats wildcards, quotes and symbols as plain characters, and follows edits [S-48]", async () => {
    const mia = await buildUser(fash.db);
    const word = `${newWord()}%_'\\&é`;
    const id = await build(mia, word);
    const url = `/api/outfits?${query}=${encode(word)}`;
    expect(await idsOf(null, url)).toEqual([id]);
    expect(await idsOf(null, `/api/outfits?${query}=${encode("%")}`)).toEqual([]);
    const styleId = (await fash.as(mia).get(`/api/outfits/${id}`)).json().style.id;
    await fash.as(mia).put(`/api/outfits/${id}`, { title: "Anew", styleId });
    expect(await idsOf(null, url)).toEqual([]);
  });

  test.each(["", "%20", "x".repeat(101)])("the name '%s' is rejected with its field", async (name) => {
    const answer = await fash.as(null).get(`/api/outfits?${query}=${name}`);
    expect(answer.json()).toMatchObject({ code: "request.invalid", issues: [{ path: query }] });
  });
});

describe("the following feed", () => {
  const url = "/api/outfits?from=following";
  const post = async (user: User, more = {}) => (await buildOutfit(fash.db, user.id, more)).id;

  test("is for members only", async () => {
    const answer = await fash.as(null).get(url);
    expect([answer.statusCode, answer.json().code]).toEqual([401, "auth.required"]);
  });

  test("shows only followed members' outfits, including private members'", async () => {
    const [viewer, mia, eve] = [await buildUser(fash.db), await buildUser(fash.db), await buildUser(fash.db)];
    const zoe = await buildUser(fash.db, { isPrivate: true });
    for (const member of [mia, zoe]) await follow(viewer, member);
    await follow(mia, eve);
    const [mias, zoes] = [await post(mia), await post(zoe)];
    await post(eve);
    await post(viewer);
    expect(await idsOf(viewer, url)).toEqual([zoes, mias]);
    expect(await idsOf(eve, url)).toEqual([]);
  });

  test("leaves out hidden outfits, muted and banned members, and blocked ones even if a follow row exists", async () => {
    const [viewer, mia, leo, ava, zoe] = [
      await buildUser(fash.db, { role: "admin" }),
      await buildUser(fash.db),
      await buildUser(fash.db),
      await buildUser(fash.db),
      await buildUser(fash.db, { isPrivate: true }),
    ];
    for (const member of [mia, leo, ava, zoe]) await follow(viewer, member);
    const shown = await post(mia);
    await post(mia, { isActive: false });
    for (const member of [leo, ava, zoe]) await post(member);
    await block(leo, viewer);
    await mute(viewer, ava);
    await fash.db.updateTable("auth.users").set({ banned_until: "2999-01-01" }).where("id", "=", zoe.id).execute();
    expect(await idsOf(viewer, url)).toEqual([shown]);
  });

  test("can be narrowed by style, tag, brand and search, including private members' outfits", async () => {
    const [viewer, zoe, eve] = [
      await buildUser(fash.db),
      await buildUser(fash.db, { isPrivate: true }),
      await buildUser(fash.db),
    ];
    await follow(viewer, zoe);
    const style = await buildStyle(fash.db);
    const given = { styleId: style.id, tags: ["seersucker"], items: [{ brand: "Sunspel" }], title: "Picnic" };
    const wanted = await post(zoe, given);
    await post(zoe);
    await post(eve, given);
    for (const more of [`style=${style.id}`, "tag=seersucker", "brand=sunspel", "search=picnic"]) {
      expect(await idsOf(viewer, `${url}&${more}`)).toEqual([wanted]);
    }
  });

  test("merges all followed members newest first, for any page size", async () => {
    const viewer = await buildUser(fash.db);
    const authors = [await buildUser(fash.db), await buildUser(fash.db), await buildUser(fash.db, { isPrivate: true })];
    for (const author of authors) await follow(viewer, author);
    const posts: { id: string; minute: number }[] = [];
    const turns = fc.sample(fc.tuple(fc.nat(2), fc.nat(20)), { numRuns: 45, seed: 4 });
    for (const [author, minute] of turns) {
      const createdAt = new Date(Date.UTC(2026, 1, 2, 0, minute));
      posts.push({ id: await post(authors[author] ?? viewer, { createdAt }), minute });
    }
    const wanted = posts
      .toSorted((one, other) => other.minute - one.minute || (one.id < other.id ? 1 : -1))
      .map(({ id }) => id);
    for (const limit of [1, 7, 20, 50]) expect(await idsOf(viewer, `${url}&limit=${limit}`)).toEqual(wanted);
  });

  test("its serialized JSON matches the contract, and only the viewer may cache it", async () => {
    const [viewer, mia] = [await buildUser(fash.db), await buildUser(fash.db)];
    await follow(viewer, mia);
    await post(mia, { tags: ["poplin"], items: [{ brand: "Toteme" }] });
    const reply = outfitEndpoints.feed.schemas.reply.extend({ items: FeedCard.strict().array() }).strict();
    for (const more of ["from=following", "tag=poplin", "brand=toteme", "tag=poplin&brand=toteme"]) {
      const answer = await fash.as(viewer).get(`/api/outfits?${more}`);
      expect(reply.parse(answer.json())).toEqual(answer.json());
      expect(answer.json().items).toHaveLength(1);
      expect(answer.headers["cache-control"]).toBe("private, no-cache");
    }
  });
});
