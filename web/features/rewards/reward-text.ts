import type { RedemptionObstacle, RewardStanding } from "#contract/rewards.ts";

/** '$10', '€12.50': without cents where there are none. */
export function moneyText(valueCents: number, currency: string): string {
  const minimumFractionDigits = valueCents % 100 === 0 ? 0 : 2;
  return new Intl.NumberFormat("en", { style: "currency", currency, minimumFractionDigits }).format(valueCents / 100);
}

const daysMax = 365;

/** How long the missing points take at this pace: 'about 9 days at your pace'; undefined without a pace. */
export function estimateText(missing: number, pointsPerDay: number): string | undefined {
  if (pointsPerDay <= 0 || missing <= 0) return undefined;
  const days = Math.ceil(missing / pointsPerDay);
  if (days > daysMax) return "more than a year at your pace";
  return `about ${days === 1 ? "1 day" : `${days} days`} at your pace`;
}

export const tooFewPoints = "Not enough points to redeem this reward";

/** With the time, since on that day it is not yet so. */
const moment = new Intl.DateTimeFormat("en", { day: "numeric", month: "long", hour: "numeric", minute: "2-digit" });

/** What keeps the member from requesting any reward, and what to do about it. */
export function obstacleText(obstacle: RedemptionObstacle, standing: RewardStanding): string {
  switch (obstacle) {
    case "account_too_new":
      return `Your account is still new. You can redeem from ${moment.format(new Date(standing.oldEnoughAt))}.`;
    case "contact_needed":
      return "Please confirm your email or phone number first, so that we know the card reaches you. Resetting your password by email confirms it.";
    case "too_many_open":
      return `${standing.openMax === 1 ? "One request" : `${standing.openMax} requests`} can await approval at once. Withdraw one, or wait for a decision.`;
  }
}
