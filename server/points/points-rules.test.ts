import fc from "fast-check";
import { describe, expect, test } from "vitest";
import type { Random } from "#server/lib/random.ts";
import {
  type Activity,
  activityAfterPost,
  activityScoreMax,
  awardRules,
  decayedScore,
  drawPoints,
  drawStreakBonus,
  findObstacle,
  type RewardedAction,
  streakRules,
  type ActivityTier,
  tierOf,
} from "./points-rules.ts";

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
const draws = 100_000;

/**
 * How far counts are from what was expected (Pearson's chi-square), in parts of what one fair run in a thousand exceeds:
 * below 1 is fair. The bound is Wilson and Hilferty's approximation.
 */
function unfairness(counts: number[], expected: number[]): number {
  const distance = counts.reduce(
    (sum, count, index) => sum + (count - (expected[index] ?? 0)) ** 2 / (expected[index] ?? 1),
    0,
  );
  const freedom = counts.length - 1;
  const oneInThousand = 3.0902;
  return distance / (freedom * (1 - 2 / (9 * freedom) + oneInThousand * Math.sqrt(2 / (9 * freedom))) ** 3);
}

/** How often each amount from 0 to the most was drawn. */
function countAmounts(pointsMax: number, draw: () => number): number[] {
  const counts = Array.from({ length: pointsMax + 1 }, () => 0);
  for (let n = 0; n < draws; n += 1) {
    const points = draw();
    counts[points] = (counts[points] ?? 0) + 1;
  }
  return counts;
}

/** Nothing with the rest of the chance, and each amount of the range equally often. */
function expectedAmounts(chance: number, pointsMin: number, pointsMax: number): number[] {
  const each = chance / (pointsMax - pointsMin + 1);
  return Array.from({ length: pointsMax + 1 }, (_, points) => {
    const share = points >= pointsMin ? each : 0;
    return draws * (points === 0 ? 1 - chance + share : share);
  });
}

/** Whether counts look fair: amounts that cannot be drawn were not, and the others are as frequent as they should be. */
function isFair(counts: number[], expected: number[]): boolean {
  if (counts.some((count, points) => (expected[points] ?? 0) < 1e-6 && count > 0)) return false;
  const possible = counts.flatMap((count, points) =>
    (expected[points] ?? 0) < 1e-6 ? [] : [[count, expected[points] ?? 0] as const],
  );
  if (possible.length < 2) return true;
  const [seen, wanted] = [possible.map(([count]) => count), possible.map(([, count]) => count)];
  return unfairness(seen, wanted) < 1;
}

describe("points by chance", () => {
  test.each(actions)("%s is awarded by its table: 100,000 draws match the expected distribution", (action) => {
    const { chancePercent, pointsMin, pointsMax } = awardRules[action];
    const random = seeded(7);
    const counts = countAmounts(pointsMax, () => drawPoints(action, random));
    expect(isFair(counts, expectedAmounts(chancePercent / 100, pointsMin, pointsMax))).toBe(true);
  });

  test.each(tiers)("the streak bonus of a %s member follows its table", (tier) => {
    const { chancePercent, pointsMin, pointsMax } = streakRules[tier];
    const random = seeded(11);
    const counts = countAmounts(pointsMax, () => drawStreakBonus(tier, random));
    expect(isFair(counts, expectedAmounts(chancePercent / 100, pointsMin, pointsMax))).toBe(true);
  });

  test("one that pays a little too often is found out", () => {
    const random = seeded(7);
    const counts = countAmounts(3, () => (random.below(1_000) < 208 ? 1 + random.below(3) : 0));
    expect(isFair(counts, expectedAmounts(0.2, 1, 3))).toBe(false);
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
  const hoursBefore = (hours: number) => new Date(now.getTime() - hours * 3_600_000);
  const none: Activity = { score: 0, writtenAt: null };
  const post = (times: number[], before = none) =>
    times.reduce((activity, hours) => activityAfterPost(activity, hoursBefore(hours)), before);

  test("loses a tenth each whole day, gains two an outfit, stays within 0 and 100", () => {
    const scores = [-1, 0, 23.99, 24, 47.99, 48].map((hours) =>
      decayedScore({ score: 100, writtenAt: hoursBefore(hours) }, now),
    );
    expect(scores.map((score) => Math.round(score * 1_000) / 1_000)).toEqual([100, 100, 100, 90, 90, 81]);
    expect(post([0])).toEqual({ score: 2, writtenAt: now });
    // In whichever order two outfits are entered, the score at the later one is the same.
    for (const hours of [1, 30, 72]) {
      expect(decayedScore(post([0, hours]), now)).toBeCloseTo(decayedScore(post([hours, 0]), now));
    }
    fc.assert(
      fc.property(fc.double({ min: 0, max: activityScoreMax, noNaN: true }), fc.nat(9_600), (score, hours) => {
        const after = activityAfterPost({ score, writtenAt: hoursBefore(hours) }, now);
        expect(after.score).toBeGreaterThanOrEqual(2);
        expect(after.score).toBeLessThanOrEqual(activityScoreMax);
      }),
    );
  });

  test("is at the cap for the rest of the day in which it got there", () => {
    const capped = post(Array.from({ length: 50 }, () => 20));
    expect(tierOf(decayedScore(capped, hoursBefore(-3.99)))).toBe("HIGH");
    expect(decayedScore(capped, hoursBefore(-4))).toBeCloseTo(90);
  });

  test("loses no less for posting often: whatever was written in between, every day of it counts", () => {
    fc.assert(
      fc.property(fc.array(fc.nat(4_000), { minLength: 1, maxLength: 30 }), (quarters) => {
        const ordered = quarters.toSorted((a, b) => b - a).map((quarter) => quarter / 4);
        const [first = 0] = ordered;
        const dayOf = (at: number) => Math.floor((first - at) / 24);
        const expected = ordered.reduce((sum, at) => sum + 2 * 0.9 ** (dayOf(0) - dayOf(at)), 0);
        expect(decayedScore(post(ordered), now)).toBeCloseTo(expected);
      }),
    );
  });

  test("decides the tier: HIGH at 100, MEDIUM from 30, else LOW", () => {
    expect([100, 99.9, 30, 29.9, 0].map(tierOf)).toEqual(["HIGH", "MEDIUM", "MEDIUM", "LOW", "LOW"]);
  });
});
