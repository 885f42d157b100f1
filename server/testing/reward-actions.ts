import { randomUUID } from "node:crypto";
import type { AdminReward } from "#contract/reward-admin.ts";
import type { Redemption, Reward } from "#contract/rewards.ts";
import { buildRedemption, buildUser, givePoints } from "./factories.ts";
import type { TestApp } from "./test-app.ts";

type Account = { id: string };

/** What members and an admin do about rewards, on a test's site. */
export async function rewardActions({ as, db }: Pick<TestApp, "as" | "db">) {
  const admin = await buildUser(db, { role: "admin" });
  const catalogue: Reward[] = (await as(null).get("/api/rewards")).json().items;
  const [cheapest, dearest] = [catalogue[0], catalogue.at(-1)] as [Reward, Reward];
  const addReward = async (given: object = {}): Promise<AdminReward> => {
    const fields = {
      name: `Card ${randomUUID()}`,
      giftCardType: "Muji",
      valueCents: 500,
      pointsRequired: 50,
      ...given,
    };
    return (await as(admin).post("/api/admin/rewards", fields)).json();
  };
  return {
    admin,
    catalogue,
    cheapest,
    dearest,
    addReward,
    /** Sets these rules, but for what `rules` changes. */
    setRules: (rules: object = {}) =>
      as(admin).patch("/api/admin/rewards/rules", {
        accountAgeDaysMin: 7,
        isContactNeeded: true,
        openMax: 100,
        pointsPerMonthMax: null,
        ...rules,
      }),
    approve: (id: string, body: object = {}) => as(admin).post(`/api/admin/redemptions/${id}/approve`, body),
    reject: (id: string, reason = "These points were bought.") =>
      as(admin).post(`/api/admin/redemptions/${id}/reject`, { reason }),
    redeem: (member: Account, reward = dearest, id: string = randomUUID()) =>
      as(member).put(`/api/me/redemptions/${id}`, { rewardId: reward.id, cost: reward.pointsRequired }),
    redemptionsOf: async (member: Account) =>
      (await as(member).get("/api/me/redemptions")).json().items as Redemption[],
    balanceOf: async (member: Account) => (await as(member).get("/api/me")).json().points as number,
    /** A member with this many points. */
    async buildSaver(points: number, given: Parameters<typeof buildUser>[1] = {}) {
      const member = await buildUser(db, given);
      await givePoints(db, member.id, points);
      return member;
    },
    /** A new reward, and a new member who has requested it. */
    async buildRequest(given: object = {}) {
      const [reward, member] = [await addReward(given), await buildUser(db)];
      const { id } = await buildRedemption(db, member.id, { rewardId: reward.id });
      return { reward, member, id };
    },
  };
}
