import type { RedemptionCase } from "#contract/reward-admin.ts";
import { anAuthor, anId } from "./samples.ts";

const createdAt = "2026-11-20T08:00:00.000Z";

/** Mia's request for a card, which waits for its decision. */
export function aRedemptionCase(given: Partial<RedemptionCase> = {}): RedemptionCase {
  return {
    id: anId(),
    reward: { id: anId(), name: "$10 card", giftCardType: "Amazon", valueCents: 1_000, currency: "USD" },
    cost: 1_000,
    status: "awaiting approval",
    isOrdered: false,
    rejectionReason: null,
    createdAt,
    decidedAt: null,
    revealedAt: null,
    member: anAuthor({ username: "mia" }),
    decidedBy: null,
    order: null,
    codesInStock: 0,
    memberSince: createdAt,
    isContactConfirmed: true,
    balance: 500,
    earnedByAction: [],
    approvedBefore: 0,
    ...given,
  };
}
