import { randomUUID } from "node:crypto";
import { beforeAll, describe, expect, test } from "vitest";
import { Outfit } from "#contract/outfits.ts";
import { runSql, transact } from "#server/db/db.ts";
import type { Random } from "#server/lib/random.ts";
import { buildImage, buildOutfit, buildStyle, buildUser } from "#server/testing/factories.ts";
import { listLockWaits } from "#server/testing/lock-waits.ts";
import { auditPointsAfterEach } from "#server/testing/points-audit.ts";
import { testApp, type TestApp } from "#server/testing/test-app.ts";
import { saveAnalysis } from "./outfit-analysis.store.ts";
import { insertViews } from "./outfit-views.store.ts";
import { lockOutfit } from "./outfits.store.ts";

/** Random awards always succeed, with the minimum. */
const lucky: Random = { below: () => 0 };
let now = new Date("2026-06-01T12:00:00Z");
let fash: TestApp;
auditPointsAfterEach(() => fash.db);
beforeAll(async () => {
  fash = await testApp({ settings: { PUBLIC_PROFILES: "on" }, app: { random: lucky, clock: { now: () => now } } });
});

async function newOutfit(userId: string, more: object = {}) {
  const style = await buildStyle(fash.db);
  const image = await buildImage(fash.db, userId);
  return { title: "Linen evening", styleId: style.id, imageId: image.id, ...more };
}
const item = (more: object = {}) => ({ category: "Jacket", brand: "Muji", productName: "Blazer", ...more });
const code = (response: { json(): { code?: string } }) => response.json().code;

describe("posting", () => {
  test("a posted outfit is returned with all details, its tags and items in the order of entry", async () => {
    const mia = await buildUser(fash.db);
    const input = await newOutfit(mia.id, {
      title: "  Linen evening ",
      description: "For the beach",
      tags: ["summer", " Summer ", "", "linen"],
      items: [item({ productUrl: "https://shop.example/blazer" }), item({ category: "Shoes", brand: "Veja" })],
    });
    const posted = await fash.as(mia).post("/api/outfits", input);
    expect(posted.statusCode).toBe(200);
    const { outfit } = posted.json();
    expect(outfit).toMatchObject({
      title: "Linen evening",
      description: "For the beach",
      altText: "Linen evening: Muji Blazer, Veja Blazer",
      writtenAltText: null,
      tags: ["summer", "linen"],
      author: { id: mia.id, username: mia.username, isVerified: false },
      items: [
        { category: "Jacket", brand: "Muji", productUrl: "https://shop.example/blazer" },
        { category: "Shoes", brand: "Veja", productUrl: null },
      ],
      likesCount: 0,
      isActive: true,
    });
    const read = await fash.as(null).get(`/api/outfits/${outfit.id}`);
    expect(read.json()).toEqual(outfit);
    expect(Outfit.strict().parse(read.json())).toEqual(outfit);
  });

  test("a post raises the counts of author, style and trending, and earns 50 points and the shop link award", async () => {
    const mia = await buildUser(fash.db);
    const input = await newOutfit(mia.id, { items: [item({ productUrl: `https://shop.example/${randomUUID()}` })] });
    const { outfit, award, linkAwards } = (await fash.as(mia).post("/api/outfits", input)).json();
    expect(award).toEqual({ success: true, pointsAwarded: 50, reason: null });
    expect(linkAwards).toEqual([{ success: true, pointsAwarded: 5, reason: null }]);
    const profile = await fash.db.selectFrom("profiles").selectAll().where("id", "=", mia.id).executeTakeFirstOrThrow();
    expect(profile).toMatchObject({ outfit_count: 1, points: 55, activity_score: 2 });
    const { items: styles } = (await fash.as(null).get("/api/styles")).json();
    expect(styles).toContainEqual(expect.objectContaining({ id: outfit.style.id, activeOutfitCount: 1 }));
    const kept = await fash.db.selectFrom("user_styles").selectAll().where("user_id", "=", mia.id).execute();
    expect(kept).toEqual([{ user_id: mia.id, style_id: input.styleId, outfits_count: 1 }]);
  });

  test("a second post within five minutes earns nothing, nor does a sixth in one day", async () => {
    const mia = await buildUser(fash.db);
    const reasons: (string | null)[] = [];
    const post = async () =>
      reasons.push((await fash.as(mia).post("/api/outfits", await newOutfit(mia.id))).json().award.reason);
    await post();
    await post();
    for (let paid = 1; paid < 6; paid += 1) {
      now = new Date(now.getTime() + 300_000);
      await post();
    }
    expect(reasons).toEqual([null, "cooldown", null, null, null, null, "daily_limit"]);
  });

  test("two identical concurrent posts create one outfit, and both responses return it", async () => {
    const mia = await buildUser(fash.db);
    const input = await newOutfit(mia.id);
    const answers = await Promise.all([1, 2, 3].map(() => fash.as(mia).post("/api/outfits", input)));
    expect(answers.map((answer) => answer.statusCode)).toEqual([200, 200, 200]);
    expect(new Set(answers.map((answer) => answer.json().outfit.id)).size).toBe(1);
    expect(answers.filter((answer) => answer.json().award.success)).toHaveLength(1);
    const { n } = await fash.db
      .selectFrom("outfits")
      .select((b) => b.fn.countAll<number>().as("n"))
      .where("user_id", "=", mia.id)
      .executeTakeFirstOrThrow();
    expect(n).toBe(1);
  });

  test("a post whose answer was lost is brought to what is sent next, and earns only what is new", async () => {
    const mia = await buildUser(fash.db);
    const first = await newOutfit(mia.id, { title: "t".repeat(150), tags: ["linen"] });
    const posted = (await fash.as(mia).post("/api/outfits", first)).json();
    const style = await buildStyle(fash.db);
    const further = await buildImage(fash.db, mia.id);
    const again = await fash.as(mia).post("/api/outfits", {
      ...first,
      title: "u".repeat(150),
      description: "d".repeat(2_000),
      styleId: style.id,
      tags: ["linen", "summer"],
      items: [item({ productUrl: `https://shop.example/${randomUUID()}` })],
      morePhotos: [{ imageId: further.id }],
    });
    expect(again.statusCode).toBe(200);
    expect(again.json()).toMatchObject({
      award: { success: false, pointsAwarded: 0, reason: "already_awarded" },
      linkAwards: [{ success: true }],
    });
    const read = (await fash.as(mia).get(`/api/outfits/${posted.outfit.id}`)).json();
    expect(again.json().outfit).toEqual(read);
    expect(read).toMatchObject({
      title: "u".repeat(150),
      description: "d".repeat(2_000),
      style: { id: style.id },
      tags: ["linen", "summer"],
      items: [{ brand: "Muji" }],
      photos: [{ imageId: first.imageId }, { imageId: further.id }],
    });
    const profile = await fash.db.selectFrom("profiles").selectAll().where("id", "=", mia.id).executeTakeFirstOrThrow();
    expect(profile.outfit_count).toBe(1);
  });

  test("a picture that is another member's, of another kind, already attached or unknown is rejected and nothing is written [S-43]", async () => {
    const [mia, leo] = [await buildUser(fash.db), await buildUser(fash.db)];
    const theirs = await buildImage(fash.db, leo.id);
    const avatar = await buildImage(fash.db, mia.id);
    await fash.db.updateTable("images").set({ kind: "avatar" }).where("id", "=", avatar.id).execute();
    const shown = await buildOutfit(fash.db, mia.id, { createdAt: new Date(now.getTime() - 86_400_000) });
    for (const imageId of [theirs.id, avatar.id, shown.imageId, randomUUID()]) {
      const answer = await fash.as(mia).post("/api/outfits", await newOutfit(mia.id, { imageId, title: "Other" }));
      expect([answer.statusCode, code(answer)]).toEqual([422, "image.not_yours"]);
    }
    const rows = await fash.db.selectFrom("outfits").select("id").where("user_id", "=", mia.id).execute();
    expect(rows).toHaveLength(1);
  });

  test("an unknown style is rejected and leaves the picture unattached", async () => {
    const mia = await buildUser(fash.db);
    const input = await newOutfit(mia.id);
    const answer = await fash.as(mia).post("/api/outfits", { ...input, styleId: randomUUID() });
    expect(code(answer)).toBe("style.not_found");
    expect((await fash.as(mia).post("/api/outfits", input)).statusCode).toBe(200);
  });

  test("a visitor cannot post", async () => {
    const mia = await buildUser(fash.db);
    expect(code(await fash.as(null).post("/api/outfits", await newOutfit(mia.id)))).toBe("auth.required");
  });

  test("the twenty-first post of an hour is rate limited", async () => {
    const limited = await testApp({ settings: { RATE_LIMITS: "on" } });
    const mia = await buildUser(limited.db);
    const style = await buildStyle(limited.db);
    for (let posts = 0; posts < 20; posts += 1) {
      const image = await buildImage(limited.db, mia.id);
      const answer = await limited.as(mia).post("/api/outfits", { title: "One", styleId: style.id, imageId: image.id });
      expect(answer.statusCode).toBe(200);
    }
    const image = await buildImage(limited.db, mia.id);
    const refused = await limited.as(mia).post("/api/outfits", { title: "One", styleId: style.id, imageId: image.id });
    expect(code(refused)).toBe("rate.limited");
    expect(Number(refused.headers["retry-after"])).toBeGreaterThan(0);
  });
});

describe("who may see an outfit", () => {
  test("a hidden one is visible to its owner and admins only", async () => {
    const [mia, leo] = [await buildUser(fash.db), await buildUser(fash.db)];
    const admin = await buildUser(fash.db, { role: "admin" });
    const outfit = await buildOutfit(fash.db, mia.id, { isActive: false });
    const url = `/api/outfits/${outfit.id}`;
    expect((await fash.as(mia).get(url)).json().isActive).toBe(false);
    expect((await fash.as(admin).get(url)).statusCode).toBe(200);
    for (const viewer of [leo, null]) expect(code(await fash.as(viewer).get(url))).toBe("outfit.not_found");
  });

  test("a private member's is visible to followers, and never across a block in either direction", async () => {
    const mia = await buildUser(fash.db, { isPrivate: true });
    const [leo, ava] = [await buildUser(fash.db), await buildUser(fash.db)];
    const url = `/api/outfits/${(await buildOutfit(fash.db, mia.id)).id}`;
    expect(code(await fash.as(leo).get(url))).toBe("outfit.not_found");
    await fash.db
      .insertInto("follows")
      .values([leo, ava].map((fan) => ({ follower_id: fan.id, following_id: mia.id })))
      .execute();
    expect((await fash.as(leo).get(url)).statusCode).toBe(200);
    await fash.db.insertInto("blocks").values({ blocker_id: leo.id, blocked_id: mia.id }).execute();
    await fash.db.insertInto("blocks").values({ blocker_id: mia.id, blocked_id: ava.id }).execute();
    for (const apart of [leo, ava]) expect(code(await fash.as(apart).get(url))).toBe("outfit.not_found");
  });

  test("a banned member's is hidden, even from followers", async () => {
    const mia = await buildUser(fash.db, { isPrivate: true });
    const leo = await buildUser(fash.db);
    const url = `/api/outfits/${(await buildOutfit(fash.db, mia.id)).id}`;
    await fash.db.insertInto("follows").values({ follower_id: leo.id, following_id: mia.id }).execute();
    await fash.db
      .updateTable("auth.users")
      .set({ banned_until: new Date("2999-01-01") })
      .where("id", "=", mia.id)
      .execute();
    expect(code(await fash.as(leo).get(url))).toBe("outfit.not_found");
  });

  test("the id may be in upper case, and an invalid id is rejected", async () => {
    const mia = await buildUser(fash.db);
    const outfit = await buildOutfit(fash.db, mia.id);
    expect((await fash.as(null).get(`/api/outfits/${outfit.id.toUpperCase()}`)).statusCode).toBe(200);
    expect(code(await fash.as(null).get("/api/outfits/1"))).toBe("request.invalid");
  });
});

describe("a member's outfits", () => {
  test("are paged newest first, with hidden ones for the member only", async () => {
    const [mia, leo] = [await buildUser(fash.db), await buildUser(fash.db)];
    const at = (minute: number) => ({ createdAt: new Date(Date.UTC(2026, 1, 1, 0, minute)) });
    const [first, hidden, last] = [
      await buildOutfit(fash.db, mia.id, at(1)),
      await buildOutfit(fash.db, mia.id, { ...at(2), isActive: false }),
      await buildOutfit(fash.db, mia.id, at(3)),
    ];
    const url = `/api/profiles/${mia.username.toUpperCase()}/outfits`;
    const own = (await fash.as(mia).get(`${url}?limit=2`)).json();
    expect(own.items.map((card: { id: string }) => card.id)).toEqual([last.id, hidden.id]);
    const rest = (await fash.as(mia).get(`${url}?limit=2&cursor=${own.nextCursor}`)).json();
    expect(rest).toMatchObject({ items: [{ id: first.id }], nextCursor: null });
    const seen = (await fash.as(leo).get(url)).json().items.map((card: { id: string }) => card.id);
    expect(seen).toEqual([last.id, first.id]);
  });

  test("are shown to their owner as the public sees them, on request, without hidden ones", async () => {
    const mia = await buildUser(fash.db);
    const leo = await buildUser(fash.db);
    const shown = await buildOutfit(fash.db, mia.id);
    const hidden = await buildOutfit(fash.db, mia.id, { isActive: false });
    const url = `/api/profiles/${mia.username}/outfits`;
    const ids = async (by: { id: string } | null, query = "") =>
      (await fash.as(by).get(`${url}${query}`)).json().items.map(({ id }: { id: string }) => id);
    expect((await ids(mia)).toSorted()).toEqual([shown.id, hidden.id].toSorted());
    for (const by of [mia, leo, null]) expect(await ids(by, "?view=public")).toEqual([shown.id]);
    expect(code(await fash.as(mia).get(`${url}?view=others`))).toBe("request.invalid");
  });

  test("of a private member look empty to others; across a block or for an unknown member the response is 404", async () => {
    const mia = await buildUser(fash.db, { isPrivate: true });
    const leo = await buildUser(fash.db);
    await buildOutfit(fash.db, mia.id);
    const url = `/api/profiles/${mia.username}/outfits`;
    expect((await fash.as(leo).get(url)).json()).toEqual({ items: [], nextCursor: null });
    await fash.db.insertInto("blocks").values({ blocker_id: mia.id, blocked_id: leo.id }).execute();
    expect(code(await fash.as(leo).get(url))).toBe("profile.not_found");
    expect(code(await fash.as(leo).get("/api/profiles/nobody_here/outfits"))).toBe("profile.not_found");
  });
});

describe("views", () => {
  test("count once per member, outfit and hour, even if sent concurrently", async () => {
    const [mia, leo, ava] = [await buildUser(fash.db), await buildUser(fash.db), await buildUser(fash.db)];
    const outfit = await buildOutfit(fash.db, mia.id);
    const url = `/api/outfits/${outfit.id}/views`;
    const views = async () => (await fash.as(null).get(`/api/outfits/${outfit.id}`)).json().viewsCount;
    await Promise.all([leo, leo, leo, ava].map((viewer) => fash.as(viewer).post(url)));
    expect(await views()).toBe(2);
    now = new Date(now.getTime() + 59 * 60_000);
    await fash.as(leo).post(url);
    expect(await views()).toBe(2);
    now = new Date(now.getTime() + 60_000);
    await fash.as(leo).post(url);
    expect(await views()).toBe(3);
  });

  test("of an outfit or by a member that is being deleted do not hold up or fail the others", async () => {
    const [mia, leo, ava] = [await buildUser(fash.db), await buildUser(fash.db), await buildUser(fash.db)];
    const [leaving, staying] = [await buildOutfit(fash.db, mia.id), await buildOutfit(fash.db, mia.id)];
    await transact(fash.db, async (tx) => {
      await runSql(tx, "delete from outfits where id = $1", [leaving.id]);
      await runSql(tx, "delete from profiles where id = $1", [ava.id]);
      const view = (by: { id: string }, { id: outfitId }: { id: string }) => ({ userId: by.id, outfitId, at: now });
      await insertViews(fash.app.pool, [view(leo, leaving), view(leo, staying), view(ava, staying)]);
    });
    expect((await fash.as(null).get(`/api/outfits/${staying.id}`)).json().viewsCount).toBe(1);
  });

  test("of an outfit that is being changed or analysed count after it", async () => {
    const [mia, leo] = [await buildUser(fash.db), await buildUser(fash.db)];
    const [changed, analysed] = [await buildOutfit(fash.db, mia.id), await buildOutfit(fash.db, mia.id)];
    const { image_id: imageId } = await fash.db
      .selectFrom("outfits")
      .select("image_id")
      .where("id", "=", analysed.id)
      .executeTakeFirstOrThrow();
    let counting = Promise.resolve();
    await transact(fash.db, async (tx) => {
      await lockOutfit(tx, changed.id);
      await saveAnalysis(tx, { id: analysed.id, imageId, colours: [] });
      counting = insertViews(
        fash.app.pool,
        [changed, analysed].map(({ id }) => ({ userId: leo.id, outfitId: id, at: now })),
      );
      await expect.poll(() => listLockWaits(tx), { timeout: 5_000 }).toHaveLength(1);
    });
    await counting;
    for (const { id } of [changed, analysed]) {
      expect((await fash.as(null).get(`/api/outfits/${id}`)).json().viewsCount).toBe(1);
    }
  });

  test("require a member and an outfit that they may see", async () => {
    const mia = await buildUser(fash.db);
    const hidden = await buildOutfit(fash.db, (await buildUser(fash.db)).id, { isActive: false });
    expect(code(await fash.as(null).post(`/api/outfits/${hidden.id}/views`))).toBe("auth.required");
    expect(code(await fash.as(mia).post(`/api/outfits/${hidden.id}/views`))).toBe("outfit.not_found");
  });
});
