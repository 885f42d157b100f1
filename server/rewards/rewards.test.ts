import { randomUUID } from "node:crypto";
import { beforeEach, describe, expect, test } from "vitest";
import type { Redemption, Reward } from "#contract/rewards.ts";
import { runSql } from "#server/db/db.ts";
import { buildRedemption, buildUser, givePoints } from "#server/testing/factories.ts";
import { auditPointsAfterEach } from "#server/testing/points-audit.ts";
import { rewardActions } from "#server/testing/reward-actions.ts";
import { testApp } from "#server/testing/test-app.ts";

const { as, db } = await testApp();
auditPointsAfterEach(db);
const actions = await rewardActions({ as, db });
const { admin, catalogue, cheapest, dearest, approve, setRules, redeem, redemptionsOf, balanceOf, buildSaver } =
  actions;
const addReward = (given: object = {}) => actions.addReward({ valueCents: 1_000, pointsRequired: 100, ...given });

beforeEach(async () => void (await setRules()));

describe("the list of rewards", () => {
  test("lists the cheapest first, without retired ones", async () => {
    expect(catalogue.map(({ pointsRequired }) => pointsRequired)).toEqual([1_000, 1_000, 2_500, 5_000]);
    const { id } = await addReward();
    await as(admin).put(`/api/admin/rewards/${id}/retired`, { isRetired: true });
    expect((await as(null).get("/api/rewards")).json().items).toEqual(catalogue);
    const mia = await buildSaver(100);
    for (const rewardId of [id, randomUUID()]) {
      const answer = await as(mia).put(`/api/me/redemptions/${randomUUID()}`, { rewardId, cost: 100 });
      expect(answer.json()).toMatchObject({ status: 404, code: "reward.not_found" });
    }
    expect(await balanceOf(mia)).toBe(100);
  });

  test("reports what is out of stock, and how many are left when there are few", async () => {
    const reward = await addReward({ supply: "codes" });
    const shown = async () =>
      ((await as(null).get("/api/rewards")).json().items as Reward[]).find(({ id }) => id === reward.id);
    expect(await shown()).toMatchObject({ isInStock: false, leftCount: null });
    const text = Array.from({ length: 6 }, (_, index) => `STOCK-${index}-${randomUUID()}`).join("\n");
    await as(admin).post(`/api/admin/rewards/${reward.id}/codes`, { text });
    expect(await shown()).toMatchObject({ isInStock: true, leftCount: null });
    await redeem(await buildSaver(100), reward);
    expect(await shown()).toMatchObject({ isInStock: true, leftCount: 5 });
    await as(admin).put(`/api/admin/rewards/${reward.id}/retired`, { isRetired: true });
  });
});

describe("a request", () => {
  test("holds its points until approval", async () => {
    const mia = await buildSaver(5_400);
    const answer = await redeem(mia);
    const { id, name, giftCardType, valueCents, currency } = dearest;
    expect(answer.json()).toMatchObject({
      reward: { id, name, giftCardType, valueCents, currency },
      cost: 5_000,
      status: "awaiting approval",
      decidedAt: null,
    });
    expect(await redemptionsOf(mia)).toEqual([answer.json()]);
    expect(await balanceOf(mia)).toBe(400);
    expect((await as(mia).get("/api/me/reward-standing")).json()).toMatchObject({
      balance: 400,
      heldPoints: 5_000,
      owedPoints: 0,
      openCount: 1,
      obstacle: null,
    });
  });

  test("with too few points is rejected and holds nothing", async () => {
    const mia = await buildSaver(4_999);
    expect((await redeem(mia)).json()).toMatchObject({ status: 409, code: "reward.too_few_points" });
    expect(await redemptionsOf(mia)).toEqual([]);
    expect(await balanceOf(mia)).toBe(4_999);
  });

  test("at a price that has changed in the meantime is rejected and holds nothing", async () => {
    const [mia, reward] = [await buildSaver(1_000), await addReward()];
    await as(admin).patch(`/api/admin/rewards/${reward.id}`, { pointsRequired: 200 });
    expect((await redeem(mia, reward)).json()).toMatchObject({ status: 409, code: "reward.price_changed" });
    expect(await balanceOf(mia)).toBe(1_000);
    await as(admin).put(`/api/admin/rewards/${reward.id}/retired`, { isRetired: true });
  });

  test("sent twenty times at once holds its points once", async () => {
    const mia = await buildSaver(20_000);
    const id = randomUUID();
    const answers = await Promise.all(Array.from({ length: 20 }, () => redeem(mia, dearest, id)));
    expect(new Set(answers.map(({ statusCode, body }) => `${statusCode} ${body}`)).size).toBe(1);
    expect(await redemptionsOf(mia)).toHaveLength(1);
    expect(await balanceOf(mia)).toBe(15_000);
  });

  test("is one of twenty at once that never spend more than there is [S-63]", async () => {
    const mia = await buildSaver(17_000);
    const answers = await Promise.all(Array.from({ length: 20 }, () => redeem(mia)));
    const statuses = answers.map(({ statusCode }) => statusCode).toSorted((a, b) => a - b);
    expect(statuses).toEqual([200, 200, 200, ...Array.from({ length: 17 }, () => 409)]);
    expect(await redemptionsOf(mia)).toHaveLength(3);
    expect(await balanceOf(mia)).toBe(2_000);
  });

  test("does not lose concurrent awards", async () => {
    const mia = await buildSaver(5_000);
    const awards = Array.from({ length: 10 }, () => givePoints(db, mia.id, 100));
    const answers = await Promise.all([redeem(mia), redeem(mia), ...awards]);
    expect(answers.filter((answer) => answer && answer.statusCode === 200)).toHaveLength(1);
    expect(await balanceOf(mia)).toBe(1_000);
  });

  test("with an id used for something else is rejected and holds nothing", async () => {
    const [mia, leo] = [await buildSaver(10_000), await buildSaver(10_000)];
    const { id } = (await redeem(mia)).json();
    expect((await redeem(leo, dearest, id)).json()).toMatchObject({ status: 409, code: "redemption.id_taken" });
    expect((await redeem(mia, cheapest, id)).json()).toMatchObject({ status: 409, code: "redemption.id_taken" });
    expect([await balanceOf(mia), await balanceOf(leo)]).toEqual([5_000, 10_000]);
  });

  test("for a reward out of stock is rejected, unless the member agrees to wait", async () => {
    const [mia, reward] = [await buildSaver(1_000), await addReward({ supply: "codes" })];
    expect((await redeem(mia, reward)).json()).toMatchObject({ status: 409, code: "reward.out_of_stock" });
    expect(await balanceOf(mia)).toBe(1_000);
    const body = { rewardId: reward.id, cost: 100, mayWait: true };
    const waiting = await as(mia).put(`/api/me/redemptions/${randomUUID()}`, body);
    expect(waiting.json()).toMatchObject({ status: "awaiting approval" });
    expect(await balanceOf(mia)).toBe(900);
  });

  test("never promises one code to two members", async () => {
    const reward = await addReward({ supply: "codes" });
    const text = Array.from({ length: 3 }, () => `FEW-${randomUUID()}`).join("\n");
    await as(admin).post(`/api/admin/rewards/${reward.id}/codes`, { text });
    const members = await Promise.all(Array.from({ length: 12 }, () => buildSaver(100)));
    const answers = await Promise.all(members.map((member) => redeem(member, reward)));
    expect(answers.filter(({ statusCode }) => statusCode === 200)).toHaveLength(3);
    const codes = answers.map((answer) => answer.json().code).filter(Boolean);
    expect(new Set(codes)).toEqual(new Set(["reward.out_of_stock"]));
  });

  test("keeps its name and cost when the reward is changed or retired", async () => {
    const [mia, reward] = [await buildSaver(100), await addReward({ name: "As it was" })];
    await redeem(mia, reward);
    await as(admin).patch(`/api/admin/rewards/${reward.id}`, { name: "Other", pointsRequired: 7, valueCents: 5 });
    await as(admin).put(`/api/admin/rewards/${reward.id}/retired`, { isRetired: true });
    expect(await redemptionsOf(mia)).toMatchObject([{ cost: 100, reward: { name: "As it was", valueCents: 1_000 } }]);
  });

  test("is listed newest first, page by page", async () => {
    const mia = await buildSaver(5_000);
    for (let n = 0; n < 5; n += 1) await redeem(mia, cheapest);
    const all = (await redemptionsOf(mia)).map(({ id }) => id);
    const first = (await as(mia).get("/api/me/redemptions?limit=3")).json();
    const rest = (await as(mia).get(`/api/me/redemptions?limit=3&cursor=${first.nextCursor}`)).json();
    expect([...first.items, ...rest.items].map((item: Redemption) => item.id)).toEqual(all);
    expect([all.length, rest.nextCursor]).toEqual([5, null]);
  });
});

describe("withdrawing", () => {
  test("returns the points once, even if repeated", async () => {
    const mia = await buildUser(db);
    const { id, points } = await buildRedemption(db, mia.id);
    const withdraw = () => as(mia).post(`/api/me/redemptions/${id}/withdraw`);
    const answers = await Promise.all(Array.from({ length: 8 }, withdraw));
    expect(new Set(answers.map(({ statusCode }) => statusCode))).toEqual(new Set([200]));
    expect((await withdraw()).json()).toMatchObject({ status: "withdrawn", cost: points });
    expect(await balanceOf(mia)).toBe(points);
  });

  test("is impossible after a decision and for other members", async () => {
    const [mia, leo] = [await buildUser(db), await buildUser(db)];
    const { id } = await buildRedemption(db, mia.id);
    expect((await as(leo).post(`/api/me/redemptions/${id}/withdraw`)).json()).toMatchObject({
      status: 404,
      code: "redemption.not_found",
    });
    await approve(id, { code: `W-${id}` });
    expect((await as(mia).post(`/api/me/redemptions/${id}/withdraw`)).json()).toMatchObject({
      status: 409,
      code: "redemption.decided",
    });
    expect(await balanceOf(mia)).toBe(0);
  });
});

describe("revealing a code", () => {
  test("shows it to its member alone, once it is approved, and audits each time", async () => {
    const [mia, leo] = [await buildUser(db), await buildUser(db)];
    const { id } = await buildRedemption(db, mia.id);
    const reveal = (by: { id: string }) => as(by).post(`/api/me/redemptions/${id}/reveal`);
    expect((await reveal(mia)).json()).toMatchObject({ status: 409, code: "redemption.not_approved" });
    await approve(id, { code: `SHOW-${id}`, pin: "4711" });
    for (const other of [leo, admin]) expect((await reveal(other)).statusCode).toBe(404);
    expect((await redemptionsOf(mia))[0]?.revealedAt).toBeNull();
    for (let n = 0; n < 2; n += 1) expect((await reveal(mia)).json()).toEqual({ code: `SHOW-${id}`, pin: "4711" });
    expect((await redemptionsOf(mia))[0]?.revealedAt).not.toBeNull();
    const audited = await db
      .selectFrom("audit_log")
      .select(["actor_id", "action", "address"])
      .where("target_id", "=", id)
      .where("action", "=", "reward.code_revealed")
      .execute();
    const entry = { actor_id: mia.id, action: "reward.code_revealed", address: "" };
    expect(audited).toEqual([entry, entry]);
  });

  test("the code appears in no list and no audit entry, and in tables only encrypted", async () => {
    const mia = await buildUser(db);
    const { id } = await buildRedemption(db, mia.id);
    const secret = `HUSH${randomUUID().replaceAll("-", "").toUpperCase()}`;
    await approve(id, { code: secret });
    await as(mia).post(`/api/me/redemptions/${id}/reveal`);
    const lists = await Promise.all([
      as(mia).get("/api/me/redemptions"),
      as(mia).get("/api/notifications"),
      as(admin).get("/api/admin/redemptions?status=approved&limit=50"),
      as(admin).get(`/api/admin/redemptions/${id}`),
      as(admin).get("/api/admin/rewards"),
    ]);
    for (const list of lists) expect(list.body).not.toContain(secret);
    const tables = [
      "gift_card_codes",
      "reward_redemptions",
      "audit_log",
      "notifications",
      "graphile_worker._private_jobs",
    ];
    for (const table of tables) {
      const rows = await runSql(db, `select 1 from ${table} t where t::text ilike $1`, [`%${secret}%`]);
      expect({ table, rows }).toEqual({ table, rows: [] });
    }
  });
});
