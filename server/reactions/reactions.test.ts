import { randomUUID } from "node:crypto";
import { beforeAll, describe, expect, test } from "vitest";
import type { Random } from "#server/lib/random.ts";
import { buildOutfit, buildUser } from "#server/testing/factories.ts";
import { auditPointsAfterEach } from "#server/testing/points-audit.ts";
import { testApp, type TestApp } from "#server/testing/test-app.ts";

const lucky: Random = { below: () => 0 };
let now = new Date("2026-06-01T12:00:00Z");
const later = (seconds: number) => (now = new Date(now.getTime() + seconds * 1_000));
let fash: TestApp;
beforeAll(async () => {
  fash = await testApp({ settings: { PUBLIC_PROFILES: "on" }, app: { random: lucky, clock: { now: () => now } } });
});
auditPointsAfterEach(() => fash.db);

const code = (response: { json(): { code?: string } }) => response.json().code;
const profileOf = (id: string) =>
  fash.db.selectFrom("profiles").selectAll().where("id", "=", id).executeTakeFirstOrThrow();

describe.each([
  { kind: "like", flag: "liked", count: "likesCount", points: 1 },
  { kind: "save", flag: "saved", count: "savesCount", points: 2 },
])("$kind", ({ kind, flag, count, points }) => {
  const urlOf = (outfit: { id: string }) => `/api/outfits/${outfit.id}/${kind}`;

  test("exists once however often and concurrently it is sent, and is gone once undone [S-61]", async () => {
    const [mia, leo] = [await buildUser(fash.db), await buildUser(fash.db)];
    const outfit = await buildOutfit(fash.db, mia.id);
    const answers = await Promise.all([1, 2, 3, 4].map(() => fash.as(leo).put(urlOf(outfit))));
    for (const answer of answers) expect(answer.json()).toMatchObject({ [flag]: true, [count]: 1 });
    expect(answers.filter((answer) => answer.json().award !== null)).toHaveLength(1);
    const off = await Promise.all([1, 2].map(() => fash.as(leo).delete(urlOf(outfit))));
    for (const answer of off) expect(answer.json()).toEqual({ [flag]: false, [count]: 0, award: null });
    expect((await fash.as(leo).get(`/api/outfits/${outfit.id}`)).json()).toMatchObject({ [flag]: false, [count]: 0 });
  });

  test("earns once: not when repeated after an undo, whether it was paid or not [S-62]", async () => {
    const [mia, leo] = [await buildUser(fash.db), await buildUser(fash.db)];
    const [first, second] = [await buildOutfit(fash.db, mia.id), await buildOutfit(fash.db, mia.id)];
    const award = async (outfit: { id: string }) => (await fash.as(leo).put(urlOf(outfit))).json().award;
    expect(await award(first)).toEqual({ success: true, pointsAwarded: points, reason: null });
    expect(await award(second)).toEqual({ success: false, pointsAwarded: 0, reason: "cooldown" });
    later(60);
    for (const outfit of [first, second]) {
      await fash.as(leo).delete(urlOf(outfit));
      expect(await award(outfit)).toEqual({ success: false, pointsAwarded: 0, reason: "already_awarded" });
    }
    expect((await profileOf(leo.id)).points).toBe(points);
  });

  test("on one's own outfit counts but earns nothing", async () => {
    const mia = await buildUser(fash.db);
    const outfit = await buildOutfit(fash.db, mia.id);
    expect((await fash.as(mia).put(urlOf(outfit))).json()).toEqual({
      [flag]: true,
      [count]: 1,
      award: { success: false, pointsAwarded: 0, reason: "own_outfit" },
    });
    expect(await profileOf(mia.id)).toMatchObject({ points: 0, unread_notifications_count: 0 });
  });

  test("earns at most ten times a day [S-62]", async () => {
    const [mia, max, leo] = [await buildUser(fash.db), await buildUser(fash.db), await buildUser(fash.db)];
    const reasons: (string | null)[] = [];
    for (let n = 0; n < 11; n += 1) {
      later(30);
      const owner = n % 2 === 0 ? mia : max;
      reasons.push((await fash.as(leo).put(urlOf(await buildOutfit(fash.db, owner.id)))).json().award.reason);
    }
    expect(reasons).toEqual([...Array.from({ length: 10 }, () => null), "daily_limit"]);
    later(86_400);
    expect((await fash.as(leo).put(urlOf(await buildOutfit(fash.db, mia.id)))).json().award.success).toBe(true);
  });

  test("requires a member and an outfit that they may see, and a rejected one does not affect the rest of its batch", async () => {
    const [mia, leo] = [await buildUser(fash.db), await buildUser(fash.db)];
    const [open, hidden] = [
      await buildOutfit(fash.db, mia.id),
      await buildOutfit(fash.db, mia.id, { isActive: false }),
    ];
    expect(code(await fash.as(null).put(urlOf(open)))).toBe("auth.required");
    expect(code(await fash.as(null).delete(urlOf(open)))).toBe("auth.required");
    const answers = await Promise.all(
      [hidden, open, { id: randomUUID() }].map((outfit) => fash.as(leo).put(urlOf(outfit))),
    );
    expect(answers.map((answer) => answer.statusCode)).toEqual([404, 200, 404]);
    expect(code(await fash.as(leo).delete(urlOf(hidden)))).toBe("outfit.not_found");
  });

  test("can be taken back after its outfit was hidden, and tells nothing about it", async () => {
    const [mia, leo, eve] = [await buildUser(fash.db), await buildUser(fash.db), await buildUser(fash.db)];
    const outfit = await buildOutfit(fash.db, mia.id);
    for (const by of [leo, eve]) await fash.as(by).put(urlOf(outfit));
    await fash.db.updateTable("outfits").set({ is_active: false }).where("id", "=", outfit.id).execute();
    const off = { [flag]: false, [count]: 0, award: null };
    const answers = await Promise.all([1, 2].map(() => fash.as(leo).delete(urlOf(outfit))));
    expect(answers.map((answer) => answer.json())).toEqual([off, off]);
    expect((await fash.as(leo).delete(urlOf(outfit))).json()).toEqual(off);
    expect(code(await fash.as(leo).put(urlOf(outfit)))).toBe("outfit.not_found");
    expect((await fash.as(mia).get(`/api/outfits/${outfit.id}`)).json()).toMatchObject({ [count]: 1 });
    await fash.as(mia).put(`/api/blocks/${eve.id}`);
    expect((await fash.as(eve).delete(urlOf(outfit))).json()).toEqual(off);
    expect((await fash.as(mia).get(`/api/outfits/${outfit.id}`)).json()).toMatchObject({ [count]: 0 });
  });
});

describe("a like", () => {
  test("notifies the owner and raises the owner's likes and the liker's styles; an unlike reverts all of it", async () => {
    const [mia, leo] = [await buildUser(fash.db), await buildUser(fash.db)];
    const outfit = await buildOutfit(fash.db, mia.id);
    const url = `/api/outfits/${outfit.id}/like`;
    const styles = () => fash.db.selectFrom("user_styles").selectAll().where("user_id", "=", leo.id).execute();
    const notifications = () => fash.db.selectFrom("notifications").selectAll().where("user_id", "=", mia.id).execute();
    await fash.as(leo).put(url);
    expect(await profileOf(mia.id)).toMatchObject({ total_likes: 1, unread_notifications_count: 1 });
    expect(await notifications()).toMatchObject([{ type: "like", actor_id: leo.id, reference_id: outfit.id }]);
    expect(await styles()).toMatchObject([{ style_id: outfit.styleId, outfits_count: 1 }]);
    await fash.as(leo).delete(url);
    expect(await profileOf(mia.id)).toMatchObject({ total_likes: 0, unread_notifications_count: 0 });
    expect(await notifications()).toEqual([]);
    expect(await styles()).toMatchObject([{ outfits_count: 0 }]);
    await fash.as(leo).put(url);
    expect(await notifications()).toEqual([]);
  });

  test("and a concurrent unlike leave counts equal to rows", async () => {
    const [mia, leo] = [await buildUser(fash.db), await buildUser(fash.db)];
    const outfit = await buildOutfit(fash.db, mia.id);
    const url = `/api/outfits/${outfit.id}/like`;
    const requests = fash.as(leo);
    const answers = await Promise.all([requests.put(url), requests.delete(url), requests.put(url)]);
    expect(answers.every((answer) => answer.statusCode === 200)).toBe(true);
    const rows = await fash.db.selectFrom("likes").selectAll().where("outfit_id", "=", outfit.id).execute();
    const { likesCount } = (await fash.as(null).get(`/api/outfits/${outfit.id}`)).json();
    expect(likesCount).toBe(rows.length);
    expect((await profileOf(mia.id)).total_likes).toBe(rows.length);
  });
});

test("the 301st like of an hour is rate limited, as is a new member's 76th [S-71]", async () => {
  const limited = await testApp({ settings: { RATE_LIMITS: "on" } });
  const owner = await buildUser(limited.db);
  const url = `/api/outfits/${(await buildOutfit(limited.db, owner.id)).id}/like`;
  for (const [createdAt, allowed] of [
    [new Date("2026-01-01"), 300],
    [new Date(), 75],
  ] as const) {
    const { id } = await buildUser(limited.db, { createdAt });
    const member = limited.as({ id });
    // All but the last two of them are counted already: each costs a whole request otherwise.
    const values = [`likes:${id}`, allowed - 2, Date.now() + 3_600_000];
    await limited.app.pool.query("insert into rate_limits (key, points, expire) values ($1, $2, $3)", values);
    for (let likes = 0; likes < 2; likes += 1) expect((await member.put(url)).statusCode).toBe(200);
    expect(code(await member.put(url))).toBe("rate.limited");
    expect((await member.delete(url)).statusCode).toBe(200);
  }
});

describe("the closet", () => {
  const save = (user: { id: string }, outfit: { id: string }) => fash.as(user).put(`/api/outfits/${outfit.id}/save`);
  const titles = (response: { json(): { items: { outfit: { title: string } }[] } }) =>
    response.json().items.map((entry) => entry.outfit.title);

  test("pages the member's saves newest first, by style, without outfits hidden since", async () => {
    const [mia, leo] = [await buildUser(fash.db), await buildUser(fash.db)];
    const casual = "01930000-0000-7000-8000-000000000002";
    const [one, two, three] = [
      await buildOutfit(fash.db, mia.id, { title: "One" }),
      await buildOutfit(fash.db, mia.id, { title: "Two", styleId: casual }),
      await buildOutfit(fash.db, mia.id, { title: "Three" }),
    ];
    for (const outfit of [one, two, three]) await save(leo, outfit);
    const first = await fash.as(leo).get("/api/closet?limit=2");
    expect(titles(first)).toEqual(["Three", "Two"]);
    expect(first.json().items[0].outfit).toMatchObject({ saved: true, liked: false });
    expect(titles(await fash.as(leo).get(`/api/closet?limit=2&cursor=${first.json().nextCursor}`))).toEqual(["One"]);
    expect(titles(await fash.as(leo).get(`/api/closet?style=${casual}`))).toEqual(["Two"]);
    expect(titles(await fash.as(leo).get(`/api/closet?outfit=${one.id}`))).toEqual(["One"]);
    expect(titles(await fash.as(mia).get(`/api/closet?outfit=${one.id}`))).toEqual([]);
    await fash.db.updateTable("outfits").set({ is_active: false }).where("id", "=", three.id).execute();
    expect(titles(await fash.as(leo).get("/api/closet"))).toEqual(["Two", "One"]);
    expect(code(await fash.as(null).get("/api/closet"))).toBe("auth.required");
  });

  test("is shown to others only if it is public, without hidden saves", async () => {
    const mia = await buildUser(fash.db, { isClosetPrivate: false });
    const leo = await buildUser(fash.db);
    const url = `/api/profiles/${mia.username}/closet`;
    const [shown, hidden] = [
      await buildOutfit(fash.db, leo.id, { title: "Shown" }),
      await buildOutfit(fash.db, leo.id, { title: "Hidden" }),
    ];
    for (const outfit of [shown, hidden]) await save(mia, outfit);
    const saves = (await fash.as(mia).get("/api/closet")).json().items;
    const hide = `/api/closet/${saves[0].id}/hidden`;
    expect((await fash.as(mia).put(hide, { isHidden: true })).json()).toEqual({ id: saves[0].id, isHidden: true });
    expect(titles(await fash.as(leo).get(url))).toEqual(["Shown"]);
    expect(titles(await fash.as(null).get(url))).toEqual(["Shown"]);
    expect(titles(await fash.as(mia).get(url))).toEqual(["Shown"]);
    await fash.db.updateTable("profiles").set({ closet_private: true }).where("id", "=", mia.id).execute();
    expect((await fash.as(leo).get(url)).json()).toEqual({ items: [], nextCursor: null });
    expect(titles(await fash.as(mia).get(url))).toEqual(["Shown"]);
    expect((await fash.as(mia).get(`${url}?view=public`)).json()).toEqual({ items: [], nextCursor: null });
    await fash.db
      .updateTable("profiles")
      .set({ closet_private: false, is_private: true })
      .where("id", "=", mia.id)
      .execute();
    expect((await fash.as(leo).get(url)).json()).toEqual({ items: [], nextCursor: null });
    expect(code(await fash.as(leo).get("/api/profiles/nobody_at_all/closet"))).toBe("profile.not_found");
  });

  test("only the owner can hide a save", async () => {
    const [mia, leo] = [await buildUser(fash.db), await buildUser(fash.db)];
    await save(mia, await buildOutfit(fash.db, leo.id));
    const [{ id }] = (await fash.as(mia).get("/api/closet")).json().items;
    const hide = (user: { id: string } | null) => fash.as(user).put(`/api/closet/${id}/hidden`, { isHidden: true });
    expect(code(await hide(leo))).toBe("save.not_found");
    expect(code(await hide(null))).toBe("auth.required");
    expect((await fash.as(mia).get("/api/closet")).json().items[0].isHidden).toBe(false);
  });
});
