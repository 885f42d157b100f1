import { randomUUID } from "node:crypto";
import fc from "fast-check";
import { expect, test } from "vitest";
import { transact } from "#server/db/db.ts";
import { callAuth, serviceKey } from "#server/testing/auth-api.ts";
import { buildImage, buildOutfit, buildUser, givePoints } from "#server/testing/factories.ts";
import { testApp } from "#server/testing/test-app.ts";
import { tokenFor } from "#server/testing/tokens.ts";
import { auditPoints } from "./points-audit.service.ts";
import { returnPoints } from "./points.service.ts";

const service = await serviceKey();
const settings = { AUTH_VERIFICATION_KEYS: service.setting };
let nowMs = Date.parse("2026-06-01T12:00:00Z");
const clock = { now: () => new Date(nowMs) };
let drawn = 0;
/** Every second draw wins, and the amounts rotate. */
const random = { below: (bound: number) => (drawn = (drawn * 31 + 7) % 9_973) % bound };
const first = await testApp({ settings, app: { clock, random } });
const servers = [first, await testApp({ settings, databaseUrl: first.databaseUrl, app: { clock, random } })];
const { db } = first;
const styleId = "01930000-0000-7000-8000-000000000001";

interface Party {
  /** Signed in from the beginning, so that an account can be deleted while it acts. */
  members: { id: string; token: string; gone: boolean }[];
  outfits: { id: string; ownerId: string }[];
  comments: string[];
  redemptions: { id: string; userId: string; points: number }[];
}

const kinds = [
  "like",
  "unlike",
  "save",
  "unsave",
  "comment",
  "uncomment",
  "post",
  "delete outfit",
  "log in",
  "redeem",
  "withdraw",
  "approve",
  "delete account",
] as const;
const step = fc.record({
  // Deleting an account also deletes its history, so it is rare.
  kind: fc.oneof(
    { weight: 30, arbitrary: fc.constantFrom(...kinds.slice(0, -1)) },
    { weight: 1, arbitrary: fc.constant(kinds[12]) },
  ),
  who: fc.nat(3),
  what: fc.nat(7),
  server: fc.nat(1),
});
type Step = typeof step extends fc.Arbitrary<infer S> ? S : never;

/** One action through the front door; refusals are fine, failures are not. */
async function act(party: Party, { kind, who, what, server }: Step): Promise<void> {
  const app = servers[server] ?? first;
  const member = party.members[who];
  const outfit = party.outfits[what % party.outfits.length];
  if (!member || member.gone) return;
  const request = (method: "PUT" | "POST" | "DELETE") => (url: string, payload?: object) =>
    app.fastify.inject({
      method,
      url,
      headers: { authorization: `Bearer ${member.token}` },
      ...(payload && { payload }),
    });
  const as = { put: request("PUT"), post: request("POST"), delete: request("DELETE") };
  const send = {
    like: () => as.put(`/api/outfits/${outfit?.id}/like`),
    unlike: () => as.delete(`/api/outfits/${outfit?.id}/like`),
    save: () => as.put(`/api/outfits/${outfit?.id}/save`),
    unsave: () => as.delete(`/api/outfits/${outfit?.id}/save`),
    async comment() {
      const answer = await as.post(`/api/outfits/${outfit?.id}/comments`, { content: `Nice ${randomUUID()}` });
      if (answer.statusCode === 200) party.comments.push(answer.json().comment.id);
      return answer;
    },
    uncomment: () =>
      as.delete(`/api/comments/${party.comments[what % Math.max(1, party.comments.length)] ?? randomUUID()}`),
    async post() {
      const items = [{ category: "Shirt", brand: "B", productName: "P", productUrl: `https://shop.example/${what}` }];
      const imageId = await buildImage(db, member.id).then(
        ({ id }) => id,
        () => undefined,
      );
      if (!imageId) return undefined;
      const answer = await as.post("/api/outfits", { title: "Coat", styleId, imageId, items });
      if (answer.statusCode === 200) party.outfits.push({ id: answer.json().outfit.id, ownerId: member.id });
      return answer;
    },
    "delete outfit": () => as.delete(`/api/outfits/${outfit?.id}`),
    "log in": () =>
      as.post("/api/points/awards", { source: "DAILY_LOGIN", timeZone: what % 2 === 0 ? "UTC" : "Pacific/Kiritimati" }),
    async redeem() {
      const id = randomUUID();
      const answer = await as.put(`/api/me/redemptions/${id}`, { rewardId: "01930000-0000-7000-8000-000000000201" });
      if (answer.statusCode === 200) party.redemptions.push({ id, userId: member.id, points: answer.json().cost });
      return answer;
    },
    withdraw: () => decide(party, what, "rejected"),
    approve: () => decide(party, what, "approved"),
    async "delete account"() {
      member.gone = true;
      const { status } = await callAuth(app, "DELETE", `/admin/users/${member.id}`, undefined, {
        token: service.token,
      });
      return { statusCode: status };
    },
  }[kind];
  const answer = await send();
  // A member whose account is deleted may fail anywhere; others must not be affected.
  if (!member.gone) expect({ kind, isFailure: (answer?.statusCode ?? 200) >= 500 }).toEqual({ kind, isFailure: false });
}

/** The decision of an admin or the member about a request; only the first counts. */
async function decide(party: Party, what: number, status: "approved" | "rejected"): Promise<undefined> {
  const redemption = party.redemptions[what % Math.max(1, party.redemptions.length)];
  if (!redemption) return;
  await transact(db, async (tx) => {
    const decided = await tx
      .updateTable("reward_redemptions")
      .set({ status })
      .where("id", "=", redemption.id)
      .where("status", "=", "awaiting approval")
      .executeTakeFirst();
    if (decided.numUpdatedRows > 0n && status === "rejected") {
      await returnPoints(tx, first.app, redemption.userId, redemption.points);
    }
  });
}

test("every points invariant holds after any history of concurrent actions on two servers", async () => {
  const history = fc.array(fc.array(step, { minLength: 2, maxLength: 8 }), { minLength: 3, maxLength: 7 });
  await fc.assert(
    fc.asyncProperty(history, async (turns) => {
      const party: Party = { members: [], outfits: [], comments: [], redemptions: [] };
      for (let n = 0; n < 4; n += 1) {
        const member = await buildUser(db);
        party.members.push({ id: member.id, token: await tokenFor(first.app, member.id), gone: false });
        party.outfits.push({ id: (await buildOutfit(db, member.id)).id, ownerId: member.id });
        await givePoints(db, member.id, n * 600);
      }
      for (const turn of turns) {
        nowMs += 10 * 60_000;
        await Promise.all(turn.map((one) => act(party, one)));
        expect(await auditPoints(db)).toEqual([]);
      }
      nowMs += 86_400_000;
    }),
    { numRuns: 15, interruptAfterTimeLimit: 45_000, markInterruptAsFailure: false },
  );
}, 90_000);
