import { beforeAll, describe, expect, onTestFinished, test } from "vitest";
import { searchEndpoints } from "#contract/search.ts";
import { buildArticle, buildEvent, buildOutfit, buildUser } from "#server/testing/factories.ts";
import { testApp, type TestApp } from "#server/testing/test-app.ts";

let fash: TestApp;
let members: Record<"mia" | "zoe" | "leo" | "viewer", { id: string; username: string }>;
beforeAll(async () => {
  fash = await testApp();
  members = {
    mia: await buildUser(fash.db, { username: "mia.corduroy" }),
    zoe: await buildUser(fash.db, { username: "zoe.linen", isPrivate: true }),
    leo: await buildUser(fash.db, { username: "leo_linen" }),
    viewer: await buildUser(fash.db, { username: "viewer" }),
  };
  const { mia, zoe, leo } = members;
  await buildOutfit(fash.db, mia.id, {
    title: "Corduroy evening",
    tags: ["Gorpcore", "linen season"],
    description: "A long walk along the harbour with the new lighthouse in view, and nobody else around.",
    items: [
      { brand: "Maison Kitsuné", productName: "Pinafore dress" },
      { brand: "Arket", productName: "Trench" },
    ],
    styleId: "01930000-0000-7000-8000-000000000007",
  });
  await buildOutfit(fash.db, leo.id, {
    title: "Velvet morning",
    tags: ["velvet"],
    description: "Under a pale\n green coat",
    items: [{ brand: "Linen House" }],
  });
  await buildOutfit(fash.db, zoe.id, { title: "Seersucker", tags: ["seersucker"], items: [{ brand: "Zephyrine" }] });
  await buildOutfit(fash.db, mia.id, { title: "Poplin", tags: ["poplin"], isActive: false });
});

async function search(typed: string, viewer: { id: string } | null = null, filter = "") {
  const answer = await fash.as(viewer).get(`/api/search?search=${encodeURIComponent(typed)}${filter}`);
  const reply = searchEndpoints.matches.schemas.reply.strict().parse(answer.json());
  return { ...reply, people: reply.people.map(({ username }) => username) };
}
const block = (by: { id: string }, of: { id: string }) =>
  fash.db.insertInto("blocks").values({ blocker_id: by.id, blocked_id: of.id });

describe("search suggestions", () => {
  test.each([
    ["part of a name", "corduroy", { people: ["mia.corduroy"] }],
    ["a name with its @", "@leo_linen", { people: ["leo_linen"] }],
    ["a mistyped name", "mia corderoy", { people: ["mia.corduroy"] }],
    ["a tag", "gorp", { tags: ["Gorpcore"] }],
    ["a tag with its #", "#gorpcore", { tags: ["Gorpcore"] }],
    ["a mistyped tag", "gorpcor", { tags: ["Gorpcore"] }],
    ["a brand", "kitsuné", { brands: ["Maison Kitsuné"] }],
    ["a mistyped brand", "arkett", { brands: ["Arket"] }],
    ["the start of a brand in two letters", "ar", { brands: ["Arket"] }],
    ["a style", "retro", { styles: [expect.objectContaining({ name: "Retro" })] }],
    ["a mistyped style", "minimlist", { styles: [expect.objectContaining({ name: "Minimalist" })] }],
    [
      "a text that is both a tag and a brand",
      "linen",
      { tags: ["linen season"], brands: ["Linen House"], people: ["leo_linen"] },
    ],
  ])("finds %s", async (_what, typed, found) => {
    expect(await search(typed)).toMatchObject(found);
  });

  test.each(["", "  ", "#", "@"])("of nothing ('%s') is nothing", async (typed) => {
    expect(await search(typed)).toEqual({
      people: [],
      styles: [],
      tags: [],
      brands: [],
      articles: [],
      events: [],
      correction: null,
    });
  });

  test("forgives typing errors in a username and in a display name", async () => {
    const { mia, zoe } = members;
    await fash.db.updateTable("profiles").set({ display_name: "Ottilie Brandt" }).where("id", "=", mia.id).execute();
    onTestFinished(async () => {
      await fash.db.updateTable("profiles").set({ display_name: null }).where("id", "=", mia.id).execute();
    });
    for (const typed of ["Otilie Brand", "mia.cordroy"]) {
      expect((await search(typed, zoe)).people).toEqual(["mia.corduroy"]);
    }
  });

  test("treats wildcards and quotes as plain characters", async () => {
    for (const typed of ["%", "_", String.raw`\ `, "' or 1=1 --"]) {
      expect(await search(typed)).toMatchObject({ people: [], tags: [], brands: [] });
    }
  });

  test("shows private members only to members, and no one across a block", async () => {
    const { zoe, leo, viewer, mia } = members;
    expect((await search("linen")).people).toEqual(["leo_linen"]);
    expect((await search("linen", viewer)).people.toSorted()).toEqual(["leo_linen", "zoe.linen"]);
    const [ava] = [await buildUser(fash.db)];
    await block(ava, zoe).execute();
    await block(leo, ava).execute();
    expect(await search("linen", ava)).toMatchObject({ people: [], brands: [], tags: ["linen season"] });
    await fash.db.insertInto("mutes").values({ muter_id: ava.id, muted_id: mia.id }).execute();
    expect(await search("linen", ava)).toMatchObject({ tags: [] });
  });

  test("leaves out tags and brands that only hidden and private members' outfits have", async () => {
    expect(await search("poplin", members.viewer)).toMatchObject({ tags: [], correction: null });
    expect(await search("seersucker", members.viewer)).toMatchObject({ tags: [], correction: null });
    expect(await search("zephyrine", members.viewer)).toMatchObject({ brands: [] });
  });

  test("a deleted outfit's words are no longer suggested", async () => {
    const { id } = await buildOutfit(fash.db, members.leo.id, { title: "Houndstooth", tags: ["houndstooth"] });
    expect(await search("houndstoth")).toMatchObject({ tags: ["houndstooth"], correction: "houndstooth" });
    await fash.as(members.leo).delete(`/api/outfits/${id}`);
    expect(await search("houndstoth")).toMatchObject({ tags: [], correction: null });
  });
});

test("a search finds upcoming events by title and place, forgiving typing errors", async () => {
  const event = await buildEvent(fash.db, members.leo.id, {
    title: "Seamstress social",
    location: "Nyhavn, Copenhagen",
  });
  for (const typed of ["seamstress", "nyhavn social", "seamstres social"]) {
    expect((await search(typed)).events.map(({ id }) => id)).toEqual([event.id]);
  }
  await block(members.viewer, members.leo).execute();
  expect((await search("seamstress", members.viewer)).events).toEqual([]);
});

describe("a correction", () => {
  test.each([
    ["one extra letter", "velvett", "velvet"],
    ["two transposed letters", "vevlet", "velvet"],
    ["two letters swapped", "velevt", "velvet"],
    ["a wrong letter in a title", "corderoy evning", "corduroy evening"],
    ["a missing accent in a brand", "kitsune", "kitsuné"],
    ["only the misspelled word", "velvet mornign", "velvet morning"],
    ["a wrong letter in the name of an item", "pinafora", "pinafore"],
  ])("mends %s", async (_what, typed, meant) => {
    expect((await search(typed)).correction).toBe(meant);
    const found = await fash.as(null).get(`/api/outfits?search=${encodeURIComponent(meant)}`);
    expect(found.json().items.length).toBeGreaterThan(0);
  });

  test.each(["velvet", "zzqqxx", "vel", "corduroy morning", "velvet zzqqxx"])(
    "is null for '%s': it occurs as typed, or has no near match",
    async (typed) => {
      expect((await search(typed)).correction).toBeNull();
    },
  );

  test("is null where anything else has the words as they were typed", async () => {
    const { leo } = members;
    const named = await buildUser(fash.db, { username: "velvetta" });
    await fash.db.updateTable("profiles").set({ display_name: "Corduroi" }).where("id", "=", named.id).execute();
    await buildEvent(fash.db, leo.id, { title: "Market", location: "Pinaforo" });
    await buildArticle(fash.db, leo.id, { content: { tags: ["gorpcori"] } });
    for (const typed of ["velvetta", "corduroi", "pinaforo", "gorpcori"]) {
      expect((await search(typed)).correction).toBeNull();
    }
    for (const typed of ["velvetto", "corduroo", "pinaforu"]) {
      expect((await search(typed)).correction).not.toBeNull();
    }
  });

  test("under Following goes by the outfits of that feed, also those of private members", async () => {
    const follower = await buildUser(fash.db);
    await buildOutfit(fash.db, members.zoe.id, { title: "Velvat cape" });
    await fash.db.insertInto("follows").values({ follower_id: follower.id, following_id: members.zoe.id }).execute();
    expect((await search("velvat", follower)).correction).toBe("velvet");
    expect((await search("velvat", follower, "&from=following")).correction).toBeNull();
    expect((await search("velvatt", follower, "&from=following")).correction).toBe("velvat");
    expect((await search("velvatt", null, "&from=following")).correction).toBeNull();
  });

  test("never reveals words of hidden outfits or private, blocked and muted members", async () => {
    expect((await search("poplinn", members.mia)).correction).toBeNull();
    expect((await search("seersuker", members.viewer)).correction).toBeNull();
    const ava = await buildUser(fash.db);
    await fash.db.insertInto("mutes").values({ muter_id: ava.id, muted_id: members.leo.id }).execute();
    expect((await search("velvett", ava)).correction).toBeNull();
  });
});

describe("why an outfit matched", () => {
  const match = async (typed: string) =>
    (await fash.as(null).get(`/api/outfits?search=${encodeURIComponent(typed)}`)).json().items[0]?.match;

  test.each([
    ["corduroy", { in: "title", text: "Corduroy evening" }],
    ["gorpcore", { in: "tag", text: "Gorpcore" }],
    ["kitsuné", { in: "brand", text: "Maison Kitsuné" }],
    ["pinafore", { in: "item", text: "Maison Kitsuné Pinafore dress" }],
    ["arket trench", { in: "item", text: "Arket Trench" }],
    ["bohemian", { in: "style", text: "Bohemian" }],
    ["leo_linen", { in: "member", text: "leo_linen" }],
    ["lighthouse", { in: "description", text: "…lighthouse in view, and nobody else around." }],
    ["pale green", { in: "description", text: "…pale green coat" }],
    ["linen season", { in: "tag", text: "linen season" }],
  ])("'%s' says so", async (typed, reason) => {
    expect(await match(typed)).toEqual(reason);
  });

  test("is cut before an emoji, not within it", async () => {
    await buildOutfit(fash.db, members.leo.id, { description: `wordwithoutend${"x".repeat(45)}🧥 and a hat` });
    expect((await match("wordwithoutend")).text).toBe(`wordwithoutend${"x".repeat(45)}…`);
  });

  test("is present only in searches, also in popular ones", async () => {
    const first = async (query: string) => (await fash.as(null).get(`/api/outfits?${query}`)).json().items[0];
    for (const query of ["tag=gorpcore", "sort=popular"]) expect(await first(query)).not.toHaveProperty("match");
    expect(await first("sort=popular&search=gorpcore")).toMatchObject({ match: { in: "tag", text: "Gorpcore" } });
  });
});
