import { randomUUID } from "node:crypto";
import fc from "fast-check";
import { expect, test } from "vitest";
import type { Redemption, Reward } from "#contract/rewards.ts";
import { auditPoints } from "#server/points/points-audit.service.ts";
import { buildUser, givePoints } from "#server/testing/factories.ts";
import { tokenFor } from "#server/testing/tokens.ts";
import { testApp } from "#server/testing/test-app.ts";

const first = await testApp();
const second = await testApp({ databaseUrl: first.databaseUrl });
const { db } = first;
const admin = await buildUser(db, { role: "admin" });

/** One action on one of two servers. */
const Step = fc.record({
  action: fc.constantFrom("redeem", "redeem", "withdraw", "approve", "approve", "reject", "import", "earn", "leave"),
  member: fc.nat(2),
  target: fc.nat(5),
  isSecond: fc.boolean(),
});
type Step = typeof Step extends fc.Arbitrary<infer T> ? T : never;

test("points and codes add up after any concurrent actions of members and admins on two servers [S-63]", async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(Step, { minLength: 8, maxLength: 40 }), fc.nat(4), async (steps, stock) => {
      const fields = { name: "Card", giftCardType: "Muji", valueCents: 500, pointsRequired: 40, supply: "codes" };
      const reward = (await first.as(admin).post("/api/admin/rewards", fields)).json() as Reward;
      const importCodes = (count: number, server = first) =>
        server.as(admin).post(`/api/admin/rewards/${reward.id}/codes`, {
          text: Array.from({ length: count }, () => `H-${randomUUID()}`).join("\n"),
        });
      if (stock > 0) await importCodes(stock);
      const members = await Promise.all([0, 1, 2].map(() => buildUser(db)));
      await Promise.all(members.map((member) => givePoints(db, member.id, 100)));
      // Signed in beforehand, because members cannot sign in while their account is being deleted.
      const tokens = await Promise.all(members.map((member) => tokenFor(first.app, member.id)));
      const ids = Array.from({ length: 6 }, () => randomUUID());
      const run = async ({ action, member, target, isSecond }: Step): Promise<number> => {
        const server = isSecond ? second : first;
        const byMember = async (method: "PUT" | "POST", url: string, payload?: object) => {
          const headers = { authorization: `Bearer ${tokens[member]}` };
          return (await server.fastify.inject({ method, url, headers, ...(payload ? { payload } : {}) })).statusCode;
        };
        const id = ids[target];
        const admins = server.as(admin);
        switch (action) {
          case "redeem":
            return byMember("PUT", `/api/me/redemptions/${id}`, {
              rewardId: reward.id,
              cost: 40,
              mayWait: target % 2 === 0,
            });
          case "withdraw":
            return byMember("POST", `/api/me/redemptions/${id}/withdraw`);
          case "approve":
            return (await admins.post(`/api/admin/redemptions/${id}/approve`, {})).statusCode;
          case "reject":
            return (await admins.post(`/api/admin/redemptions/${id}/reject`, { reason: "No." })).statusCode;
          case "import":
            return (await importCodes(1, server)).statusCode;
          case "earn":
            if (members[member]) await givePoints(db, members[member].id, 20).catch(() => undefined);
            return 200;
          case "leave":
            // Only one of them, so that the others' histories continue.
            if (target === 0 && member === 2) {
              await db
                .deleteFrom("auth.users")
                .where("id", "=", members[2]?.id ?? "")
                .execute();
            }
            return 200;
        }
      };
      const statuses = await Promise.all(steps.map(run));
      expect(statuses.filter((status) => status >= 500)).toEqual([]);
      expect(await auditPoints(db)).toEqual([]);
      for (const member of members.slice(0, 2)) {
        const own = (await first.as(member).get("/api/me/redemptions")).json().items as Redemption[];
        const revealed = await Promise.all(
          own.map(async ({ id, status }) => {
            const answer = await first.as(member).post(`/api/me/redemptions/${id}/reveal`);
            return status === "approved" ? (answer.json().code as string) : answer.json().code;
          }),
        );
        const codes = revealed.filter((code) => code.startsWith("H-"));
        expect(codes).toHaveLength(own.filter(({ status }) => status === "approved").length);
        expect(new Set(codes).size).toBe(codes.length);
      }
    }),
    { numRuns: 25, seed: 20_261_122, endOnFailure: true },
  );
}, 240_000);
