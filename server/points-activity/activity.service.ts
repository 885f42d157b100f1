import { limits } from "#contract/limits.ts";
import type { LedgerPage, LedgerQuery, PointsSummary, PointsWeek } from "#contract/points.ts";
import { toPage, readCursor } from "#server/db/cursor.ts";
import { positionOf, toJsonPage } from "#server/db/json-pages.ts";
import type { RequestContext } from "#server/http/context.ts";
import { spendLimit } from "#server/http/rate-limit.ts";
import { requireMember } from "#server/http/require-member.ts";
import { SerializedReply } from "#server/http/serve.ts";
import { fail } from "#server/lib/app-error.ts";
import { toOutfitViewer } from "#server/outfits/outfits.service.ts";
import {
  type ActionAwards,
  findAwards,
  findStanding,
  findActivity,
  listActivity,
  sumActivity,
  type TimeRange,
} from "./activity.store.ts";
import { dayAt } from "#server/points/daily-login.service.ts";
import { addDays, localDate, mondayOf, startOfDate } from "#server/points/points-days.ts";
import {
  activityLossPercentPerDay,
  activityPerOutfit,
  activityScoreMax,
  awardRules,
  decayedScore,
  type RewardedAction,
  streakRules,
  streakVariationPercent,
  tierFrom,
  tierOf,
  wholeDays,
} from "#server/points/points-rules.ts";
import { toCsv } from "./ledger-csv.ts";
import { getTimeZone } from "#server/points/points.service.ts";

/** Cut, not rounded: 29.96 must not read as the 30 of the next tier. */
const tenth = (value: number) => Math.floor(value * 10) / 10;

/**
 * The caller's balance, activity score with its parts, streak, and the engine's rules with the remaining allowances.
 *
 * @throws auth.required
 */
export async function getSummary(context: RequestContext): Promise<PointsSummary> {
  const { userId } = requireMember(context);
  const now = context.clock.now();
  const standing = (await findStanding(context.pool, userId)) ?? fail("auth.session_ended");
  const { timeZone } = standing;
  const { day, streak } = dayAt(standing, now);
  const month = monthRange(timeZone, localDate(timeZone, now).slice(0, 7));
  const since = new Date(Math.min(day.startedAt.getTime(), now.getTime() - longestCooldownMs));
  const awards = await findAwards(context.pool, userId, { month, dayStart: day.startedAt, since });
  const score = decayedScore({ score: standing.score, writtenAt: standing.scoreAt }, now);
  const { balance, heldPoints, owedPoints, outfitsCount } = standing;
  return {
    balance,
    heldPoints,
    owedPoints,
    month: { startsAt: month.from.toISOString(), earnedPoints: awards.earnedPoints },
    activity: {
      tier: tierOf(score),
      score: tenth(score),
      savedScore: tenth(standing.score),
      savedAt: standing.scoreAt?.toISOString() ?? null,
      wholeDays: standing.scoreAt ? wholeDays(standing.scoreAt, now) : 0,
      lossPercentPerDay: activityLossPercentPerDay,
      gainPerOutfit: activityPerOutfit,
      scoreMax: activityScoreMax,
      outfitsCount,
    },
    streak,
    day: { timeZone, startedAt: day.startedAt.toISOString(), endsAt: day.endsAt.toISOString() },
    rules: toPointRules(awards.actions, now),
    bonusRules: (["HIGH", "MEDIUM", "LOW"] as const).map((tier) => ({
      tier,
      scoreMin: tierFrom[tier],
      variationPercent: streakVariationPercent,
      ...streakRules[tier],
    })),
    perPairPerDayMax: limits.awardsPerPairPerDayMax,
  };
}

const rewardedActions = Object.keys(awardRules) as RewardedAction[];
const longestCooldownMs = Math.max(...rewardedActions.map((action) => awardRules[action].cooldownSeconds)) * 1_000;

/** The engine's rules, and what is left of each. */
function toPointRules(awards: ActionAwards[], now: Date): PointsSummary["rules"] {
  return rewardedActions.map((action) => {
    const rule = awardRules[action];
    const found = awards.find((row) => row.action === action);
    const availableMs = found ? new Date(found.lastAwardAt).getTime() + rule.cooldownSeconds * 1_000 : 0;
    return {
      action,
      ...rule,
      remainingToday: Math.max(0, rule.perDayMax - (found?.awardsToday ?? 0)),
      availableAt: availableMs > now.getTime() ? new Date(availableMs).toISOString() : null,
    };
  });
}

/**
 * A page of what the caller earned, lost and redeemed, newest first, with the totals of the months on it.
 *
 * @throws auth.required; request.invalid for a cursor that is not ours
 */
export async function listLedger(
  context: RequestContext,
  { cursor, limit, kind }: LedgerQuery,
): Promise<SerializedReply> {
  const { userId } = requireMember(context);
  const viewer = { ...toOutfitViewer(context), userId };
  const page = { viewer, kind, after: readCursor(cursor), limit, now: context.clock.now() };
  const { entries, timeZone } = (await findActivity(context.pool, page)) ?? fail("auth.session_ended");
  const found = monthsOf(entries.slice(0, limit), timeZone);
  const ranges = found.map(({ range }) => range);
  const sums = found.length === 0 ? [] : await sumActivity(context.pool, userId, ranges, kind);
  const months = found.map(({ month }, index) => ({
    month,
    earnedPoints: sums[index]?.earned ?? 0,
    spentPoints: sums[index]?.spent ?? 0,
  }));
  const more: Pick<LedgerPage, "months" | "timeZone"> = { months, timeZone };
  return new SerializedReply(toJsonPage(entries, limit, { more }));
}

/** The months of entries that are listed newest first. Only as many are parsed as it takes: most pages are of one month. */
function monthsOf(entries: string[], timeZone: string): { month: string; range: TimeRange }[] {
  const months: { month: string; range: TimeRange }[] = [];
  const timeOf = (entry: string) => new Date(positionOf(entry).createdAt);
  const oldest = entries.slice(-1).map(timeOf)[0] ?? Infinity;
  for (const entry of entries) {
    const begin = months.at(-1)?.range.from ?? Infinity;
    if (oldest >= begin) break;
    const at = timeOf(entry);
    if (at >= begin) continue;
    const month = localDate(timeZone, at).slice(0, 7);
    months.push({ month, range: monthRange(timeZone, month) });
  }
  return months;
}

/** From the first moment of a month to the first of the next. */
function monthRange(timeZone: string, month: string): TimeRange {
  const first = `${month}-01`;
  return { from: startOfDate(timeZone, first), to: startOfDate(timeZone, `${addDays(first, 31).slice(0, 7)}-01`) };
}

/**
 * What the caller earned and spent in each of the last twelve weeks, this one included, the oldest first.
 *
 * @throws auth.required
 */
export async function listWeeks(context: RequestContext): Promise<{ timeZone: string; weeks: PointsWeek[] }> {
  const { userId } = requireMember(context);
  const timeZone = await getTimeZone(context.db, userId);
  const monday = mondayOf(localDate(timeZone, context.clock.now()));
  const starts = Array.from({ length: limits.pointsChartWeeks + 1 }, (_, index) =>
    startOfDate(timeZone, addDays(monday, 7 * (index + 1 - limits.pointsChartWeeks))),
  );
  const ranges = starts.slice(1).map((to, index) => ({ from: starts[index] ?? to, to }));
  const sums = await sumActivity(context.pool, userId, ranges);
  const weeks = ranges.map(({ from }, index) => ({
    startsAt: from.toISOString(),
    earnedPoints: sums[index]?.earned ?? 0,
    spentPoints: sums[index]?.spent ?? 0,
  }));
  return { timeZone, weeks };
}

/** Rows per query for the file, so that a long ledger is never in memory twice. */
const fileRowsAtOnce = 5_000;

/**
 * The caller's whole points activity as a CSV file, newest first.
 *
 * @throws auth.required, rate.limited
 */
export async function getLedgerFile(context: RequestContext): Promise<SerializedReply> {
  const { userId } = requireMember(context);
  await spendLimit(context, "exports");
  const viewer = { ...toOutfitViewer(context), userId };
  const timeZone = await getTimeZone(context.db, userId);
  const now = context.clock.now();
  const parts: string[] = [];
  let cursor: string | null = null;
  do {
    const after = readCursor(cursor ?? undefined);
    const rows = await listActivity(context.db, { viewer, kind: undefined, after, limit: fileRowsAtOnce, now });
    const page = toPage(rows, fileRowsAtOnce);
    parts.push(toCsv(page.items, timeZone, { hasHeading: cursor === null }));
    cursor = page.nextCursor;
  } while (cursor !== null);
  return new SerializedReply(parts.join(""), {
    "content-type": "text/csv; charset=utf-8",
    "content-disposition": 'attachment; filename="fash-points.csv"',
    "cache-control": "private, no-store",
  });
}
