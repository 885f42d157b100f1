import { dayMs } from "#contract/durations.ts";
import { limits } from "#contract/limits.ts";
import type { ActivityTier, Award, AwardReason } from "#contract/points.ts";
import type { Random } from "#server/lib/random.ts";

export type { ActivityTier } from "#contract/points.ts";

/** Actions that the engine rewards by the explainer's table. */
export type RewardedAction =
  | "POST_OUTFIT"
  | "DAILY_LOGIN"
  | "TAG_LINK"
  | "COMMENT"
  | "FAVORITE"
  | "LIKE"
  | "ATTEND_EVENT";

export interface AwardRule {
  chancePercent: number;
  pointsMin: number;
  pointsMax: number;
  perDayMax: number;
  /** Between two awards of the same action. */
  cooldownSeconds: number;
}

/** The table of docs/product.md#earning. */
export const awardRules: Record<RewardedAction, AwardRule> = {
  POST_OUTFIT: {
    chancePercent: 100,
    pointsMin: limits.postOutfitPoints,
    pointsMax: limits.postOutfitPoints,
    perDayMax: 5,
    cooldownSeconds: 300,
  },
  DAILY_LOGIN: {
    chancePercent: 100,
    pointsMin: 5,
    pointsMax: 20,
    perDayMax: 1,
    cooldownSeconds: limits.loginAwardHours * 3_600,
  },
  TAG_LINK: { chancePercent: 60, pointsMin: 5, pointsMax: 15, perDayMax: 3, cooldownSeconds: 120 },
  COMMENT: { chancePercent: 30, pointsMin: 2, pointsMax: 6, perDayMax: 10, cooldownSeconds: 60 },
  FAVORITE: { chancePercent: 25, pointsMin: 2, pointsMax: 5, perDayMax: 10, cooldownSeconds: 30 },
  LIKE: { chancePercent: 20, pointsMin: 1, pointsMax: 3, perDayMax: 10, cooldownSeconds: 30 },
  // Organisers confirm attendance, often of two events at once.
  ATTEND_EVENT: {
    chancePercent: 100,
    pointsMin: limits.attendEventPoints,
    pointsMax: limits.attendEventPoints,
    perDayMax: 2,
    cooldownSeconds: 0,
  },
};

export const streakRules: Record<ActivityTier, { chancePercent: number; pointsMin: number; pointsMax: number }> = {
  HIGH: { chancePercent: 70, pointsMin: 5, pointsMax: 15 },
  MEDIUM: { chancePercent: 40, pointsMin: 2, pointsMax: 9 },
  LOW: { chancePercent: 15, pointsMin: 0, pointsMax: 3 },
};
/** A streak's chance moves at random by up to this share of itself, either way. */
export const streakVariationPercent = 15;

export const activityLossPercentPerDay = 10;
const activityKeptPerDay = 1 - activityLossPercentPerDay / 100;
export const activityPerOutfit = 2;
export const activityScoreMax = 100;
export const tierFrom: Record<ActivityTier, number> = { HIGH: 100, MEDIUM: 30, LOW: 0 };

/** SQL: requests for rewards whose points are held or spent; in every other status they were returned. */
export const spentStatuses = "('awaiting approval', 'approved')";

/** What a member has earned by one action: the last time, and how often on this day of theirs. */
export interface AwardHistory {
  lastAwardAt: Date | null;
  awardsToday: number;
}

/** The points drawn for an action, before limits; often 0. */
export function drawPoints(action: RewardedAction, random: Random): number {
  const { chancePercent, pointsMin, pointsMax } = awardRules[action];
  if (random.below(100) >= chancePercent) return 0;
  return pointsMin + random.below(pointsMax - pointsMin + 1);
}

/** Why a member cannot earn points for this action now, or null if they can. */
export function findObstacle(
  action: RewardedAction,
  history: AwardHistory,
  now: Date,
): "daily_limit" | "cooldown" | null {
  const { perDayMax, cooldownSeconds } = awardRules[action];
  if (history.awardsToday >= perDayMax) return "daily_limit";
  if (!history.lastAwardAt) return null;
  return now.getTime() - history.lastAwardAt.getTime() < cooldownSeconds * 1_000 ? "cooldown" : null;
}

/** The bonus points drawn for a daily login; often 0. */
export function drawStreakBonus(tier: ActivityTier, random: Random): number {
  const { chancePercent, pointsMin, pointsMax } = streakRules[tier];
  // In hundredths of a percent: the variation of 15 % is 225 of them either way at a chance of 15 %.
  const spread = chancePercent * streakVariationPercent;
  const chance = chancePercent * 100 - spread + random.below(2 * spread + 1);
  if (random.below(10_000) >= chance) return 0;
  return pointsMin + random.below(pointsMax - pointsMin + 1);
}

/** A stored activity score: its days count from `writtenAt`, which is null before the first outfit. */
export interface Activity {
  score: number;
  writtenAt: Date | null;
}

/** The whole days between two times; none if the clock went back. */
export const wholeDays = (from: Date, to: Date) => Math.max(0, Math.floor((to.getTime() - from.getTime()) / dayMs));

/** The activity score at `now`: it decreases by a tenth for each whole day since it was written. */
export function decayedScore({ score, writtenAt }: Activity, now: Date): number {
  return writtenAt ? score * activityKeptPerDay ** wholeDays(writtenAt, now) : score;
}

/**
 * The activity after one more posted outfit. What has passed of the current day stays counted, so that frequent posts do not
 * hold up the decrease. An outfit older than the score, as in sample data, has lost its share until then.
 */
export function activityAfterPost(before: Activity, postedAt: Date): Activity & { writtenAt: Date } {
  const from = before.writtenAt ?? postedAt;
  const writtenAt = new Date(from.getTime() + wholeDays(from, postedAt) * dayMs);
  const gained = decayedScore({ score: activityPerOutfit, writtenAt: postedAt }, writtenAt);
  return { score: Math.min(activityScoreMax, decayedScore(before, postedAt) + gained), writtenAt };
}

/** The tier of an activity score. */
export function tierOf(score: number): ActivityTier {
  if (score >= tierFrom.HIGH) return "HIGH";
  return score >= tierFrom.MEDIUM ? "MEDIUM" : "LOW";
}

/** The answer for an action that earned nothing. */
export function noAward(reason: AwardReason): Award {
  return { success: false, pointsAwarded: 0, reason };
}
