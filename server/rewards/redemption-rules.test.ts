import { randomUUID } from "node:crypto";
import { beforeEach, describe, expect, test } from "vitest";
import { buildUser } from "#server/testing/factories.ts";
import { auditPointsAfterEach } from "#server/testing/points-audit.ts";
import { rewardActions } from "#server/testing/reward-actions.ts";
import { testApp } from "#server/testing/test-app.ts";

const { as, db, databaseUrl } = await testApp();
/** The same site with a mail server. */
const mailing = await testApp({ settings: { AUTH_MAIL_AUTOCONFIRM: "off" }, databaseUrl });
auditPointsAfterEach(db);
const { admin, cheapest, setRules, redeem, redemptionsOf, balanceOf, buildSaver } = await rewardActions({
  as,
  db,
});

beforeEach(async () => void (await setRules()));

describe("the rules", () => {
  const today = () => new Date();

  test("require a minimum account age, to the day", async () => {
    await setRules({ accountAgeDaysMin: 3 });
    const day = 86_400_000;
    const young = await buildSaver(1_000, { createdAt: new Date(today().getTime() - 3 * day + 60_000) });
    const old = await buildSaver(1_000, { createdAt: new Date(today().getTime() - 3 * day - 1_000) });
    expect((await redeem(young, cheapest)).json()).toMatchObject({ code: "redemption.account_too_new" });
    expect((await as(young).get("/api/me/reward-standing")).json().obstacle).toBe("account_too_new");
    expect((await redeem(old, cheapest)).statusCode).toBe(200);
  });

  test("require a confirmed address or number", async () => {
    const mia = await buildSaver(2_000);
    const users = db.updateTable("auth.users").where("id", "=", mia.id);
    await users.set({ email_confirmed_at: null }).execute();
    expect((await redeem(mia, cheapest)).json()).toMatchObject({ code: "redemption.contact_needed" });
    await users.set({ phone_confirmed_at: today() }).execute();
    expect((await redeem(mia, cheapest)).statusCode).toBe(200);
    await users.set({ phone_confirmed_at: null }).execute();
    await setRules({ isContactNeeded: false });
    expect((await redeem(mia, cheapest)).statusCode).toBe(200);
  });

  test("require a proven one where the site can prove any, and show admins the same", async () => {
    const mia = await buildSaver(2_000);
    const ask = (id = randomUUID()) =>
      mailing.as(mia).put(`/api/me/redemptions/${id}`, { rewardId: cheapest.id, cost: cheapest.pointsRequired });
    const shown = async (by: typeof as, id: string) =>
      (await by(admin).get(`/api/admin/redemptions/${id}`)).json().isContactConfirmed;
    expect((await ask()).json()).toMatchObject({ code: "redemption.contact_needed" });
    const { id } = (await redeem(mia, cheapest)).json();
    expect([await shown(as, id), await shown(mailing.as, id)]).toEqual([true, false]);
    await db.updateTable("auth.users").set({ email_proven_at: today() }).where("id", "=", mia.id).execute();
    expect((await ask()).statusCode).toBe(200);
    expect(await shown(mailing.as, id)).toBe(true);
  });

  test("limit open requests, concurrent ones included", async () => {
    await setRules({ openMax: 2 });
    const mia = await buildSaver(10_000);
    const answers = await Promise.all(Array.from({ length: 6 }, () => redeem(mia, cheapest)));
    expect(answers.filter(({ statusCode }) => statusCode === 200)).toHaveLength(2);
    expect(answers.map((answer) => answer.json().code).filter(Boolean)).toEqual(
      Array.from({ length: 4 }, () => "redemption.too_many_open"),
    );
    expect(await balanceOf(mia)).toBe(8_000);
    const [open] = await redemptionsOf(mia);
    await as(mia).post(`/api/me/redemptions/${open?.id}/withdraw`);
    expect((await redeem(mia, cheapest)).statusCode).toBe(200);
  });

  test("limit the points of a month; what came back does not count", async () => {
    await setRules({ pointsPerMonthMax: 2_000 });
    const mia = await buildSaver(10_000);
    const first = (await redeem(mia, cheapest)).json();
    expect((await redeem(mia, cheapest)).statusCode).toBe(200);
    expect((await redeem(mia, cheapest)).json()).toMatchObject({ code: "redemption.monthly_limit" });
    await as(mia).post(`/api/me/redemptions/${first.id}/withdraw`);
    expect((await as(mia).get("/api/me/reward-standing")).json().monthlyPointsLeft).toBe(1_000);
    expect((await redeem(mia, cheapest)).statusCode).toBe(200);
    await db
      .updateTable("reward_redemptions")
      .set({ created_at: "2026-01-01" })
      .where("user_id", "=", mia.id)
      .execute();
    expect((await redeem(mia, cheapest)).statusCode).toBe(200);
  });

  test("are read and changed by admins, one or all", async () => {
    const rules = { accountAgeDaysMin: 0, isContactNeeded: false, openMax: 9, pointsPerMonthMax: 12_345 };
    expect((await setRules(rules)).json()).toEqual(rules);
    expect((await as(admin).get("/api/admin/rewards/rules")).json()).toEqual(rules);
    expect((await setRules({ openMax: 0 })).json()).toMatchObject({ status: 422, issues: [{ path: "openMax" }] });
    expect((await setRules({ pointsPerMonthMax: 2 ** 31 })).json()).toMatchObject({
      status: 422,
      issues: [{ path: "pointsPerMonthMax" }],
    });
    expect((await as(admin).patch("/api/admin/rewards/rules", { openMax: "many" })).json().issues).toEqual([
      { path: "openMax", message: "Enter a whole number" },
    ]);
  });

  test("keep what two admins change at the same time, each recorded with what changed", async () => {
    const change = (body: object) => as(admin).patch("/api/admin/rewards/rules", body);
    await Promise.all([change({ openMax: 12 }), change({ pointsPerMonthMax: 700 })]);
    await change({ openMax: 12, isContactNeeded: true });
    expect((await as(admin).get("/api/admin/rewards/rules")).json()).toMatchObject({
      openMax: 12,
      pointsPerMonthMax: 700,
    });
    const { items } = (await as(admin).get("/api/admin/audit?action=redemption.rules_changed&limit=2")).json();
    expect(new Set(items.map(({ after }: { after: object }) => after))).toEqual(
      new Set([{ openMax: 12 }, { pointsPerMonthMax: 700 }]),
    );
  });
});

test("the pace is the average of the last four weeks, or of the account's days", async () => {
  const day = 86_400_000;
  const earn = async (points: number, earnedAt: Date, given: Parameters<typeof buildUser>[1] = {}) => {
    const member = await buildSaver(points, given);
    await db.updateTable("points_ledger").set({ created_at: earnedAt }).where("user_id", "=", member.id).execute();
    return member;
  };
  const old = await earn(280, new Date());
  const young = await earn(50, new Date(), { createdAt: new Date(Date.now() - 4 * day) });
  const past = await earn(500, new Date("2026-01-02T00:00:00Z"));
  const paceOf = async (member: { id: string }) =>
    (await as(member).get("/api/me/reward-standing")).json().pointsPerDay as number;
  expect([await paceOf(old), await paceOf(young), await paceOf(past)]).toEqual([10, 12.5, 0]);
});

test("a correction by an admin doesn't count towards the pace", async () => {
  const member = await buildUser(db);
  const correction = { id: randomUUID(), points: 500, reason: "Prize of the summer competition" };
  expect((await as(admin).post(`/api/admin/members/${member.id}/points`, correction)).statusCode).toBe(200);
  expect((await as(member).get("/api/me/reward-standing")).json()).toMatchObject({ balance: 500, pointsPerDay: 0 });
});
