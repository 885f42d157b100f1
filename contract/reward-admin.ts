import { z } from "zod";
import { visible } from "./blank-text.ts";
import { endpoint } from "./endpoint.ts";
import { limits } from "./limits.ts";
import { Author, Id, IsoTime, page, PageQuery } from "./page.ts";
import { Redemption, RedemptionStatus, Reward } from "./rewards.ts";

/** Where the codes of a reward come from: typed in at approval, imported beforehand, or bought from the gift card service. */
const RewardSupply = z.enum(["manual", "codes", "service"]);

/** A reward as admins see it. */
export const AdminReward = Reward.extend({
  supply: RewardSupply,
  serviceProductId: z.string().nullable().describe("The product at the gift card service"),
  isRetired: z.boolean().describe("No longer on offer; open requests can still be decided"),
  codesInStock: z.number().int().describe("Imported codes that nobody has"),
  openCount: z.number().int().describe("Requests that await approval"),
  approvedCount: z.number().int(),
  createdAt: IsoTime,
  updatedAt: IsoTime,
});
export type AdminReward = z.infer<typeof AdminReward>;

const text = (charsMax: number, name: string) =>
  z
    .string()
    .trim()
    .regex(visible, `${name} is required`)
    .max(charsMax, `${name} must be at most ${charsMax} characters`);

/** What gift cards consist of: a card with a character that cannot be seen, or typed, would not work. */
export const giftCardCharacters = /^[\x20-\x7e]+$/;

const wholeNumber = z.number("Enter a whole number").int("Enter a whole number");

const rewardFields = {
  name: text(limits.rewardNameCharsMax, "Name"),
  description: z
    .string()
    .trim()
    .max(
      limits.rewardDescriptionCharsMax,
      `Description must be at most ${limits.rewardDescriptionCharsMax} characters`,
    ),
  giftCardType: text(limits.giftCardTypeCharsMax, "Gift card type"),
  valueCents: z
    .number("Enter an amount, such as 10.00")
    .int()
    .min(1, "Value must be at least 0.01")
    .max(limits.rewardValueCentsMax, `Value must be at most ${limits.rewardValueCentsMax / 100}`),
  currency: z.string().regex(/^[A-Z]{3}$/, "Currency must be a code of three letters, such as USD"),
  pointsRequired: wholeNumber
    .min(1, "Points must be at least 1")
    .max(limits.rewardPointsMax, `Points must be at most ${limits.rewardPointsMax}`),
  supply: RewardSupply,
  serviceProductId: text(limits.serviceProductIdCharsMax, "Product").nullable(),
};
const NewReward = z.strictObject({
  ...rewardFields,
  description: rewardFields.description.default(""),
  currency: rewardFields.currency.default("USD"),
  supply: rewardFields.supply.default("manual"),
  serviceProductId: rewardFields.serviceProductId.default(null),
});
export type NewReward = z.output<typeof NewReward>;
const RewardEdit = z.strictObject(rewardFields).partial();
export type RewardEdit = z.output<typeof RewardEdit>;

/** What became of one line of an import; the code itself is never repeated. */
const RejectedLine = z.object({
  line: z.number().int().describe("From 1"),
  reason: z
    .enum(["invalid", "repeated", "known"])
    .describe("Not a code; twice in this import; imported or used before"),
});
export const CodeImport = z.object({
  batchId: Id.nullable().describe("Null: nothing was imported"),
  importedCount: z.number().int(),
  rejected: z.array(RejectedLine),
});
export type CodeImport = z.infer<typeof CodeImport>;

export const CodeBatch = z.object({
  id: Id,
  importedBy: Author.nullable(),
  codesCount: z.number().int().describe("As imported"),
  usedCount: z.number().int(),
  inStockCount: z.number().int(),
  createdAt: IsoTime,
});
export type CodeBatch = z.infer<typeof CodeBatch>;

/** What a member must meet to request a reward. */
export const RedemptionRules = z.strictObject({
  accountAgeDaysMin: wholeNumber.min(0, "At least 0 days").max(365, "At most 365 days"),
  isContactNeeded: z.boolean().describe("An email address or phone number must be confirmed"),
  openMax: wholeNumber
    .min(1, "At least 1 request")
    .max(100, "At most 100 requests")
    .describe("Requests of one member that await approval"),
  pointsPerMonthMax: wholeNumber
    .min(1, "At least 1 point")
    .max(1_000_000_000, "At most 1,000,000,000 points")
    .nullable()
    .describe("Of one member and calendar month, UTC; null: no limit"),
});
export type RedemptionRules = z.infer<typeof RedemptionRules>;

/** A purchase at the gift card service. */
const CardOrder = z.object({
  id: Id,
  status: z.enum(["placing", "pending", "cancelling", "completed", "failed", "cancelled"]),
  failure: z.string().nullable().describe("Why it failed, or why the last attempt did"),
  createdAt: IsoTime,
});
export type CardOrder = z.infer<typeof CardOrder>;

/** A request as admins see it. The code is not part of it. */
export const AdminRedemption = Redemption.extend({
  member: Author,
  decidedBy: Author.nullable(),
  order: CardOrder.nullable().describe("The latest purchase for this request"),
});
export type AdminRedemption = z.infer<typeof AdminRedemption>;

/** What helps to decide: who asks, and how the points were earned. */
export const RedemptionCase = AdminRedemption.extend({
  codesInStock: z.number().int().describe("Of this reward"),
  memberSince: IsoTime,
  isContactConfirmed: z
    .boolean()
    .describe("By a code, a link or a provider; where the site sends no mail, by the sign-up"),
  balance: z.number().int().describe("What the member has left"),
  earnedByAction: z.array(z.object({ action: z.string(), points: z.number().int(), count: z.number().int() })),
  approvedBefore: z.number().int().describe("Requests of this member that were approved"),
});
export type RedemptionCase = z.infer<typeof RedemptionCase>;

const rewardParams = z.strictObject({ rewardId: Id });
const redemptionParams = z.strictObject({ redemptionId: Id });
const admin = ["auth.required", "auth.forbidden", "auth.second_factor_required"] as const;
/** Writes that ask for a recent sign-in. */
const sensitiveWrite = [...admin, "auth.recent_sign_in_required"] as const;

export const adminRewardEndpoints = {
  list: endpoint("GET", "/api/admin/rewards", {
    summary: "Lists the catalogue with stock and requests: on offer first, then retired",
    reply: z.object({ items: z.array(AdminReward), isServiceOn: z.boolean() }),
    errors: admin,
  }),
  create: endpoint("POST", "/api/admin/rewards", {
    summary: "Adds a reward to the catalogue",
    body: NewReward,
    reply: AdminReward,
    limit: "rewardChanges",
    errors: admin,
  }),
  edit: endpoint("PATCH", "/api/admin/rewards/:rewardId", {
    summary: "Changes a reward; requests that were made before keep their name and cost",
    params: rewardParams,
    body: RewardEdit,
    reply: AdminReward,
    limit: "rewardChanges",
    errors: [...admin, "reward.not_found"],
  }),
  retire: endpoint("PUT", "/api/admin/rewards/:rewardId/retired", {
    summary: "Takes a reward off the list, or puts it back. Idempotent",
    params: rewardParams,
    body: z.strictObject({ isRetired: z.boolean() }),
    reply: AdminReward,
    limit: "rewardChanges",
    errors: [...admin, "reward.not_found"],
  }),
  importCodes: endpoint("POST", "/api/admin/rewards/:rewardId/codes", {
    summary: "Imports codes: one a line, or CSV with the columns code and pin. Codes that are known are rejected",
    params: rewardParams,
    body: z.strictObject({
      text: z
        .string()
        .min(1, "Paste at least one code")
        .max(limits.codeImportCharsMax, "Paste at most 500,000 characters at once"),
    }),
    reply: CodeImport,
    limit: "rewardChanges",
    errors: [...admin, "reward.not_found"],
  }),
  batches: endpoint("GET", "/api/admin/rewards/:rewardId/batches", {
    summary: "Lists the imports of a reward with their counts, newest first",
    params: rewardParams,
    reply: z.object({ items: z.array(CodeBatch) }),
    errors: [...admin, "reward.not_found"],
  }),
  removeBatch: endpoint("DELETE", "/api/admin/rewards/:rewardId/batches/:batchId", {
    summary: "Removes the codes of an import that nobody has yet",
    params: z.strictObject({ rewardId: Id, batchId: Id }),
    reply: z.object({ removedCount: z.number().int() }),
    limit: "rewardChanges",
    errors: [...admin, "reward.not_found"],
  }),
  rules: endpoint("GET", "/api/admin/rewards/rules", {
    summary: "Gets what a member must meet to request a reward",
    reply: RedemptionRules,
    errors: admin,
  }),
  changeRules: endpoint("PATCH", "/api/admin/rewards/rules", {
    summary: "Changes what a member must meet; requests that are open already stay",
    body: RedemptionRules.partial(),
    reply: RedemptionRules,
    limit: "rewardChanges",
    errors: sensitiveWrite,
  }),
};

export const adminRedemptionEndpoints = {
  list: endpoint("GET", "/api/admin/redemptions", {
    summary: "Lists requests by status: those that await approval oldest first, others newest first",
    query: PageQuery.extend({ status: RedemptionStatus.default("awaiting approval"), rewardId: Id.optional() }),
    reply: page(AdminRedemption),
    errors: admin,
  }),
  counts: endpoint("GET", "/api/admin/redemptions/counts", {
    summary: "Counts the requests of each status",
    reply: z.object({
      awaiting: z.number().int(),
      approved: z.number().int(),
      rejected: z.number().int(),
      withdrawn: z.number().int(),
    }),
    errors: admin,
  }),
  get: endpoint("GET", "/api/admin/redemptions/:redemptionId", {
    summary: "Gets one request with what helps to decide it",
    params: redemptionParams,
    reply: RedemptionCase,
    errors: [...admin, "redemption.not_found"],
  }),
  approve: endpoint("POST", "/api/admin/redemptions/:redemptionId/approve", {
    summary: "Approves with the given code, else the next one in stock, else one bought from the gift card service",
    params: redemptionParams,
    body: z
      .strictObject({
        code: text(limits.giftCardCodeCharsMax, "Gift card code").optional(),
        pin: text(limits.giftCardPinCharsMax, "PIN")
          .regex(giftCardCharacters, "This does not look like a PIN")
          .optional(),
      })
      // Without it, another code of the stock would be used up.
      .refine(({ code, pin }) => code !== undefined || pin === undefined, {
        path: ["code"],
        message: "Type the code of this PIN",
      }),
    reply: AdminRedemption,
    limit: "rewardChanges",
    errors: [
      ...sensitiveWrite,
      "redemption.not_found",
      "redemption.decided",
      "redemption.order_open",
      "redemption.no_code",
      "redemption.code_known",
      "decision.own",
    ],
  }),
  reject: endpoint("POST", "/api/admin/redemptions/:redemptionId/reject", {
    summary: "Rejects with a reason that the member sees; the points return",
    params: redemptionParams,
    body: z.strictObject({ reason: text(limits.rejectionReasonCharsMax, "Reason") }),
    reply: AdminRedemption,
    limit: "rewardChanges",
    errors: [...admin, "redemption.not_found", "redemption.decided", "redemption.order_open"],
  }),
  cancelOrder: endpoint("POST", "/api/admin/redemptions/:redemptionId/cancel-order", {
    summary: "Cancels the purchase at the gift card service, so that the request can be decided in another way",
    params: redemptionParams,
    reply: AdminRedemption,
    limit: "rewardChanges",
    errors: [...admin, "redemption.not_found", "redemption.no_order"],
  }),
};
