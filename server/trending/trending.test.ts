import fc from "fast-check";
import { beforeAll, describe, expect, test } from "vitest";
import { buildOutfit, buildStyle, buildUser } from "#server/testing/factories.ts";
import { testApp, type TestApp } from "#server/testing/test-app.ts";

let fash: TestApp;
beforeAll(async () => {
  fash = await testApp();
});

const trendingOf = async (user: { id: string } | null): Promise<string[]> => {
  const reply = await fash.as(user).get("/api/trending");
  expect(reply.statusCode).toBe(200);
  return reply.json().items.map((card: { id: string }) => card.id);
};
interface Counts {
  views_count?: number;
  likes_count?: number;
  comments_count?: number;
}
const count = (outfit: { id: string }, counts: Counts) =>
  fash.db.updateTable("outfits").set(counts).where("id", "=", outfit.id).execute();
const like = (user: { id: string }, outfit: { id: string }) => fash.as(user).put(`/api/outfits/${outfit.id}/like`);

describe("trending", () => {
  test("ranks outfits of the member's styles by views, twice the likes and three times the comments", async () => {
    const [mia, leo] = [await buildUser(fash.db), await buildUser(fash.db)];
    const [posted, liked, other] = [await buildStyle(fash.db), await buildStyle(fash.db), await buildStyle(fash.db)];
    await buildOutfit(fash.db, mia.id, { styleId: posted.id });
    const viewed = await buildOutfit(fash.db, leo.id, { styleId: posted.id });
    const talkedAbout = await buildOutfit(fash.db, leo.id, { styleId: posted.id });
    const loved = await buildOutfit(fash.db, leo.id, { styleId: liked.id });
    await count(await buildOutfit(fash.db, leo.id, { styleId: other.id }), { views_count: 1_000 });
    await like(mia, loved);
    await count(viewed, { views_count: 10 });
    await count(talkedAbout, { comments_count: 4 });
    await count(loved, { likes_count: 7 });
    expect(await trendingOf(mia)).toEqual([loved.id, talkedAbout.id, viewed.id]);
  });

  test("considers only the newest 18 of those styles together, and shows six", async () => {
    const [mia, leo] = [await buildUser(fash.db), await buildUser(fash.db)];
    const styles = [await buildStyle(fash.db), await buildStyle(fash.db)];
    for (const style of styles) await buildOutfit(fash.db, mia.id, { styleId: style.id });
    const outfits = [];
    for (let age = 0; age < 20; age += 1) {
      const createdAt = new Date(Date.UTC(2026, 0, 30 - age));
      const outfit = await buildOutfit(fash.db, leo.id, { styleId: styles[age % 2]?.id ?? "", createdAt });
      await count(outfit, { views_count: age });
      outfits.push(outfit.id);
    }
    expect(await trendingOf(mia)).toEqual(outfits.slice(12, 18).toReversed());
  });

  test("is empty if only the member has posted in their styles", async () => {
    const mia = await buildUser(fash.db);
    await buildOutfit(fash.db, mia.id, { styleId: (await buildStyle(fash.db)).id });
    expect(await trendingOf(mia)).toEqual([]);
  });

  test("shows the most viewed to visitors and to members without own or liked outfits", async () => {
    const [mia, leo] = [await buildUser(fash.db), await buildUser(fash.db)];
    const own = await buildOutfit(fash.db, mia.id);
    const [most, second] = [await buildOutfit(fash.db, leo.id), await buildOutfit(fash.db, leo.id)];
    await count(own, { views_count: 1_000_000 });
    await count(most, { views_count: 999_999 });
    await count(second, { views_count: 999_998 });
    expect((await trendingOf(null)).slice(0, 3)).toEqual([own.id, most.id, second.id]);
    await fash.db.deleteFrom("user_styles").where("user_id", "=", mia.id).execute();
    const found = await trendingOf(mia);
    expect(found.slice(0, 2)).toEqual([most.id, second.id]);
    expect(found).toHaveLength(6);
  });

  test("drops a style whose last like was undone", async () => {
    const [mia, leo] = [await buildUser(fash.db), await buildUser(fash.db)];
    const style = await buildStyle(fash.db);
    const outfit = await buildOutfit(fash.db, leo.id, { styleId: style.id });
    await like(mia, outfit);
    expect(await trendingOf(mia)).toEqual([outfit.id]);
    await fash.as(mia).delete(`/api/outfits/${outfit.id}/like`);
    expect((await trendingOf(mia)).length).toBe(6);
  });
});

const authorKinds = ["self", "open", "private", "followed", "blocked", "blocking", "muted"] as const;
const someOutfit = fc.record({
  author: fc.constantFrom(...authorKinds),
  style: fc.nat(2),
  isActive: fc.boolean(),
  hour: fc.nat(5),
  views: fc.nat(20),
  likes: fc.nat(6),
  comments: fc.nat(4),
  isLiked: fc.boolean(),
});

/** The rule of docs/product.md#trending over rows in memory. */
interface Row {
  id: string;
  author: string;
  style: string;
  created: number;
  isActive: boolean;
  views: number;
  score: number;
}
function trendingByHand(rows: Row[], taste: Set<string>, out: Set<string>): string[] {
  const newer = (a: Row, b: Row) => b.created - a.created || (a.id < b.id ? 1 : -1);
  const shown = rows.filter((row) => row.isActive && !out.has(row.author));
  if (taste.size === 0) {
    const byViews = (a: Row, b: Row) => b.views - a.views || (a.id < b.id ? 1 : -1);
    return shown.toSorted(byViews).map((row) => row.id).slice(0, 6); // prettier-ignore
  }
  const newest = shown.filter((row) => taste.has(row.style)).toSorted(newer).slice(0, 18); // prettier-ignore
  return newest.toSorted((a, b) => b.score - a.score || newer(a, b)).map((row) => row.id).slice(0, 6); // prettier-ignore
}

test("trending equals the rule applied in memory, after any posts, hidings, blocks, mutes and likes", async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(someOutfit, { maxLength: 40 }), async (given) => {
      await fash.db.deleteFrom("outfits").execute();
      const authors = new Map<string, { id: string }>();
      for (const kind of authorKinds)
        authors.set(kind, await buildUser(fash.db, { isPrivate: ["private", "followed"].includes(kind) }));
      const idOf = (kind: string) => authors.get(kind)?.id ?? "";
      const me = { id: idOf("self") };
      await fash.db
        .insertInto("follows")
        .values({ follower_id: me.id, following_id: idOf("followed") })
        .execute();
      const styles = [await buildStyle(fash.db), await buildStyle(fash.db), await buildStyle(fash.db)];
      const rows: Row[] = [];
      const taste = new Set<string>();
      for (const one of given) {
        const styleId = styles[one.style]?.id ?? "";
        const createdAt = new Date(Date.UTC(2026, 0, 1, one.hour));
        const { id } = await buildOutfit(fash.db, idOf(one.author), { styleId, createdAt, isActive: one.isActive });
        await count({ id }, { views_count: one.views, likes_count: one.likes, comments_count: one.comments });
        const isCounted = one.isLiked && one.isActive && !["self", "private"].includes(one.author);
        if (isCounted) expect((await like(me, { id })).statusCode).toBe(200);
        if (one.author === "self" || isCounted) taste.add(styleId);
        const score = one.views + 2 * (one.likes + (isCounted ? 1 : 0)) + 3 * one.comments;
        rows.push({ id, author: one.author, style: styleId, created: createdAt.getTime(), isActive: one.isActive, views: one.views, score }); // prettier-ignore
      }
      await fash.as(me).put(`/api/blocks/${idOf("blocked")}`);
      await fash.as({ id: idOf("blocking") }).put(`/api/blocks/${me.id}`);
      await fash.as(me).put(`/api/mutes/${idOf("muted")}`);
      const out = new Set(["self", "private", "blocked", "blocking", "muted"]);
      expect(await trendingOf(me)).toEqual(trendingByHand(rows, taste, out));
      expect(await trendingOf(null)).toEqual(trendingByHand(rows, new Set(), new Set(["private", "followed"])));
    }),
    { numRuns: 12 },
  );
}, 120_000);
