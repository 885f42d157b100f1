import { z } from "zod";
import { endpoint } from "./endpoint.ts";
import { Id, IsoTime, page, PageQuery } from "./page.ts";

/** A gift card that members can get for points. */
export const Reward = z.object({
  id: Id,
  name: z.string(),
  description: z.string().describe("What the card is good for; may be empty"),
  giftCardType: z.string().describe("The brand: Amazon"),
  valueCents: z.number().int(),
  currency: z.string().describe("ISO 4217"),
  pointsRequired: z.number().int(),
  isInStock: z.boolean(),
  leftCount: z.number().int().nullable().describe("How many are left, once there are few; else null"),
});
export type Reward = z.infer<typeof Reward>;

/** Withdrawn by the member; approved and rejected by an admin. */
export const RedemptionStatus = z.enum(["awaiting approval", "approved", "rejected", "withdrawn"]);
export type RedemptionStatus = z.infer<typeof RedemptionStatus>;

/** What was requested, as it was described at that time. */
const RequestedReward = Reward.pick({
  id: true,
  name: true,
  giftCardType: true,
  valueCents: true,
  currency: true,
});

/**
 * A member's request for a reward. Its points are held while it awaits approval; they return when it is rejected or
 * withdrawn. It never carries the gift card code: see `reveal`.
 */
export const Redemption = z.object({
  id: Id,
  reward: RequestedReward,
  cost: z.number().int().describe("In points, at the time of the request"),
  status: RedemptionStatus,
  isOrdered: z.boolean().describe("The card is being bought right now, so the request can no longer be withdrawn"),
  rejectionReason: z.string().nullable(),
  createdAt: IsoTime,
  decidedAt: IsoTime.nullable().describe("Approved, rejected or withdrawn"),
  revealedAt: IsoTime.nullable().describe("When the member first looked at the code"),
});
export type Redemption = z.infer<typeof Redemption>;

/** A gift card itself. */
export const GiftCard = z.object({
  code: z.string().describe("A code, or the https address of the card"),
  pin: z.string().nullable(),
});
export type GiftCard = z.infer<typeof GiftCard>;

/** Why the member cannot request any reward at the moment. */
export const RedemptionObstacle = z.enum(["account_too_new", "contact_needed", "too_many_open"]);
export type RedemptionObstacle = z.infer<typeof RedemptionObstacle>;

/** How a member stands towards the rewards. */
export const RewardStanding = z.object({
  balance: z.number().int().describe("Points that can be spent"),
  heldPoints: z.number().int().describe("Points of the requests that await approval"),
  owedPoints: z.number().int().describe("What returned points settle first: earned by deleted posts, and spent"),
  pointsPerDay: z.number().describe("The average of the last four weeks"),
  openCount: z.number().int().describe("Requests that await approval"),
  openMax: z.number().int(),
  monthlyPointsLeft: z.number().int().nullable().describe("Points that may still be spent this month; null: no limit"),
  oldEnoughAt: IsoTime.describe("From when on the account is old enough"),
  obstacle: RedemptionObstacle.nullable(),
});
export type RewardStanding = z.infer<typeof RewardStanding>;

const params = z.strictObject({ redemptionId: Id });

export const rewardEndpoints = {
  list: endpoint("GET", "/api/rewards", {
    summary: "Lists the rewards on offer, cheapest first",
    reply: z.object({ items: z.array(Reward) }),
  }),
  standing: endpoint("GET", "/api/me/reward-standing", {
    summary: "Gets the caller's balance, held points, pace, and whether a reward can be requested",
    reply: RewardStanding,
    errors: ["auth.required"],
  }),
  redeem: endpoint("PUT", "/api/me/redemptions/:redemptionId", {
    summary:
      "Requests a reward and holds its points. The caller makes the id, so that a repeated request changes nothing",
    params,
    body: z.strictObject({
      rewardId: Id,
      cost: z.number().int().describe("The points that the caller agreed to"),
      mayWait: z.boolean().default(false).describe("Also request it when it is out of stock, and wait for more"),
    }),
    reply: Redemption,
    limit: "redemptions",
    errors: [
      "auth.required",
      "reward.not_found",
      "reward.price_changed",
      "reward.too_few_points",
      "reward.out_of_stock",
      "redemption.id_taken",
      "redemption.account_too_new",
      "redemption.contact_needed",
      "redemption.too_many_open",
      "redemption.monthly_limit",
    ],
  }),
  redemptions: endpoint("GET", "/api/me/redemptions", {
    summary: "Lists the caller's requests, newest first",
    query: PageQuery,
    reply: page(Redemption),
    errors: ["auth.required"],
  }),
  withdraw: endpoint("POST", "/api/me/redemptions/:redemptionId/withdraw", {
    summary: "Withdraws the caller's request that awaits approval; its points return. Idempotent",
    params,
    reply: Redemption,
    limit: "redemptions",
    errors: ["auth.required", "redemption.not_found", "redemption.decided", "redemption.order_open"],
  }),
  reveal: endpoint("POST", "/api/me/redemptions/:redemptionId/reveal", {
    summary: "Shows the code of the caller's approved request; each time is audited",
    params,
    reply: GiftCard,
    limit: "reveals",
    errors: ["auth.required", "redemption.not_found", "redemption.not_approved"],
  }),
};
