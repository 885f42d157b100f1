import { dayMs } from "#contract/durations.ts";
import type { RedemptionRules } from "#contract/reward-admin.ts";
import type { RedemptionObstacle, RewardStanding } from "#contract/rewards.ts";
import { limits } from "#contract/limits.ts";
import type { MemberFacts } from "./redemption-rules.store.ts";

/** The times from which on requests count for the month (UTC) and earnings for the pace. */
export function ruleTimes(now: Date): { monthStart: Date; paceSince: Date } {
  return {
    monthStart: new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth(), 1)),
    paceSince: new Date(now.getTime() - limits.paceDays * dayMs),
  };
}

/** A member's standing at `now`: what they may spend, and what prevents it. */
export function toStanding(facts: MemberFacts, rules: RedemptionRules, now: Date): RewardStanding {
  const oldEnoughAt = new Date(facts.createdAt.getTime() + rules.accountAgeDaysMin * dayMs);
  const ageDays = (now.getTime() - facts.createdAt.getTime()) / dayMs;
  const days = Math.min(limits.paceDays, Math.max(1, ageDays));
  return {
    balance: facts.balance,
    heldPoints: facts.heldPoints,
    owedPoints: facts.owedPoints,
    pointsPerDay: Math.max(0, Math.round((facts.pacePoints / days) * 10) / 10),
    openCount: facts.openCount,
    openMax: rules.openMax,
    monthlyPointsLeft:
      rules.pointsPerMonthMax === null ? null : Math.max(0, rules.pointsPerMonthMax - facts.monthPoints),
    oldEnoughAt: oldEnoughAt.toISOString(),
    obstacle: findObstacle(facts, rules, oldEnoughAt > now),
  };
}

function findObstacle(facts: MemberFacts, rules: RedemptionRules, isTooNew: boolean): RedemptionObstacle | null {
  if (isTooNew) return "account_too_new";
  if (rules.isContactNeeded && !facts.isContactConfirmed) return "contact_needed";
  return facts.openCount >= rules.openMax ? "too_many_open" : null;
}
