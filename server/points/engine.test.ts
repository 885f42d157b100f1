import { beforeEach, describe, expect, test } from "vitest";
import type { Random } from "#server/lib/random.ts";
import { transact } from "#server/db/db.ts";
import { buildImage, buildOutfit, buildUser, givePoints } from "#server/testing/factories.ts";
import { auditPointsAfterEach } from "#server/testing/points-audit.ts";
import { recordLive } from "#server/testing/record-live.ts";
import { testApp } from "#server/testing/test-app.ts";
import { lockMembers } from "#server/members/members.service.ts";
import { awardAttendance, getBalance, holdPoints, returnPoints } from "./points.service.ts";

const lucky: Random = { below: () => 0 };
const unlucky: Random = { below: (bound) => bound - 1 };
let now = new Date("2026-06-01T12:00:00Z");
let random = lucky;
const later = (seconds: number) => (now = new Date(now.getTime() + seconds * 1_000));
const fash = await testApp({ app: { clock: { now: () => now }, random: { below: (bound) => random.below(bound) } } });
const { as, db, app } = fash;
auditPointsAfterEach(db);

const styleId = "01930000-0000-7000-8000-000000000001";
type Member = { id: string; username: string };
let mia: Member;
let leo: Member;
beforeEach(async () => {
  later(86_400);
  random = lucky;
  [mia, leo] = [await buildUser(db), await buildUser(db)];
});

const ask = async (member: Member, source: string, metadata: object = {}) =>
  (await as(member).post("/api/points/awards", { source, metadata })).json();
const balanceOf = async (member: Member) => getBalance(db, member.id);
const owedBy = async (member: Member) => (await as(member).get("/api/me/points")).json().owedPoints as number;
const ledgerOf = (member: Member) =>
  db
    .selectFrom("points_ledger")
    .select(["action", "points"])
    .where("user_id", "=", member.id)
    .orderBy("created_at")
    .orderBy("id")
    .execute();
async function post(member: Member, links: string[] = []) {
  const imageId = (await buildImage(db, member.id)).id;
  const items = links.map((productUrl) => ({ category: "Shirt", brand: "B", productName: "P", productUrl }));
  const answer = await as(member).post("/api/outfits", { title: "A coat", styleId, imageId, items });
  expect(answer.statusCode).toBe(200);
  return answer.json() as {
    outfit: { id: string };
    award: { reason: string | null };
    linkAwards: { reason: string | null }[];
  };
}
const comment = async (member: Member, outfitId: string, content = "So good") =>
  (await as(member).post(`/api/outfits/${outfitId}/comments`, { content })).json();

describe("what an action has earned", () => {
  test("is idempotent: repeated calls return the same answer", async () => {
    const outfit = await buildOutfit(db, mia.id);
    const { outfit: own } = await post(leo, ["https://Shop.example/coat/?utm_source=x#a"]);
    await as(leo).put(`/api/outfits/${outfit.id}/like`);
    await as(leo).put(`/api/outfits/${outfit.id}/save`);
    await comment(leo, outfit.id, "Which brand?");
    for (const round of [1, 2]) {
      const answers = [
        await ask(leo, "LIKE", { outfitId: outfit.id }),
        await ask(leo, "FAVORITE", { outfitId: outfit.id }),
        await ask(leo, "COMMENT", { outfitId: outfit.id, content: " Which brand? " }),
        await ask(leo, "POST_OUTFIT", { outfitId: own.id, description: "A coat" }),
        await ask(leo, "TAG_LINK", { productUrl: "https://shop.example/coat", brand: "B", productName: "P" }),
      ];
      expect({ round, points: answers.map(({ pointsAwarded }) => pointsAwarded) }).toEqual({
        round,
        points: [1, 2, 2, 50, 5],
      });
      expect(answers.every(({ success, reason }) => success && reason === null)).toBe(true);
    }
    expect(await balanceOf(leo)).toBe(60);
  });

  test("is nothing for an action that did not happen, is another member's, or does not exist", async () => {
    const outfit = await buildOutfit(db, mia.id);
    await as(mia).put(`/api/outfits/${outfit.id}/like`);
    const nothing = {
      success: false,
      pointsAwarded: 0,
      reason: "no_such_action",
      bonus: null,
      streak: null,
      nextLoginAt: null,
    };
    for (const [source, metadata] of [
      ["LIKE", { outfitId: outfit.id }],
      ["LIKE", { outfitId: "0199b000-0000-7000-8000-00000000dead" }],
      ["LIKE", {}],
      ["FAVORITE", { outfitId: outfit.id }],
      ["COMMENT", { outfitId: outfit.id, content: "never said" }],
      ["POST_OUTFIT", { outfitId: outfit.id }],
      ["TAG_LINK", { productUrl: "https://shop.example/never" }],
      ["TAG_LINK", { productUrl: "no address" }],
    ] as const) {
      expect({ source, ...(await ask(leo, source, metadata)) }).toEqual({ source, ...nothing });
    }
    expect((await ask(leo, "STREAK_BONUS")).reason).toBe("not_awarded");
    expect(await ledgerOf(leo)).toEqual([]);
  });

  test("is nothing if the draw was zero", async () => {
    random = unlucky;
    const outfit = await buildOutfit(db, mia.id);
    await as(leo).put(`/api/outfits/${outfit.id}/like`);
    random = lucky;
    expect((await ask(leo, "LIKE", { outfitId: outfit.id })).reason).toBe("not_awarded");
    expect(await balanceOf(leo)).toBe(0);
  });

  test.each(["ATTEND_EVENT", "REVERSAL", "REDEMPTION", "like", ""])("rejects the source %j", async (source) => {
    expect((await as(leo).post("/api/points/awards", { source })).statusCode).toBe(422);
  });
});

describe("abuse does not pay", () => {
  test("deleting a comment reverses its points but does not free its place in the limits", async () => {
    const outfit = await buildOutfit(db, mia.id);
    const { comment: written, award } = await comment(leo, outfit.id);
    expect(award.pointsAwarded).toBe(2);
    expect((await as(leo).delete(`/api/comments/${written.id}`)).statusCode).toBe(200);
    expect(await balanceOf(leo)).toBe(0);
    expect((await comment(leo, outfit.id)).award.reason).toBe("cooldown");
    expect(await ledgerOf(leo)).toEqual([
      { action: "COMMENT", points: 2 },
      { action: "REVERSAL", points: -2 },
    ]);
  });

  test("nor does posting and deleting, with links that are paid once for good", async () => {
    const link = "https://shop.example/coat";
    const { outfit } = await post(leo, [link]);
    expect(await balanceOf(leo)).toBe(55);
    await as(leo).delete(`/api/outfits/${outfit.id}`);
    expect(await balanceOf(leo)).toBe(0);
    later(3_600);
    const again = await post(leo, ["https://SHOP.example:443/coat/?utm_campaign=again"]);
    expect([again.award.reason, again.linkAwards[0]?.reason]).toEqual([null, "already_awarded"]);
    expect(await balanceOf(leo)).toBe(50);
  });

  test("nor does giving several items of a new outfit one link, which has one chance", async () => {
    random = unlucky;
    const links = [
      "https://shop.example/coat",
      "https://SHOP.example/coat/?utm_source=a",
      "https://shop.example/coat#red",
    ];
    const { linkAwards } = await post(leo, [...links, "https://shop.example/hat"]);
    expect(linkAwards.map(({ reason }) => reason)).toEqual(["chance", "chance"]);
  });

  test("nor does changing the links of an outfit, where only new ones have a chance, and each one chance", async () => {
    const { outfit } = await post(leo, ["https://shop.example/coat"]);
    const edit = async (links: string[]) => {
      later(120);
      const items = links.map((productUrl) => ({ category: "Shirt", brand: "B", productName: "P", productUrl }));
      const answer = await as(leo).put(`/api/outfits/${outfit.id}`, { title: "A coat", styleId, items });
      expect(answer.statusCode).toBe(200);
      return answer.json().linkAwards.map((award: { pointsAwarded: number }) => award.pointsAwarded);
    };
    expect(await edit(["https://SHOP.example/coat?utm_source=a", "https://shop.example/hat"])).toEqual([5]);
    expect(await balanceOf(leo)).toBe(60);
    expect(await ask(leo, "TAG_LINK", { productUrl: "https://shop.example/hat" })).toMatchObject({ pointsAwarded: 5 });
    random = unlucky;
    expect(await edit(["https://shop.example/shoes", "https://shop.example/shoes#red"])).toEqual([0]);
    random = lucky;
    // Taken out and added again, changed back and forth.
    for (const links of [
      [],
      ["https://shop.example/shoes"],
      ["https://shop.example/hat"],
      ["https://shop.example/shoes"],
    ]) {
      expect(await edit(links)).toEqual([]);
    }
    expect(await edit(["https://shop.example/1", "https://shop.example/2"])).toEqual([5, 0]);
    expect(await edit(["https://shop.example/3"])).toEqual([0]);
    expect(await balanceOf(leo)).toBe(65);
    await as(leo).delete(`/api/outfits/${outfit.id}`);
    expect(await balanceOf(leo)).toBe(0);
  });

  test("points of a deleted post that are held or spent are owed and settled from the next points", async () => {
    const { outfit } = await post(leo);
    await transact(db, (tx) => holdPoints(tx, app, leo.id, 45));
    await db
      .insertInto("reward_redemptions")
      .values({
        id: outfit.id,
        user_id: leo.id,
        reward_id: "01930000-0000-7000-8000-000000000201",
        points: 45,
        reward_name: "Card",
        gift_card_type: "Card",
        value_cents: 100,
        currency: "USD",
      })
      .execute();
    await as(leo).delete(`/api/outfits/${outfit.id}`);
    expect([await balanceOf(leo), await owedBy(leo)]).toEqual([0, 45]);
    // Less is earned than owed: all of it settles the debt.
    await as(leo).put(`/api/outfits/${(await buildOutfit(db, mia.id)).id}/like`);
    expect([await balanceOf(leo), await owedBy(leo)]).toEqual([0, 44]);
    await transact(db, async (tx) => {
      const decision = { status: "rejected", rejection_reason: "No.", decided_at: new Date() } as const;
      await tx.updateTable("reward_redemptions").set(decision).where("id", "=", outfit.id).execute();
      await returnPoints(tx, app, leo.id, 45);
    });
    expect([await balanceOf(leo), await owedBy(leo)]).toEqual([1, 0]);
    const sum = (await ledgerOf(leo)).reduce((total, { points }) => total + points, 0);
    expect(sum).toBe(1);
  });

  test("awards with the same member stop at five a day; with another member they continue", async () => {
    const [max, reasons] = [await buildUser(db), [] as (string | null)[]];
    for (let n = 0; n < 6; n += 1) {
      later(60);
      const { id } = await buildOutfit(db, mia.id);
      const act = n % 2 === 0 ? "like" : "save";
      reasons.push((await as(leo).put(`/api/outfits/${id}/${act}`)).json().award.reason);
    }
    const outfit = await buildOutfit(db, mia.id);
    reasons.push((await comment(leo, outfit.id)).award.reason);
    expect(reasons).toEqual([null, null, null, null, null, "pair_limit", "pair_limit"]);
    later(60);
    const other = await buildOutfit(db, max.id);
    expect((await as(leo).put(`/api/outfits/${other.id}/like`)).json().award.success).toBe(true);
    later(86_400);
    const tomorrow = await buildOutfit(db, mia.id);
    expect((await as(leo).put(`/api/outfits/${tomorrow.id}/like`)).json().award.success).toBe(true);
  });

  test("nor do likes of a whole batch by one member", async () => {
    const outfits = await Promise.all(Array.from({ length: 8 }, () => buildOutfit(db, mia.id)));
    const answers = await Promise.all(outfits.map(({ id }) => as(leo).put(`/api/outfits/${id}/like`)));
    expect(answers.filter((answer) => answer.json().award.success)).toHaveLength(1);
  });

  test("a day's limit counts in the member's own day, and another time zone begins no new one", async () => {
    now = new Date("2026-08-01T10:00:00Z");
    await as(leo).post("/api/points/awards", { source: "DAILY_LOGIN", timeZone: "UTC" });
    for (let n = 0; n < 3; n += 1) {
      later(120);
      await post(leo, [`https://shop.example/${n}`]);
    }
    later(120);
    expect((await post(leo, ["https://shop.example/3"])).linkAwards[0]?.reason).toBe("daily_limit");
    // There it is tomorrow already.
    await as(leo).post("/api/points/awards", { source: "DAILY_LOGIN", timeZone: "Pacific/Kiritimati" });
    later(120);
    expect((await post(leo, ["https://shop.example/4"])).linkAwards[0]?.reason).toBe("daily_limit");
    now = new Date("2026-08-02T10:00:00Z");
    expect((await post(leo, ["https://shop.example/5"])).linkAwards[0]?.reason).toBe(null);
  });
});

describe("dry runs", () => {
  test("apply the engine's rules and write nothing", async () => {
    const run = async (source: string) => (await as(leo).post("/api/points/dry-runs", { source })).json();
    const before = await ledgerOf(leo);
    for (const [source, points] of [
      ["LIKE", 1],
      ["COMMENT", 2],
      ["FAVORITE", 2],
      ["TAG_LINK", 5],
    ] as const) {
      expect(await run(source)).toEqual({
        source,
        success: true,
        pointsAwarded: points,
        pointsDrawn: points,
        reason: null,
      });
    }
    expect([await ledgerOf(leo), await balanceOf(leo)]).toEqual([before, 0]);
    await as(leo).put(`/api/outfits/${(await buildOutfit(db, mia.id)).id}/like`);
    expect(await run("LIKE")).toEqual({
      source: "LIKE",
      success: false,
      pointsAwarded: 0,
      pointsDrawn: 1,
      reason: "cooldown",
    });
    random = unlucky;
    expect(await run("LIKE")).toMatchObject({ pointsDrawn: 0, reason: "cooldown" });
    expect(await run("COMMENT")).toMatchObject({ pointsDrawn: 0, success: false, pointsAwarded: 0, reason: "chance" });
    expect((await as(leo).post("/api/points/dry-runs", { source: "POST_OUTFIT" })).statusCode).toBe(422);
    expect((await as(null).post("/api/points/dry-runs", { source: "LIKE" })).json().code).toBe("auth.required");
  });
});

describe("an attended event", () => {
  const attend = (eventId: string, organiserId: string | null = null) =>
    transact(db, (tx) => awardAttendance(tx, app, { userId: leo.id, eventId, title: "Thrift fair", organiserId }));
  const ids = ["0199b000-0000-7000-8000-000000000001", "0199b000-0000-7000-8000-000000000002"] as const;

  test("pays 100 points once, and two events a day", async () => {
    expect(await attend(ids[0])).toEqual({ success: true, pointsAwarded: 100, reason: null });
    expect((await attend(ids[0])).reason).toBe("already_awarded");
    expect((await attend(ids[1], mia.id)).success).toBe(true);
    expect((await attend("0199b000-0000-7000-8000-000000000003")).reason).toBe("daily_limit");
    const { items } = (await as(leo).get("/api/me/points/ledger?kind=ATTEND_EVENT")).json();
    expect(items[1]).toMatchObject({ kind: "ATTEND_EVENT", title: "Thrift fair", points: 100 });
  });
});

describe("a balance", () => {
  test("is locked until the transaction ends: the second transaction sees the result of the first", async () => {
    await givePoints(db, leo.id, 100);
    const take = () =>
      transact(db, async (tx) => {
        await lockMembers(tx, [leo.id]);
        if ((await getBalance(tx, leo.id)) < 100) return false;
        return holdPoints(tx, app, leo.id, 100);
      });
    expect((await Promise.all([take(), take(), take()])).filter(Boolean)).toHaveLength(1);
    expect(await balanceOf(leo)).toBe(0);
    await transact(db, (tx) => returnPoints(tx, app, leo.id, 100));
    await expect(getBalance(db, "0199b000-0000-7000-8000-00000000dead")).rejects.toThrow("no profile");
  });

  test("is sent to the member's open tabs after an award, and to no one else", async () => {
    const live = recordLive(app.live);
    const outfit = await buildOutfit(db, mia.id);
    await as(leo).put(`/api/outfits/${outfit.id}/like`);
    await expect.poll(() => live.balances()).toEqual([[leo.id, 1]]);
    const { comment: written } = await comment(leo, outfit.id);
    await expect.poll(() => live.balances().at(-1)).toEqual([leo.id, 3]);
    await as(leo).delete(`/api/comments/${written.id}`);
    await expect.poll(() => live.balances().slice(2)).toEqual([[leo.id, 1]]);
  });
});
