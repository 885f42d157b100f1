import { limits } from "#contract/limits.ts";
import type { LedgerPage, LedgerQuery, PointsSummary, PointsWeek } from "#contract/points.ts";
import { toPage, readCursor } from "#server/db/cursor.ts";
import { toJsonPage } from "#server/db/json-pages.ts";
import type { RequestContext } from "#server/http/context.ts";
import { spendLimit } from "#server/http/rate-limit.ts";
import { requireMember } from "#server/http/require-member.ts";
import { SerializedReply } from "#server/http/serve.ts";
import { fail } from "#server/lib/app-error.ts";
import { toOutfitViewer } from "#server/outfits/outfits.service.ts";
import {
  findStanding,
  listActivity,
  listActivityRows,
  listTodaysAwards,
  sumActivity,
  sumAwards,
  type TimeRange,
} from "./activity.store.ts";
import { getDay } from "#server/points/daily-login.service.ts";
import { addDays, localDate, mondayOf, type PointsDay, startOfDate } from "#server/points/points-days.ts";
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
  const { timeZone, day, streak } = await getDay(context, userId);
  const standing = (await findStanding(context.db, userId)) ?? fail("auth.required");
  const month = monthRange(timeZone, localDate(timeZone, now).slice(0, 7));
  const score = decayedScore({ score: standing.score, writtenAt: standing.scoreAt }, now);
  const { balance, heldPoints, owedPoints, outfitsCount } = standing;
  return {
    balance,
    heldPoints,
    owedPoints,
    month: { startsAt: month.from.toISOString(), earnedPoints: await sumAwards(context.db, userId, month) },
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
    rules: await getPointRules(context, userId, day),
    bonusRules: (["HIGH", "MEDIUM", "LOW"] as const).map((tier) => ({
      tier,
      scoreMin: tierFrom[tier],
      variationPercent: streakVariationPercent,
      ...streakRules[tier],
    })),
    perPairPerDayMax: limits.awardsPerPairPerDayMax,
  };
}

async function getPointRules(context: RequestContext, userId: string, day: PointsDay): Promise<PointsSummary["rules"]> {
  const now = context.clock.now();
  const longestMs = Math.max(...Object.values(awardRules).map((rule) => rule.cooldownSeconds)) * 1_000;
  const since = new Date(Math.min(day.startedAt.getTime(), now.getTime() - longestMs));
  const awards = await listTodaysAwards(context.db, userId, { dayStart: day.startedAt, since });
  return (Object.keys(awardRules) as RewardedAction[]).map((action) => {
    const rule = awardRules[action];
    const found = awards.find((row) => row.action === action);
    const availableMs = (found?.lastAwardAt.getTime() ?? 0) + rule.cooldownSeconds * 1_000;
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
  const [rows, timeZone] = await Promise.all([
    listActivityRows(context.db, { viewer, kind, after: readCursor(cursor), limit, now: context.clock.now() }),
    getTimeZone(context.db, userId),
  ]);
  const found = monthsOf(rows.slice(0, limit), timeZone);
  const ranges = found.map(({ range }) => range);
  const sums = found.length === 0 ? [] : await sumActivity(context.db, userId, ranges, kind);
  const months = found.map(({ month }, index) => ({
    month,
    earnedPoints: sums[index]?.earned ?? 0,
    spentPoints: sums[index]?.spent ?? 0,
  }));
  const totals: Pick<LedgerPage, "months" | "timeZone"> = { months, timeZone };
  return new SerializedReply(toJsonPage(rows, limit, totals));
}

/** The months of entries that are listed newest first. A time zone's date is slow to find, so once for each month. */
function monthsOf(entries: { createdAt: string }[], timeZone: string): { month: string; range: TimeRange }[] {
  const months: { month: string; range: TimeRange }[] = [];
  for (const { createdAt } of entries) {
    const at = new Date(createdAt);
    if (at >= (months.at(-1)?.range.from ?? Infinity)) continue;
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
  const sums = await sumActivity(context.db, userId, ranges);
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
