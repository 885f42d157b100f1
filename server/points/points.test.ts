import fc from "fast-check";
import { describe, expect, test } from "vitest";
import type { Random } from "#server/lib/random.ts";
import {
  activityScoreMax,
  awardRules,
  decayedScore,
  drawPoints,
  drawStreakBonus,
  findObstacle,
  type RewardedAction,
  scoreAfterPost,
  streakRules,
  type ActivityTier,
  tierOf,
} from "./points-rules.service.ts";

/** Chance that a test can repeat: mulberry32. */
function seeded(seed: number): Random {
  let state = seed;
  return {
    below(bound) {
      state = (state + 0x6d2b79f5) | 0;
      let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
      mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
      return Math.floor((((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296) * bound);
    },
  };
}
const actions = Object.keys(awardRules) as RewardedAction[];
const tiers = Object.keys(streakRules) as ActivityTier[];
const draws = 20_000;

describe("points by chance", () => {
  test.each(actions)("%s pays within its range, at its probability, evenly", (action) => {
    const { chancePercent, pointsMin, pointsMax } = awardRules[action];
    const random = seeded(7);
    const paid = Array.from({ length: draws }, () => drawPoints(action, random)).filter((points) => points > 0);
    expect(Math.abs(paid.length / draws - chancePercent / 100)).toBeLessThan(0.015);
    const values = new Set(paid);
    expect([Math.min(...values), Math.max(...values), values.size]).toEqual([
      pointsMin,
      pointsMax,
      pointsMax - pointsMin + 1,
    ]);
    const mean = paid.reduce((sum, points) => sum + points, 0) / paid.length;
    expect(Math.abs(mean - (pointsMin + pointsMax) / 2)).toBeLessThan(0.3);
  });

  test.each(tiers)("a streak bonus of a %s member comes at its chance and in its range", (tier) => {
    const { chancePercent, pointsMin, pointsMax } = streakRules[tier];
    const random = seeded(11);
    const bonuses = Array.from({ length: draws }, () => drawStreakBonus(tier, random)).filter((points) => points > 0);
    const share = (pointsMax - Math.max(pointsMin, 1) + 1) / (pointsMax - pointsMin + 1);
    expect(Math.abs(bonuses.length / draws - (chancePercent / 100) * share)).toBeLessThan(0.015);
    expect(Math.max(...bonuses)).toBe(pointsMax);
    expect(Math.min(...bonuses)).toBe(Math.max(pointsMin, 1));
  });

  test("a streak's chance never leaves 15 percent of itself either way", () => {
    for (const [roll, granted] of [
      [5_949, true],
      [8_050, false],
    ] as const) {
      for (const variation of [0, 2_100]) {
        const answers = [variation, roll, 0];
        const bonus = drawStreakBonus("HIGH", { below: () => answers.shift() ?? 0 });
        expect(bonus > 0).toBe(granted);
      }
    }
  });
});

describe("limits", () => {
  const now = new Date("2026-06-01T12:00:00Z");
  test.each(actions)("%s stops at its day's limit and within its cool-down, to the millisecond", (action) => {
    const { perDayMax, cooldownSeconds } = awardRules[action];
    fc.assert(
      fc.property(fc.nat(20), fc.nat(600_000), (awardsToday, sinceMs) => {
        const history = { awardsToday, lastAwardAt: new Date(now.getTime() - sinceMs) };
        const expected =
          awardsToday >= perDayMax ? "daily_limit" : sinceMs < cooldownSeconds * 1_000 ? "cooldown" : null;
        expect(findObstacle(action, history, now)).toBe(expected);
      }),
    );
  });
});

describe("activity", () => {
  const now = new Date("2026-06-11T00:00:00Z");
  test("loses a tenth a day, gains two an outfit, stays within 0 and 100", () => {
    expect(decayedScore(100, new Date("2026-06-10T00:00:00Z"), now)).toBeCloseTo(90);
    expect(decayedScore(100, new Date("2026-06-09T00:00:00Z"), now)).toBeCloseTo(81);
    expect(scoreAfterPost(0, null, now)).toBe(2);
    fc.assert(
      fc.property(fc.double({ min: 0, max: activityScoreMax, noNaN: true }), fc.nat(400), (score, days) => {
        const after = scoreAfterPost(score, new Date(now.getTime() - days * 86_400_000), now);
        expect(after).toBeGreaterThanOrEqual(2);
        expect(after).toBeLessThanOrEqual(activityScoreMax);
      }),
    );
  });

  test("decides the tier: HIGH at 100, MEDIUM from 30, else LOW", () => {
    expect([100, 99.9, 30, 29.9, 0].map(tierOf)).toEqual(["HIGH", "MEDIUM", "MEDIUM", "LOW", "LOW"]);
  });
});
