import { beforeAll, describe, expect, test } from "vitest";
import { buildOutfit, buildStyle, buildUser } from "#server/testing/factories.ts";
import { buildLook } from "#server/testing/looks.ts";
import { testApp, type TestApp } from "#server/testing/test-app.ts";

let fash: TestApp;
beforeAll(async () => {
  fash = await testApp();
});

type User = { id: string };
type Given = Parameters<typeof buildOutfit>[2];

/** An outfit in a style of its own, and a function that builds others similar to it. */
async function buildScene() {
  const [mia, leo] = [await buildUser(fash.db), await buildUser(fash.db)];
  const [own, other] = [await buildStyle(fash.db), await buildStyle(fash.db)];
  const build = async (user: User, given: Given) => (await buildOutfit(fash.db, user.id, given)).id;
  const tag = own.name.toLowerCase();
  const source = await build(mia, { styleId: own.id, tags: [tag, `${tag} two`], items: [{ brand: `${tag} house` }] });
  const look = async (viewer: User | null) => {
    const answer = await fash.as(viewer).get(`/api/outfits/${source}/similar`);
    return (answer.json().items as { id: string }[]).map(({ id }) => id);
  };
  return { mia, leo, own, other, tag, source, build, look };
}

describe("similar outfits", () => {
  test("lists the most similar first, without the outfit itself and those that share nothing", async () => {
    const { leo, own, other, tag, build, look } = await buildScene();
    const style = await build(leo, { styleId: own.id });
    const oneTag = await build(leo, { styleId: other.id, tags: [tag.toUpperCase()] });
    const all = await build(leo, { styleId: own.id, tags: [`${tag} two`, tag], items: [{ brand: `${tag} HOUSE` }] });
    const brand = await build(leo, { styleId: other.id, items: [{ brand: `${tag} house` }] });
    await build(leo, { styleId: other.id, tags: ["nothing in common"] });
    expect(await look(null)).toEqual([all, oneTag, brand, style]);
  });

  test("has at most ten, the newest among equally similar ones", async () => {
    const { leo, own, build, look } = await buildScene();
    const ids: string[] = [];
    for (let n = 0; n < 12; n += 1) ids.unshift(await build(leo, { styleId: own.id }));
    expect(await look(leo)).toEqual(ids.slice(0, 10));
  });

  test("leaves out hidden and private members' outfits, those across a block and those of muted members", async () => {
    const { mia, leo, own, build, look } = await buildScene();
    const [ava, zoe, viewer] = [
      await buildUser(fash.db),
      await buildUser(fash.db, { isPrivate: true }),
      await buildUser(fash.db),
    ];
    const given = { styleId: own.id };
    const shown = await build(mia, given);
    await build(mia, { ...given, isActive: false });
    await build(zoe, given);
    const [leos, avas] = [await build(leo, given), await build(ava, given)];
    await fash.db.insertInto("blocks").values({ blocker_id: leo.id, blocked_id: viewer.id }).execute();
    await fash.db.insertInto("mutes").values({ muter_id: viewer.id, muted_id: ava.id }).execute();
    expect(await look(null)).toEqual([avas, leos, shown]);
    expect(await look(viewer)).toEqual([shown]);
  });

  test("prefers what looks alike among equals, and lists what only looks alike last", async () => {
    const { mia, leo, own, other, source, build, look } = await buildScene();
    const alike = await build(leo, { styleId: other.id });
    const both = await build(leo, { styleId: own.id });
    const style = await build(mia, { styleId: own.id });
    for (const id of [source, alike, both]) {
      const vector = new Int8Array(128);
      vector[7] = 127;
      await buildLook(fash.db, id, [{ space: "outfit", place: 0, vector }]);
    }
    expect(await look(null)).toEqual([both, style, alike]);
  });

  test("returns 404 for an outfit that the viewer may not see", async () => {
    const zoe = await buildUser(fash.db, { isPrivate: true });
    const { id } = await buildOutfit(fash.db, zoe.id);
    const answer = await fash.as(null).get(`/api/outfits/${id}/similar`);
    expect([answer.statusCode, answer.json().code]).toEqual([404, "outfit.not_found"]);
    expect((await fash.as(zoe).get(`/api/outfits/${id}/similar`)).statusCode).toBe(200);
  });
});
