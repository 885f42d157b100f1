import { randomUUID } from "node:crypto";
import { buildRedemption, buildUser, givePoints } from "./factories.ts";
import type { TestApp } from "./test-app.ts";

type Member = Awaited<ReturnType<typeof buildUser>>;

/** Accounts in their first day may request rewards: their hourly limits are what is tested. */
export async function allowNewAccounts({ db }: TestApp): Promise<void> {
  await db
    .insertInto("redemption_rules")
    .values({ account_age_days_min: 0, is_contact_needed: true, open_max: 5, points_per_month_max: null })
    .execute();
}

/** The hourly limits about rewards, each with the actions that it counts. */
export function rewardLimits({ as, db }: TestApp) {
  return {
    redemptions: {
      hourly: 20,
      isQuartered: true,
      actions: {
        redemption: async (by: Member) => {
          const [reward] = (await as(by).get("/api/rewards")).json().items;
          await givePoints(db, by.id, reward.pointsRequired);
          const body = { rewardId: reward.id, cost: reward.pointsRequired };
          return () => as(by).put(`/api/me/redemptions/${randomUUID()}`, body);
        },
        withdrawal: async (by: Member) => {
          const { id } = await buildRedemption(db, by.id);
          return () => as(by).post(`/api/me/redemptions/${id}/withdraw`);
        },
      },
    },
    reveals: {
      hourly: 60,
      isQuartered: false,
      actions: {
        reveal: async (by: Member) => {
          const { id } = await buildRedemption(db, by.id);
          await as(await buildUser(db, { role: "admin" })).post(`/api/admin/redemptions/${id}/approve`, {
            code: `R-${id}`,
          });
          return () => as(by).post(`/api/me/redemptions/${id}/reveal`);
        },
      },
    },
    rewardChanges: {
      hourly: 1_000,
      isQuartered: false,
      actions: {
        "change of a reward": async (by: Member) => {
          await db.updateTable("user_roles").set({ role: "admin" }).where("user_id", "=", by.id).execute();
          const { rewardId } = await buildRedemption(db, (await buildUser(db)).id);
          return () => as(by).patch(`/api/admin/rewards/${rewardId}`, { description: randomUUID() });
        },
      },
    },
  };
}
