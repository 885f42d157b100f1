import { randomUUID } from "node:crypto";
import { beforeAll, describe, expect, test } from "vitest";
import { buildOutfit, buildStyle, buildUser } from "#server/testing/factories.ts";
import { testApp, type TestApp } from "#server/testing/test-app.ts";

/** The style Retro. */
const retroId = "01930000-0000-7000-8000-000000000004";
let fash: TestApp;
let outfits: Record<string, string>;
beforeAll(async () => {
  fash = await testApp();
  const mia = await buildUser(fash.db, { username: "linen_linen" });
  const leo = await buildUser(fash.db, { username: "leo.brand" });
  const build = async (user: { id: string }, given: Parameters<typeof buildOutfit>[2]) =>
    (await buildOutfit(fash.db, user.id, given)).id;
  outfits = {
    percent: await build(mia, { title: "100% cotton" }),
    plain: await build(mia, { title: "100 cotton" }),
    slash: await build(leo, { title: String.raw`Back\slash` }),
    tagged: await build(leo, { title: "Tagged", tags: ["GorpCore"], description: "Straße am Meer" }),
    branded: await build(leo, { title: "Branded", items: [{ brand: "Maison Kitsuné" }] }),
    dressed: await build(leo, { title: "Sunday", items: [{ productName: "Wrap dress" }], styleId: retroId }),
    short: await build(leo, { title: "LV bag on a chain" }),
    two: await build(leo, { title: "velvet and a parka" }),
    velvet: await build(leo, { title: "velvet only" }),
    hidden: await build(leo, { title: "velvet secret", isActive: false }),
  };
});

async function search(typed: string, more = ""): Promise<string[]> {
  const { items } = (await fash.as(null).get(`/api/outfits?search=${encodeURIComponent(typed)}${more}`)).json();
  const names = new Map(Object.entries(outfits).map(([name, id]) => [id, name]));
  return items.map((card: { id: string }) => names.get(card.id));
}

describe("search", () => {
  test.each([
    ["in brackets", "xs", "Coat (XS)"],
    ["behind a slash", "la", "NY/LA street"],
    ["in quotes", "kx", "A “KX” bag"],
    ["behind a hyphen", "xl", "UK-XL"],
    ["behind a dot in a name", "xo", "By her"],
  ])("finds a short word %s", async (_where, typed, title) => {
    const author = await buildUser(fash.db, { username: `mia${randomUUID().slice(0, 6)}.xo` });
    const { id } = await buildOutfit(fash.db, author.id, { title });
    await buildOutfit(fash.db, (await buildUser(fash.db)).id, { title: `Ma${typed}` });
    const { items } = (await fash.as(null).get(`/api/outfits?search=${typed}`)).json();
    expect(items.map((card: { id: string }) => card.id)).toContain(id);
    const [{ match }] = items.filter((card: { id: string }) => card.id === id);
    expect(match.text.toLowerCase()).toContain(typed);
    expect(items.map(({ title: found }: { title: string }) => found)).not.toContain(`Ma${typed}`);
  });

  test.each([
    ["Chinese", "外套", "在东京的外套", "外面的手套"],
    ["Chinese, behind a Latin word", "外套", "我的Nike外套", "外"],
    ["a Latin word behind Chinese", "xs", "外套xs", "外套maxs"],
    ["Japanese", "着物", "夏の着物コーデ", "着る物"],
    ["katakana", "コーデ", "夏の着物コーデ", "デニムコート"],
    ["one letter", "裙", "红裙子", "红色"],
  ])("finds words without spaces between them: %s", async (_language, typed, title, other) => {
    const author = await buildUser(fash.db);
    const { id } = await buildOutfit(fash.db, author.id, { title });
    const described: string[] = [];
    for (const before of [57, 58, 59, 60, 90]) {
      const description = `${"长".repeat(before)}${title}`;
      described.unshift((await buildOutfit(fash.db, author.id, { title: "Look", description })).id);
    }
    await buildOutfit(fash.db, author.id, { title: other });
    const { items } = (await fash.as(null).get(`/api/outfits?search=${encodeURIComponent(typed)}`)).json();
    const found = items.filter((card: { author: { id: string } }) => card.author.id === author.id);
    expect(found.map((card: { id: string }) => card.id)).toEqual([...described, id]);
    for (const { match } of found) expect(match.text).toContain(typed);
  });

  test("finds a name with `_` by all of its letters", async () => {
    const author = await buildUser(fash.db);
    await buildOutfit(fash.db, author.id, { title: "Corduroy_patchwork" });
    const { id } = await buildOutfit(fash.db, author.id, { title: "Corduroy_patshwork" });
    const { items } = (await fash.as(null).get("/api/outfits?search=corduroy_patshwork")).json();
    expect(items.map((card: { id: string }) => card.id)).toEqual([id]);
  });

  test("finds nothing where the seventh word is missing, or the thirty-seventh", async () => {
    expect(await search("lv bag on a chain lv")).toEqual(["short"]);
    expect(await search("l b o a c h zzqqxx")).toEqual([]);
    const letters = Array.from("abcdefghijklmnopqrstuvwxyz0123456789").join(" ");
    expect(await search(`${letters} zzqqxx`)).toEqual([]);
  });

  test.each([
    ["title", "COTTON", ["plain", "percent"]],
    ["part of a title", "elve", ["velvet", "two"]],
    ["description", "straße", ["tagged"]],
    ["username", "linen_linen", ["plain", "percent"]],
    ["username with an @", "@leo.brand", ["velvet", "two", "short", "dressed", "branded", "tagged", "slash"]],
    ["tag", "gorpcore", ["tagged"]],
    ["tag with its #", "#gorp", ["tagged"]],
    ["brand", "kitsuné", ["branded"]],
    ["brand with its accent encoded differently", "kitsune\u0301", ["branded"]],
    ["the name of an item", "dress", ["dressed"]],
    ["style", "retro", ["dressed"]],
    ["style and item", "retro wrap", ["dressed"]],
    ["all words in any order", "parka velvet", ["two"]],
    ["two letters from the start of a word", "lv", ["short"]],
    ["one letter from the start of a word", "p", ["two"]],
    ["no match", "zzqqxx", []],
  ])("finds by %s", async (_what, typed, found) => {
    expect(await search(typed)).toEqual(found);
  });

  test("treats wildcards and escapes as plain characters [S-48]", async () => {
    expect(await search("100%")).toEqual(["percent"]);
    expect(await search("%")).toEqual([]);
    expect(await search("1_0")).toEqual([]);
    expect(await search("linen linen")).toEqual(["plain", "percent"]);
    expect(await search("linenxlinen")).toEqual([]);
    expect(await search(String.raw`back\slash`)).toEqual(["slash"]);
    expect(await search("' or 1=1 --")).toEqual([]);
  });

  test("a blank search is the feed, and a search combines with a style", async () => {
    expect((await search("   ")).length).toBeGreaterThan(5);
    const style = await buildStyle(fash.db);
    expect(await search("velvet", `&style=${style.id}`)).toEqual([]);
  });

  test("is paged by cursor", async () => {
    const mia = await buildUser(fash.db);
    const ids: string[] = [];
    for (let n = 0; n < 5; n += 1) ids.unshift((await buildOutfit(fash.db, mia.id, { title: "Houndstooth" })).id);
    const url = "/api/outfits?search=houndstooth&limit=2";
    const seen: string[] = [];
    let cursor = "";
    do {
      const page = (await fash.as(mia).get(`${url}${cursor}`)).json();
      seen.push(...page.items.map((card: { id: string }) => card.id));
      cursor = page.nextCursor === null ? "" : `&cursor=${page.nextCursor}`;
    } while (cursor !== "");
    expect(seen).toEqual(ids);
  });

  test("whole words come before parts of words, each newest first, on all pages", async () => {
    const mia = await buildUser(fash.db);
    const build = async (title: string, tags: string[] = []) =>
      (await buildOutfit(fash.db, mia.id, { title, tags })).id;
    const whole = [await build("A red, long coat"), await build("Coat", ["red"]), await build("In Red!")];
    const parts = [await build("Tiered skirt"), await build("Redwood brogues")];
    const pages = async (search: string) => {
      const seen: string[][] = [];
      for (let cursor = ""; ;) {
        const page = (await fash.as(mia).get(`/api/outfits?search=${search}&limit=2${cursor}`)).json();
        seen.push(page.items.map((card: { id: string }) => card.id));
        // Posted between two pages.
        if (seen.length === 1) await build("Red again");
        if (page.nextCursor === null) return seen;
        cursor = `&cursor=${page.nextCursor}`;
      }
    };
    const [first, second, third] = [...whole.toReversed(), ...parts.toReversed()].reduce<string[][]>(
      (all, id, index) => (index % 2 === 0 ? [...all, [id]] : [...all.slice(0, -1), [...(all.at(-1) ?? []), id]]),
      [],
    );
    expect(await pages("red")).toEqual([first, second, third]);
    const coats = (await fash.as(mia).get("/api/outfits?search=red%20coat")).json().items;
    expect(coats.map(({ id }: { id: string }) => id)).toEqual([whole[1], whole[0]]);
    const bad = await fash.as(mia).get("/api/outfits?search=red&cursor=abc");
    expect(bad.json().issues).toMatchObject([{ path: "cursor" }]);
  });

  test("whole words of items and styles come before parts of words, and edits change them", async () => {
    const mia = await buildUser(fash.db);
    const style = await buildStyle(fash.db, { name: "Sari modern" });
    const build = async (given: Parameters<typeof buildOutfit>[2]) => (await buildOutfit(fash.db, mia.id, given)).id;
    const whole = [
      await build({ items: [{ brand: "Acme", productName: "Silk sari" }] }),
      await build({ styleId: style.id }),
    ];
    const part = await build({ title: "Necessarily" });
    expect(await found(mia, "sari")).toEqual([whole[1], whole[0], part]);
    const plain = { title: "Plain", styleId: retroId, tags: [], items: [] };
    for (const id of whole) expect((await fash.as(mia).put(`/api/outfits/${id}`, plain)).statusCode).toBe(200);
    expect(await found(mia, "sari")).toEqual([part]);
  });

  test("whole words behind many parts of words come first, and all of them follow in order", async () => {
    const mia = await buildUser(fash.db);
    const whole: string[] = [];
    for (let n = 0; n < 2; n += 1) whole.unshift((await buildOutfit(fash.db, mia.id, { title: "Tan coat" })).id);
    const parts: string[] = [];
    for (let n = 0; n < 60; n += 1) parts.unshift((await buildOutfit(fash.db, mia.id, { title: "Tango coat" })).id);
    const seen: string[] = [];
    for (let cursor = ""; ;) {
      const page = (await fash.as(mia).get(`/api/outfits?search=tan%20coat&limit=25${cursor}`)).json();
      seen.push(...page.items.map((card: { id: string }) => card.id));
      if (page.nextCursor === null) break;
      cursor = `&cursor=${page.nextCursor}`;
    }
    expect(seen).toEqual([...whole, ...parts]);
  });

  test("punctuation in a search is no syntax, and whole words are found behind it", async () => {
    const mia = await buildUser(fash.db);
    const build = async (title: string) => (await buildOutfit(fash.db, mia.id, { title })).id;
    const [whole, part] = [await build("Retro c++ [x] ^_^ t-shirt"), await build("Retro c++ [x] ^_^ t-shirts")];
    for (const typed of ["c++ t-shirt", "[x] t-shirt", "^_^ t-shirt", "retro t-shirt"]) {
      expect(await found(mia, typed)).toEqual([whole, part]);
    }
    for (const mark of "!\"#$%&'()*+,-./:;<=>?@[\\]^_`{|}~") {
      for (const typed of [`${mark}tee`, `tee${mark}`, `t${mark}ee`, `tee ${mark}${mark}`]) {
        const answer = await fash.as(mia).get(`/api/outfits?search=${encodeURIComponent(typed)}`);
        expect([typed, answer.statusCode]).toEqual([typed, 200]);
      }
    }
  });

  async function found(viewer: { id: string }, typed: string): Promise<string[]> {
    const answer = await fash.as(viewer).get(`/api/outfits?search=${encodeURIComponent(typed)}`);
    return answer.json().items.map(({ id }: { id: string }) => id);
  }

  test("does not find the outfits of members across a block", async () => {
    const [mia, viewer] = [await buildUser(fash.db), await buildUser(fash.db)];
    await buildOutfit(fash.db, mia.id, { title: "Seersucker" });
    await fash.db.insertInto("blocks").values({ blocker_id: mia.id, blocked_id: viewer.id }).execute();
    const found = await fash.as(viewer).get("/api/outfits?search=seersucker");
    expect(found.json().items).toEqual([]);
  });

  test("a term over 100 characters is rejected with its field", async () => {
    const answer = await fash.as(null).get(`/api/outfits?search=${"a".repeat(101)}`);
    expect(answer.json().issues).toMatchObject([{ path: "search" }]);
  });
});
