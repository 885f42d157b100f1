import type { AdminReward } from "#contract/reward-admin.ts";
import { anId } from "./samples.ts";

const createdAt = "2026-11-20T08:00:00.000Z";

/** A reward as admins see it, with two imported codes in stock. */
export function anAdminReward(given: Partial<AdminReward> = {}): AdminReward {
  return {
    id: anId(),
    name: "$10 card",
    description: "",
    giftCardType: "Amazon",
    valueCents: 1_000,
    currency: "USD",
    pointsRequired: 1_000,
    isInStock: true,
    leftCount: 2,
    supply: "codes",
    serviceProductId: null,
    isRetired: false,
    codesInStock: 2,
    openCount: 0,
    approvedCount: 0,
    createdAt,
    updatedAt: createdAt,
    ...given,
  };
}
