import { randomUUID } from "node:crypto";
import fc from "fast-check";
import { expect, test } from "vitest";
import { callAuth, serviceKey } from "#server/testing/auth-api.ts";
import { buildImage, buildOutfit, buildUser, givePoints } from "#server/testing/factories.ts";
import { type TestApp, testApp } from "#server/testing/test-app.ts";
import { tokenFor } from "#server/testing/tokens.ts";
import { auditPoints } from "./points-audit.service.ts";

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
const admin = await buildUser(db, { role: "admin" });
const cost = 500;
const fields = { name: "Card", giftCardType: "Muji", valueCents: 500, pointsRequired: cost, supply: "manual" };
const rewardId: string = (await first.as(admin).post("/api/admin/rewards", fields)).json().id;
await db
  .insertInto("redemption_rules")
  .values({ account_age_days_min: 0, is_contact_needed: false, open_max: 5, points_per_month_max: null })
  .execute();
/** How often each kind of action was accepted, over all histories. */
const accepted = new Map<string, number>();

interface Party {
  /** Signed in from the beginning, so that an account can be deleted while it acts. */
  members: { id: string; token: string; gone: boolean }[];
  outfits: { id: string; ownerId: string }[];
  comments: string[];
  redemptions: { id: string; userId: string }[];
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
  "reject",
  "delete account",
] as const;
const step = fc.record({
  // Deleting an account also deletes its history, so it is rare.
  kind: fc.oneof(
    { weight: 30, arbitrary: fc.constantFrom(...kinds.slice(0, -1)) },
    { weight: 1, arbitrary: fc.constant(kinds[13]) },
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
      const answer = await as.put(`/api/me/redemptions/${id}`, { rewardId, cost });
      if (answer.statusCode === 200) party.redemptions.push({ id, userId: member.id });
      return answer;
    },
    withdraw: () => as.post(`/api/me/redemptions/${ownRequest(party, member.id, what)}/withdraw`),
    approve: () => decide(app, `${anyRequest(party, what)}/approve`, { code: `H-${randomUUID()}` }),
    reject: () => decide(app, `${anyRequest(party, what)}/reject`, { reason: "No." }),
    async "delete account"() {
      member.gone = true;
      const { status } = await callAuth(app, "DELETE", `/admin/users/${member.id}`, undefined, {
        token: service.token,
      });
      return { statusCode: status };
    },
  }[kind];
  const answer = await send();
  if (answer?.statusCode === 200) accepted.set(kind, (accepted.get(kind) ?? 0) + 1);
  // Whose account goes while they act may be cut off anywhere; nobody else may notice.
  if (!member.gone) expect({ kind, isFailure: (answer?.statusCode ?? 200) >= 500 }).toEqual({ kind, isFailure: false });
}

const pick = (ids: string[], what: number): string => ids[what % Math.max(1, ids.length)] ?? randomUUID();
const anyRequest = ({ redemptions }: Party, what: number) =>
  pick(
    redemptions.map(({ id }) => id),
    what,
  );
const ownRequest = ({ redemptions }: Party, memberId: string, what: number) =>
  pick(
    redemptions.filter(({ userId }) => userId === memberId).map(({ id }) => id),
    what,
  );

/** Every kind of action once, in an order in which each is accepted. */
const wholeHistory = (
  [
    [["post", 0, 0]],
    [
      ["like", 1, 0],
      ["save", 2, 0],
      ["comment", 1, 0],
      ["log in", 2, 0],
      ["redeem", 3, 0],
    ],
    [
      ["unlike", 1, 0],
      ["unsave", 2, 0],
      ["uncomment", 1, 0],
      ["withdraw", 3, 0],
    ],
    [
      ["redeem", 3, 0],
      ["redeem", 2, 0],
    ],
    [
      ["approve", 0, 1],
      ["reject", 0, 2],
    ],
    [["delete outfit", 0, 0]],
    [["delete account", 1, 0]],
  ] as const
).map((turn) => turn.map(([kind, who, what]): Step => ({ kind, who, what, server: what % 2 })));

/** What an admin decides about a request: once, no matter who comes first. */
const decide = (app: TestApp, path: string, body: object) => app.as(admin).post(`/api/admin/redemptions/${path}`, body);

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
    { examples: [[wholeHistory]], numRuns: 15, interruptAfterTimeLimit: 45_000, markInterruptAsFailure: false },
  );
  // A history in which nothing is ever accepted would prove nothing.
  expect(kinds.filter((kind) => !accepted.has(kind))).toEqual([]);
}, 90_000);
