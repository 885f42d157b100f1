import { randomUUID } from "node:crypto";
import { beforeAll, describe, expect, test } from "vitest";
import { runSql } from "#server/db/db.ts";
import { buildOutfit, buildUser } from "#server/testing/factories.ts";
import { auditPointsAfterEach } from "#server/testing/points-audit.ts";
import { testApp, type TestApp } from "#server/testing/test-app.ts";

let fash: TestApp;
beforeAll(async () => {
  fash = await testApp({ app: { random: { below: () => 0 } } });
});
auditPointsAfterEach(() => fash.db);

type Member = { id: string };
type Outfit = { id: string };
const code = (response: { json(): { code?: string } }) => response.json().code;
const swipeUrl = (outfit: Outfit) => `/api/outfits/${outfit.id}/swipe`;
const swipe = (user: Member | null, outfit: Outfit, direction: string) =>
  fash.as(user).put(swipeUrl(outfit), { direction });
const deckOf = async (user: Member): Promise<string[]> => {
  const reply = await fash.as(user).get("/api/swipes/deck");
  expect(reply.statusCode).toBe(200);
  return reply.json().items.map((card: Outfit) => card.id);
};
const likesOf = async (outfit: Outfit) =>
  (await fash.as(null).get(`/api/outfits/${outfit.id}`)).json().likesCount as number;
const noticesOf = (user: Member) =>
  fash.db.selectFrom("notifications").selectAll().where("user_id", "=", user.id).execute();

describe("a swipe", () => {
  test("to the right likes the outfit with its count, points and notification, once however often it is sent", async () => {
    const [mia, leo] = [await buildUser(fash.db), await buildUser(fash.db)];
    const outfit = await buildOutfit(fash.db, mia.id);
    const first = await swipe(leo, outfit, "like");
    expect(first.json()).toEqual({
      like: { liked: true, likesCount: 1, award: { success: true, pointsAwarded: 1, reason: null } },
    });
    expect((await swipe(leo, outfit, "like")).json()).toEqual({ like: { liked: true, likesCount: 1, award: null } });
    expect(await noticesOf(mia)).toMatchObject([{ type: "like", actor_id: leo.id, reference_id: outfit.id }]);
    expect(await fash.db.selectFrom("swipes").selectAll().where("user_id", "=", leo.id).execute()).toHaveLength(1);
  });

  test("to the left does not change likes", async () => {
    const [mia, leo] = [await buildUser(fash.db), await buildUser(fash.db)];
    const outfit = await buildOutfit(fash.db, mia.id);
    expect((await swipe(leo, outfit, "pass")).json()).toEqual({ like: null });
    expect(await likesOf(outfit)).toBe(0);
    expect(await deckOf(leo)).not.toContain(outfit.id);
  });

  test("requires a member, another member's visible outfit, and a direction", async () => {
    const [mia, leo] = [await buildUser(fash.db), await buildUser(fash.db)];
    const outfit = await buildOutfit(fash.db, mia.id);
    const hidden = await buildOutfit(fash.db, mia.id, { isActive: false });
    expect(code(await swipe(null, outfit, "like"))).toBe("auth.required");
    expect(code(await fash.as(null).delete(swipeUrl(outfit)))).toBe("auth.required");
    expect(code(await fash.as(null).get("/api/swipes/deck"))).toBe("auth.required");
    expect(code(await swipe(mia, outfit, "like"))).toBe("outfit.is_own");
    expect(code(await swipe(leo, hidden, "pass"))).toBe("outfit.not_found");
    expect(code(await swipe(leo, { id: randomUUID() }, "pass"))).toBe("outfit.not_found");
    expect(code(await swipe(leo, outfit, "up"))).toBe("request.invalid");
    expect(await likesOf(outfit)).toBe(0);
  });

  test("that is undone removes its like and returns the card to the deck", async () => {
    const [mia, leo] = [await buildUser(fash.db), await buildUser(fash.db)];
    const outfit = await buildOutfit(fash.db, mia.id);
    await swipe(leo, outfit, "like");
    await deckOf(leo);
    expect((await fash.as(leo).delete(swipeUrl(outfit))).json()).toEqual({
      like: { liked: false, likesCount: 0, award: null },
    });
    expect(await deckOf(leo)).toContain(outfit.id);
    expect((await fash.as(leo).delete(swipeUrl(outfit))).json()).toEqual({ like: null });
  });

  test("that is undone keeps an earlier like", async () => {
    const [mia, leo] = [await buildUser(fash.db), await buildUser(fash.db)];
    const outfit = await buildOutfit(fash.db, mia.id);
    await fash.as(leo).put(`/api/outfits/${outfit.id}/like`);
    await swipe(leo, outfit, "like");
    expect((await fash.as(leo).delete(swipeUrl(outfit))).json()).toEqual({ like: null });
    expect(await likesOf(outfit)).toBe(1);
  });

  test("that is undone keeps a like that was made by hand after the swipe's was withdrawn", async () => {
    const [mia, leo] = [await buildUser(fash.db), await buildUser(fash.db)];
    const outfit = await buildOutfit(fash.db, mia.id);
    await swipe(leo, outfit, "like");
    await fash.as(leo).delete(`/api/outfits/${outfit.id}/like`);
    await fash.as(leo).put(`/api/outfits/${outfit.id}/like`);
    await fash.as(leo).delete(swipeUrl(outfit));
    expect(await likesOf(outfit)).toBe(1);
  });

  test("that failed and is sent again is undone with its like", async () => {
    const [mia, leo] = [await buildUser(fash.db), await buildUser(fash.db)];
    const outfit = await buildOutfit(fash.db, mia.id);
    const run = (text: string) => runSql(fash.db, text, []);
    await run("create function refuse() returns trigger language plpgsql as $$ begin raise 'no'; end $$");
    await run("create trigger refuse before insert on swipes for each row execute function refuse()");
    expect((await swipe(leo, outfit, "like")).statusCode).toBe(500);
    expect(await likesOf(outfit)).toBe(0);
    await run("drop function refuse cascade");
    expect((await swipe(leo, outfit, "like")).json()).toMatchObject({ like: { liked: true, likesCount: 1 } });
    await fash.as(leo).delete(swipeUrl(outfit));
    expect(await likesOf(outfit)).toBe(0);
  });

  test("that is sent several times at once is undone with its like", async () => {
    const [mia, leo] = [await buildUser(fash.db), await buildUser(fash.db)];
    const other = await testApp({ databaseUrl: fash.databaseUrl });
    for (let round = 0; round < 5; round += 1) {
      const outfit = await buildOutfit(fash.db, mia.id);
      const put = (app: TestApp) => app.as(leo).put(swipeUrl(outfit), { direction: "like" });
      await Promise.all([fash, other, fash, other].map(put));
      expect(await likesOf(outfit)).toBe(1);
      await Promise.all([fash, other].map((app) => app.as(leo).delete(swipeUrl(outfit))));
      expect(await likesOf(outfit)).toBe(0);
    }
  });

  test("can be undone after its outfit was hidden, and likes of a new member are rate limited", async () => {
    const limited = await testApp({ settings: { RATE_LIMITS: "on" } });
    const [mia, leo] = [await buildUser(limited.db), await buildUser(limited.db, { createdAt: new Date() })];
    const outfit = await buildOutfit(limited.db, mia.id);
    const requests = limited.as(leo);
    const put = () => requests.put(swipeUrl(outfit), { direction: "like" });
    for (let times = 0; times < 75; times += 1) expect((await put()).statusCode).toBe(200);
    expect(code(await put())).toBe("rate.limited");
    await limited.db.updateTable("outfits").set({ is_active: false }).where("id", "=", outfit.id).execute();
    expect((await requests.delete(swipeUrl(outfit))).json()).toEqual({
      like: { liked: false, likesCount: 0, award: null },
    });
    expect((await requests.delete(swipeUrl(outfit))).json()).toEqual({ like: null });
  });
});
