import { type AccessRow, everyone, forbiddenBut, members } from "./access-row.ts";

const adminOnly = forbiddenBut(403, { M: 200 });
const adminIdle = forbiddenBut(403, { M: "idle" });
const newReward = { name: "$20 Muji Gift Card", giftCardType: "Muji", valueCents: 2_000, pointsRequired: 2_000 };
const rules = { accountAgeDaysMin: 3, isContactNeeded: true, openMax: 4, pointsPerMonthMax: null };

/** Rewards, own requests, and what admins do with both. */
export const rewardRows: AccessRow[] = [
  { endpoint: "GET /api/rewards", on: "the site", request: () => ({ url: "/api/rewards" }), outcome: everyone },
  {
    endpoint: "GET /api/me/reward-standing",
    on: "own",
    request: () => ({ url: "/api/me/reward-standing" }),
    outcome: members,
    shows: ({ body }, actor, { cost }) => body.includes(`"heldPoints":${actor === "A" ? cost : 0},`),
  },
  {
    endpoint: "GET /api/me/redemptions",
    on: "own",
    request: () => ({ url: "/api/me/redemptions" }),
    outcome: members,
    shows: ({ body }, actor, scene) => body.includes(scene.aRedemption) === (actor === "A"),
  },
  {
    endpoint: "PUT /api/me/redemptions/:redemptionId",
    on: "A's",
    request: ({ aRedemption, rewardId, cost }) => ({
      url: `/api/me/redemptions/${aRedemption}`,
      body: { rewardId, cost },
    }),
    outcome: { ...forbiddenBut(409, {}), A: "idle" },
  },
  {
    endpoint: "POST /api/me/redemptions/:redemptionId/withdraw",
    on: "A's",
    request: ({ aRedemption }) => ({ url: `/api/me/redemptions/${aRedemption}/withdraw` }),
    outcome: forbiddenBut(404, { A: 200 }),
  },
  {
    endpoint: "POST /api/me/redemptions/:redemptionId/reveal",
    on: "A's, not approved",
    request: ({ aRedemption }) => ({ url: `/api/me/redemptions/${aRedemption}/reveal` }),
    outcome: forbiddenBut(404, { A: 409 }),
  },
  {
    endpoint: "GET /api/admin/rewards",
    on: "the site",
    request: () => ({ url: "/api/admin/rewards" }),
    outcome: adminOnly,
  },
  {
    endpoint: "POST /api/admin/rewards",
    on: "a new one",
    request: () => ({ url: "/api/admin/rewards", body: newReward }),
    outcome: adminOnly,
  },
  {
    endpoint: "PATCH /api/admin/rewards/:rewardId",
    on: "the site's",
    request: ({ rewardId }) => ({ url: `/api/admin/rewards/${rewardId}`, body: { description: "For everything" } }),
    outcome: adminOnly,
  },
  {
    endpoint: "PUT /api/admin/rewards/:rewardId/retired",
    on: "the site's, on offer already",
    request: ({ rewardId }) => ({ url: `/api/admin/rewards/${rewardId}/retired`, body: { isRetired: false } }),
    outcome: adminIdle,
  },
  {
    endpoint: "POST /api/admin/rewards/:rewardId/codes",
    on: "the site's",
    request: ({ rewardId, word }) => ({
      url: `/api/admin/rewards/${rewardId}/codes`,
      body: { text: `IMPORT-${word}` },
    }),
    outcome: adminOnly,
  },
  {
    endpoint: "GET /api/admin/rewards/:rewardId/batches",
    on: "the site's",
    request: ({ rewardId }) => ({ url: `/api/admin/rewards/${rewardId}/batches` }),
    outcome: adminOnly,
  },
  {
    endpoint: "DELETE /api/admin/rewards/:rewardId/batches/:batchId",
    on: "one that is not there",
    request: ({ rewardId, thread }) => ({ url: `/api/admin/rewards/${rewardId}/batches/${thread}` }),
    outcome: adminIdle,
  },
  {
    endpoint: "GET /api/admin/rewards/rules",
    on: "the site",
    request: () => ({ url: "/api/admin/rewards/rules" }),
    outcome: adminOnly,
  },
  {
    endpoint: "PATCH /api/admin/rewards/rules",
    on: "the site",
    request: () => ({ url: "/api/admin/rewards/rules", body: rules }),
    outcome: adminOnly,
  },
  {
    endpoint: "GET /api/admin/redemptions",
    on: "everybody's",
    request: () => ({ url: "/api/admin/redemptions" }),
    outcome: adminOnly,
    shows: ({ body }, _actor, scene) => body.includes(scene.aRedemption),
  },
  {
    endpoint: "GET /api/admin/redemptions/counts",
    on: "everybody's",
    request: () => ({ url: "/api/admin/redemptions/counts" }),
    outcome: adminOnly,
  },
  {
    endpoint: "GET /api/admin/redemptions/:redemptionId",
    on: "A's",
    request: ({ aRedemption }) => ({ url: `/api/admin/redemptions/${aRedemption}` }),
    outcome: adminOnly,
  },
  {
    endpoint: "POST /api/admin/redemptions/:redemptionId/approve",
    on: "A's",
    request: ({ aRedemption }) => ({
      url: `/api/admin/redemptions/${aRedemption}/approve`,
      body: { code: `TYPED-${aRedemption}` },
    }),
    outcome: adminOnly,
    shows: ({ body }) => !body.includes("TYPED"),
  },
  {
    endpoint: "POST /api/admin/redemptions/:redemptionId/reject",
    on: "A's",
    request: ({ aRedemption }) => ({
      url: `/api/admin/redemptions/${aRedemption}/reject`,
      body: { reason: "These points were bought." },
    }),
    outcome: adminOnly,
  },
  {
    endpoint: "POST /api/admin/redemptions/:redemptionId/cancel-order",
    on: "A's, with no purchase",
    request: ({ aRedemption }) => ({ url: `/api/admin/redemptions/${aRedemption}/cancel-order` }),
    outcome: forbiddenBut(403, { M: 409 }),
  },
];
