import { z } from "zod";
import { endpoint } from "./endpoint.ts";
import { Id, IsoTime, page, PageQuery } from "./page.ts";

/** A gift card that points buy. */
const Reward = z.object({
  id: Id,
  name: z.string(),
  giftCardType: z.string(),
  valueCents: z.number().int(),
  pointsRequired: z.number().int(),
});
export type Reward = z.infer<typeof Reward>;

/** A member's request for a reward. Its points are held from the first moment, and come back when it is rejected. */
const Redemption = z.object({
  id: Id,
  reward: Reward,
  cost: z.number().int().describe("In points, when it was asked for"),
  status: z.enum(["awaiting approval", "approved", "rejected"]),
  giftCardCode: z.string().nullable(),
  rejectionReason: z.string().nullable(),
  createdAt: IsoTime,
});
export type Redemption = z.infer<typeof Redemption>;

export const rewardEndpoints = {
  list: endpoint("GET", "/api/rewards", {
    summary: "What points can be turned into, the cheapest first",
    reply: z.object({ items: z.array(Reward) }),
  }),
  redeem: endpoint("PUT", "/api/me/redemptions/:redemptionId", {
    summary: "Asks for a reward and holds its points; the caller makes the id, so that asking again changes nothing",
    params: z.strictObject({ redemptionId: Id }),
    body: z.strictObject({ rewardId: Id }),
    reply: Redemption,
    errors: ["auth.required", "reward.not_found", "reward.too_few_points", "redemption.id_taken", "rate.limited"],
  }),
  redemptions: endpoint("GET", "/api/me/redemptions", {
    summary: "The caller's requests, newest first",
    query: PageQuery,
    reply: page(Redemption),
    errors: ["auth.required"],
  }),
};
