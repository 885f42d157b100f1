import { beforeAll, describe, expect, test } from "vitest";
import { FeedCard, outfitEndpoints } from "#contract/outfits.ts";
import { buildImage, buildOutfit, buildStyle, buildUser } from "#server/testing/factories.ts";
import { testApp, type TestApp } from "#server/testing/test-app.ts";
import { tokenFor } from "#server/testing/tokens.ts";

let fash: TestApp;
beforeAll(async () => {
  fash = await testApp();
});

type Card = { id: string; liked: boolean; saved: boolean; likesCount: number };
const idsOf = (response: { json(): { items: Card[] } }) => response.json().items.map((card) => card.id);

/** Outfits of a new style, oldest first, a minute apart. */
async function buildFeed(count: number, userId: string) {
  const style = await buildStyle(fash.db);
  const ids: string[] = [];
  for (let minute = 0; minute < count; minute += 1) {
    const createdAt = new Date(Date.UTC(2026, 2, 1, 0, minute));
    ids.push((await buildOutfit(fash.db, userId, { styleId: style.id, createdAt })).id);
  }
  return { style, ids, url: `/api/outfits?style=${style.id}` };
}

describe("the feed", () => {
  test("is paged newest first, twenty at a time, each outfit once, to its end", async () => {
    const mia = await buildUser(fash.db);
    const { ids, url } = await buildFeed(45, mia.id);
    for (const viewer of [null, mia]) {
      const seen: string[] = [];
      let next = url;
      const sizes: number[] = [];
      for (;;) {
        const page = (await fash.as(viewer).get(next)).json();
        seen.push(...page.items.map((card: Card) => card.id));
        sizes.push(page.items.length);
        if (page.nextCursor === null) break;
        next = `${url}&cursor=${page.nextCursor}`;
      }
      expect(seen).toEqual(ids.toReversed());
      expect(sizes).toEqual([20, 20, 5]);
    }
  });

  test("keeps its position when outfits are posted between pages, even with equal timestamps", async () => {
    const mia = await buildUser(fash.db);
    const style = await buildStyle(fash.db);
    const createdAt = new Date("2026-03-02T00:00:00Z");
    const ids: string[] = [];
    for (let n = 0; n < 6; n += 1) ids.push((await buildOutfit(fash.db, mia.id, { styleId: style.id, createdAt })).id);
    const url = `/api/outfits?style=${style.id}&limit=3`;
    const first = (await fash.as(null).get(url)).json();
    await buildOutfit(fash.db, mia.id, { styleId: style.id });
    const second = (await fash.as(null).get(`${url}&cursor=${first.nextCursor}`)).json();
    const seen = [...first.items, ...second.items].map((card: Card) => card.id);
    expect(seen).toEqual(ids.toSorted().toReversed());
  });

  test("its serialized JSON matches the contract, on the first page, on a later one and in a search", async () => {
    const mia = await buildUser(fash.db, { role: "admin" });
    const { url } = await buildFeed(22, mia.id);
    const reply = outfitEndpoints.feed.schemas.reply.extend({ items: FeedCard.strict().array() }).strict();
    const first = await fash.as(null).get(url);
    for (const viewer of [null, mia]) {
      for (const query of ["", `&cursor=${first.json().nextCursor}`, "&limit=3", `&search=${mia.username}`]) {
        const page = (await fash.as(viewer).get(url + query)).json();
        expect(reply.parse(page)).toEqual(page);
        expect(page.items[0].author).toMatchObject({ username: mia.username, isVerified: true });
      }
    }
    expect(first.headers["content-type"]).toBe("application/json; charset=utf-8");
  });

  test("shows each viewer only their own likes and saves", async () => {
    const [mia, leo, ava] = [await buildUser(fash.db), await buildUser(fash.db), await buildUser(fash.db)];
    const { ids, url } = await buildFeed(3, mia.id);
    await fash.as(leo).put(`/api/outfits/${ids[0]}/like`);
    await fash.as(ava).put(`/api/outfits/${ids[1]}/save`);
    const [forLeo, forAva, forNobody] = await Promise.all(
      [leo, ava, null].map(async (viewer) => (await fash.as(viewer).get(url)).json().items as Card[]),
    );
    const flags = (cards: Card[] | undefined) => cards?.map((card) => [card.liked, card.saved, card.likesCount]);
    expect(flags(forLeo)).toEqual([
      [false, false, 0],
      [false, false, 0],
      [true, false, 1],
    ]);
    expect(flags(forAva)).toEqual([
      [false, false, 0],
      [false, true, 0],
      [false, false, 1],
    ]);
    expect(flags(forNobody)).toEqual([
      [false, false, 0],
      [false, false, 0],
      [false, false, 1],
    ]);
  });

  test("answers concurrent callers separately: members, a banned one, one whose session ended, and a visitor", async () => {
    const build = () => buildUser(fash.db);
    const cast = await Promise.all([build(), build(), build(), build(), build()]);
    const [mia, leo, ava, banned, gone] = cast;
    const { ids, url } = await buildFeed(3, mia.id);
    const tokens = await Promise.all(cast.map(({ id }) => tokenFor(fash.app, id)));
    await fash.as(leo).put(`/api/outfits/${ids[2]}/like`);
    await fash.as(ava).put(`/api/outfits/${ids[0]}/save`);
    await fash.as(ava).put(`/api/outfits/${ids[2]}/like`);
    await fash.as(banned).put(`/api/outfits/${ids[2]}/like`);
    await fash.db.updateTable("auth.users").set({ banned_until: "2999-01-01" }).where("id", "=", banned.id).execute();
    await fash.db.deleteFrom("auth.sessions").where("user_id", "=", gone.id).execute();
    const look = async (token: string | undefined, more: string) => {
      const headers = token === undefined ? {} : { authorization: `Bearer ${token}` };
      const answer = await fash.fastify.inject({ url: url + more, headers });
      if (answer.statusCode !== 200) return answer.json().code;
      return answer.json().items.map(({ liked, saved }: Card) => (liked ? 1 : 0) + (saved ? 2 : 0));
    };
    for (const more of ["", "&limit=3"]) {
      const seen = await Promise.all([...tokens, undefined, ...tokens].map((token) => look(token, more)));
      const ended = "auth.session_ended";
      const ofMembers = [[0, 0, 0], [1, 0, 0], [1, 0, 2], ended, ended];
      expect(seen).toEqual([...ofMembers, [0, 0, 0], ...ofMembers]);
    }
  });

  test("leaves out hidden and private members' outfits, those across a block and those of muted members", async () => {
    const [mia, leo, ava, zoe] = [
      await buildUser(fash.db),
      await buildUser(fash.db),
      await buildUser(fash.db),
      await buildUser(fash.db, { isPrivate: true }),
    ];
    const style = await buildStyle(fash.db);
    const of = async (user: { id: string }, more = {}) =>
      (await buildOutfit(fash.db, user.id, { styleId: style.id, ...more })).id;
    const shown = await of(mia);
    await of(mia, { isActive: false });
    await of(zoe);
    const [leos, avas] = [await of(leo), await of(ava)];
    const viewer = await buildUser(fash.db);
    await fash.db.insertInto("blocks").values({ blocker_id: leo.id, blocked_id: viewer.id }).execute();
    await fash.db.insertInto("mutes").values({ muter_id: viewer.id, muted_id: ava.id }).execute();
    const url = `/api/outfits?style=${style.id}`;
    expect(idsOf(await fash.as(null).get(url))).toEqual([avas, leos, shown]);
    for (const more of ["", "&limit=5"]) expect(idsOf(await fash.as(viewer).get(url + more))).toEqual([shown]);
    expect(idsOf(await fash.as(leo).get(url))).toEqual([avas, leos, shown]);
  });

  test("shows one's own post, edit and deletion on the next request", async () => {
    const mia = await buildUser(fash.db);
    const { style, url } = await buildFeed(1, mia.id);
    await fash.as(null).get(url);
    const image = await buildImage(fash.db, mia.id);
    const posted = await fash.as(mia).post("/api/outfits", { title: "Now", styleId: style.id, imageId: image.id });
    const { id } = posted.json().outfit;
    expect(idsOf(await fash.as(null).get(url))[0]).toBe(id);
    await fash.as(mia).put(`/api/outfits/${id}`, { title: "Renamed", styleId: style.id });
    expect((await fash.as(null).get(url)).json().items[0].title).toBe("Renamed");
    await fash.as(mia).delete(`/api/outfits/${id}`);
    expect(idsOf(await fash.as(null).get(url))).not.toContain(id);
  });

  test("an unknown style has an empty feed, and an invalid cursor is reported with its field", async () => {
    const empty = await fash.as(null).get("/api/outfits?style=01930000-0000-7000-8000-00000000ffff");
    expect(empty.json()).toEqual({ items: [], nextCursor: null });
    const answer = await fash.as(null).get("/api/outfits?cursor=bm9uZQ");
    expect(answer.json()).toMatchObject({ code: "request.invalid", issues: [{ path: "cursor" }] });
  });
});

describe("caching of the feed", () => {
  test("an unchanged page is answered 304 without a body until a flag or a count changes", async () => {
    const [mia, leo] = [await buildUser(fash.db), await buildUser(fash.db)];
    const { ids, url } = await buildFeed(2, mia.id);
    const authorization = `Bearer ${await tokenFor(fash.app, leo.id)}`;
    const look = (etag?: string) =>
      fash.fastify.inject({ url, headers: { authorization, ...(etag ? { "if-none-match": etag } : {}) } });
    const first = await look();
    const etag = String(first.headers["etag"]);
    expect(etag).toMatch(/^W\/"/);
    const again = await look(etag);
    expect([again.statusCode, again.body]).toEqual([304, ""]);
    await fash.as(leo).put(`/api/outfits/${ids[0]}/save`);
    expect((await look(etag)).statusCode).toBe(200);
  });

  test("a member's page is private; a visitor's may be shared for a second and differs by the token", async () => {
    const mia = await buildUser(fash.db);
    const own = await fash.as(mia).get("/api/outfits");
    const open = await fash.as(null).get("/api/outfits");
    expect(own.headers["cache-control"]).toBe("private, no-cache");
    expect(open.headers["cache-control"]).toBe("public, max-age=0, s-maxage=1");
    for (const answer of [own, open]) expect(answer.headers["vary"]).toContain("authorization");
  });
});
