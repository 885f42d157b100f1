import { z } from "zod";
import { endpoint } from "./endpoint.ts";
import { limits, pointsKinds } from "./limits.ts";
import { Cursor, Id, IsoTime, page, pageLimit } from "./page.ts";

/** Why an action earned nothing. */
export const AwardReason = z.enum([
  "chance",
  "cooldown",
  "daily_limit",
  "pair_limit",
  "own_outfit",
  "already_awarded",
  "not_awarded",
  "no_such_action",
]);
export type AwardReason = z.infer<typeof AwardReason>;

/** What an action earned. */
export const Award = z.object({
  success: z.boolean(),
  pointsAwarded: z.number().int(),
  reason: AwardReason.nullable().describe("Why nothing was earned; null after an award"),
});
export type Award = z.infer<typeof Award>;

/** What a caller can ask an award for. Attendance is awarded when an organiser confirms it. */
const AwardSource = z.enum(["POST_OUTFIT", "TAG_LINK", "LIKE", "COMMENT", "FAVORITE", "DAILY_LOGIN", "STREAK_BONUS"]);
export type AwardSource = z.infer<typeof AwardSource>;

/** What a row of the points activity is. */
const PointsKind = z.enum(pointsKinds);
export type PointsKind = z.infer<typeof PointsKind>;

const ActivityTier = z.enum(["HIGH", "MEDIUM", "LOW"]);
export type ActivityTier = z.infer<typeof ActivityTier>;

const TimeZone = z
  .string()
  .max(limits.timeZoneCharsMax, "Time zone is too long")
  .refine(isTimeZone, "Unknown time zone")
  .describe("IANA name, such as Europe/Berlin");

function isTimeZone(name: string): boolean {
  // Offsets such as +14:00 are no zones: they know no daylight saving and no end of the scale.
  if (!/^[a-z]/i.test(name)) return false;
  try {
    return new Intl.DateTimeFormat("en", { timeZone: name }).resolvedOptions().timeZone !== "";
  } catch {
    return false;
  }
}

const AwardRequest = z.strictObject({
  source: AwardSource,
  metadata: z
    .strictObject({
      outfitId: Id.optional(),
      brand: z.string().max(limits.brandCharsMax).optional(),
      productName: z.string().max(limits.productNameCharsMax).optional(),
      productUrl: z.string().max(limits.productUrlCharsMax).optional(),
      description: z.string().max(limits.descriptionCharsMax).optional(),
      content: z.string().max(limits.commentCharsMax).optional(),
    })
    .default({})
    .describe("Which action is meant. LIKE, FAVORITE, COMMENT and POST_OUTFIT need outfitId, TAG_LINK productUrl"),
  timeZone: TimeZone.optional().describe("The member's own, whose midnight begins their day; it is remembered"),
});
export type AwardRequest = z.output<typeof AwardRequest>;

const Streak = z.object({
  currentDays: z.number().int().describe("Days in a row with a visit; 0 once a day was missed"),
  bestDays: z.number().int(),
  isTodayCounted: z.boolean(),
  visitBefore: IsoTime.nullable().describe("The next visit must come before this to keep the streak; null without one"),
});
export type Streak = z.infer<typeof Streak>;

/** An award as the award endpoint gives it; the last three only tell of a daily login. */
const AwardOutcome = Award.extend({
  bonus: Award.nullable().describe("The streak bonus that came with a daily login"),
  streak: Streak.nullable(),
  nextLoginAt: IsoTime.nullable().describe("From when on a daily login can earn again"),
});
export type AwardOutcome = z.infer<typeof AwardOutcome>;

const DryRun = Award.extend({
  source: AwardSource,
  pointsDrawn: z.number().int().describe("What chance gave, before limits were asked; 0 for nothing"),
});
export type DryRun = z.infer<typeof DryRun>;
export const dryRunSources = ["LIKE", "COMMENT", "FAVORITE", "TAG_LINK"] as const;

/** One row of the engine's rules, and how it stands for the caller today. */
const AwardRule = z.object({
  action: PointsKind,
  chancePercent: z.number(),
  pointsMin: z.number().int(),
  pointsMax: z.number().int(),
  perDayMax: z.number().int(),
  cooldownSeconds: z.number().int(),
  remainingToday: z.number().int(),
  availableAt: IsoTime.nullable().describe("The end of the cool-down that is running; null without one"),
});
export type AwardRule = z.infer<typeof AwardRule>;

const BonusRule = z.object({
  tier: ActivityTier,
  scoreMin: z.number().int().describe("From this activity score on"),
  chancePercent: z.number(),
  variationPercent: z.number().describe("How far the chance moves at random, in percent of itself"),
  pointsMin: z.number().int(),
  pointsMax: z.number().int(),
});

export const PointsSummary = z.object({
  balance: z.number().int(),
  heldPoints: z.number().int().describe("In requests for rewards that await approval; not part of the balance"),
  owedPoints: z.number().int().describe("Earned by deleted outfits and already spent; taken from what is earned next"),
  month: z.object({
    startsAt: IsoTime,
    earnedPoints: z.number().int().describe("Awards of the month, less reversals; without corrections"),
  }),
  activity: z.object({
    tier: ActivityTier,
    score: z.number().describe("Now, cut to one decimal"),
    savedScore: z.number().describe("When the last outfit was posted, cut to one decimal"),
    savedAt: IsoTime.nullable().describe("From when the days count; null before the first outfit"),
    wholeDays: z.number().int().describe("Since then, each of which has taken its share off"),
    lossPercentPerDay: z.number(),
    gainPerOutfit: z.number(),
    scoreMax: z.number().int(),
    outfitsCount: z.number().int(),
  }),
  streak: Streak,
  day: z.object({ timeZone: z.string(), startedAt: IsoTime, endsAt: IsoTime }),
  rules: z.array(AwardRule).describe("In the order in which they are explained"),
  bonusRules: z.array(BonusRule),
  perPairPerDayMax: z.number().int().describe("Awards a day that actions on one and the same member's content earn"),
});
export type PointsSummary = z.infer<typeof PointsSummary>;

export const PointsEntry = z.object({
  id: Id,
  kind: PointsKind,
  points: z.number().int().describe("What it did to the balance: all rows together are the balance"),
  title: z.string().nullable().describe("Of the outfit, event or reward; the reason of a correction"),
  outfitId: Id.nullable().describe("Only where the caller can open it"),
  eventId: Id.nullable().describe("Only where the caller can open it"),
  redemption: z
    .object({ cost: z.number().int(), status: z.string().describe("As in the list of redemptions") })
    .nullable(),
  createdAt: IsoTime,
});
export type PointsEntry = z.infer<typeof PointsEntry>;

const LedgerQuery = z.strictObject({
  cursor: Cursor.optional(),
  limit: pageLimit(limits.pointsLedgerItems),
  kind: PointsKind.optional(),
});
export type LedgerQuery = z.output<typeof LedgerQuery>;

const LedgerPage = page(PointsEntry).extend({
  months: z
    .array(
      z.object({
        month: z.string().describe("2026-11, in the member's time zone"),
        earnedPoints: z.number().int(),
        spentPoints: z.number().int().describe("Redeemed or taken back; not negative"),
      }),
    )
    .describe("The months that the page touches, newest first, each with the sums of all its rows of this kind"),
  timeZone: z.string(),
});
export type LedgerPage = z.infer<typeof LedgerPage>;

const PointsWeek = z.object({
  startsAt: IsoTime,
  earnedPoints: z.number().int(),
  spentPoints: z.number().int().describe("Redeemed or taken back; not negative"),
});
export type PointsWeek = z.infer<typeof PointsWeek>;

export const pointsEndpoints = {
  award: endpoint("POST", "/api/points/awards", {
    summary: "Gives the points of the day's first visit, or says what an action of the caller has earned",
    body: AwardRequest,
    reply: AwardOutcome,
    limit: "awards",
    errors: ["auth.required"],
  }),
  dryRun: endpoint("POST", "/api/points/dry-runs", {
    summary: "Says what an action would earn the caller right now; nothing is written",
    body: z.strictObject({ source: z.enum(dryRunSources) }),
    reply: DryRun,
    limit: "dryRuns",
    errors: ["auth.required"],
  }),
  summary: endpoint("GET", "/api/me/points", {
    summary: "Gets the caller's balance, activity score, streak, and the rules with what is left of them today",
    reply: PointsSummary,
    errors: ["auth.required"],
  }),
  ledger: endpoint("GET", "/api/me/points/ledger", {
    summary: "Lists what the caller earned, lost and redeemed, newest first",
    query: LedgerQuery,
    reply: LedgerPage,
    errors: ["auth.required"],
  }),
  weeks: endpoint("GET", "/api/me/points/weeks", {
    summary: "Lists the caller's points of the last twelve weeks, oldest first; weeks begin on Monday",
    reply: z.object({ timeZone: z.string(), weeks: z.array(PointsWeek) }),
    errors: ["auth.required"],
  }),
  file: endpoint("GET", "/api/me/points/ledger.csv", {
    summary: "Exports the caller's whole ledger as a CSV file (text/csv, UTF-8)",
    reply: z.string(),
    errors: ["auth.required", "rate.limited"],
  }),
};
