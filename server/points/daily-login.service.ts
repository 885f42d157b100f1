import { hourMs } from "#contract/durations.ts";
import { limits } from "#contract/limits.ts";
import type { Award, Streak } from "#contract/points.ts";
import { transact, type Tx } from "#server/db/db.ts";
import type { RequestContext } from "#server/http/context.ts";
import { fail } from "#server/lib/app-error.ts";
import { newId } from "#server/lib/ids.ts";
import {
  findLastLoginAward,
  findStreak,
  type LoginStreak,
  updatePointsDay,
  upsertStreak,
} from "./daily-login.store.ts";
import {
  addDays,
  canonicalTimeZone,
  daysBetween,
  localDate,
  type PointsDay,
  pointsDayAt,
  startOfDate,
} from "./points-days.ts";
import { decayedScore, drawStreakBonus, noAward, tierOf } from "./points-rules.ts";
import { awardAction, payEntry } from "./points.service.ts";
import { lockAccounts, getActivity, type PointsAccount } from "./points.store.ts";

export type { LoginStreak } from "./daily-login.store.ts";

/** What the first visit of a day earned. */
interface DailyLogin {
  award: Award;
  bonus: Award | null;
  streak: Streak;
  /** From when on the next daily login can earn. */
  nextLoginAt: Date;
}

/**
 * Counts a member's visit and pays the first one of their day: at most once a day, and at least 20 hours after the last
 * award, whatever time zones their devices report. The streak counts the visit even if it is too early for points.
 * Writes `profiles`, `login_streaks` and `points_ledger` atomically.
 *
 * @param timeZone Null keeps the stored one.
 */
export async function recordVisit(
  context: RequestContext,
  userId: string,
  timeZone: string | null,
): Promise<DailyLogin> {
  return transact(context.db, (tx) => recordVisitIn(tx, context, userId, timeZone));
}

async function recordVisitIn(
  tx: Tx,
  context: RequestContext,
  userId: string,
  given: string | null,
): Promise<DailyLogin> {
  const account = (await lockAccounts(tx, [userId])).get(userId);
  if (!account) fail("auth.session_ended");
  const now = context.clock.now();
  const timeZone = given === null ? account.timeZone : canonicalTimeZone(given);
  const day = pointsDayAt(timeZone, account.dayStart, now);
  await updatePointsDay(tx, userId, timeZone, day.startedAt);

  const before = await findStreak(tx, userId);
  const today = localDate(timeZone, now);
  const streak = streakAfterVisit(before, { day, today, now, hasMoved: timeZone !== account.timeZone });
  if (streak !== before) await upsertStreak(tx, userId, streak);

  const award = await awardAction(tx, context, "DAILY_LOGIN", { userId, key: subjectOf(day), outfitId: null });
  const bonus = award.success ? await drawBonus(tx, context, userId, day) : null;
  return {
    award,
    bonus,
    streak: toStreak(streak, timeZone, day, now),
    nextLoginAt: nextLogin(await findLastLoginAward(tx, userId), timeZone, day),
  };
}

/** What the ledger pays once: a day by its beginning, since a flight west across the date line repeats a date. */
export const subjectOf = (day: PointsDay): string => day.startedAt.toISOString();

async function drawBonus(tx: Tx, context: RequestContext, userId: string, day: PointsDay): Promise<Award> {
  const tier = tierOf(decayedScore(await getActivity(tx, userId), context.clock.now()));
  const points = drawStreakBonus(tier, context.random);
  if (points === 0) return noAward("chance");
  const action = "STREAK_BONUS" as const;
  const entry = {
    id: newId(),
    userId,
    action,
    points,
    subject: subjectOf(day),
    outfitId: null,
    dayStart: day.startedAt,
  };
  const isPaid = await payEntry(tx, context, entry);
  return isPaid ? { success: true, pointsAwarded: points, reason: null } : noAward("already_awarded");
}

/** The earliest moment that is both in a later day and 20 hours after the last payment. */
function nextLogin(lastAwardAt: Date | null, timeZone: string, day: PointsDay): Date {
  if (lastAwardAt === null) return day.endsAt;
  const restedAt = new Date(lastAwardAt.getTime() + limits.loginAwardHours * hourMs);
  // Awarded yesterday evening: today's login earns nothing until 20 hours have passed.
  if (lastAwardAt < day.startedAt) return restedAt;
  const next = pointsDayAt(timeZone, day.startedAt, day.endsAt);
  return restedAt > next.startedAt ? restedAt : next.startedAt;
}

/**
 * The streak after a visit; the same object when the day was counted already. Who moves to another time zone may be in a day
 * that began on another date there: it counts as the date of the visit, so that no date is missed when the next day begins.
 */
function streakAfterVisit(
  before: LoginStreak | undefined,
  visit: { day: PointsDay; today: string; now: Date; hasMoved: boolean },
): LoginStreak {
  const { day, today, now } = visit;
  if (before && before.lastVisitAt >= day.startedAt) {
    return today > before.lastDay ? { ...before, lastDay: today, lastVisitAt: now } : before;
  }
  const isContinued = before !== undefined && isNextDay(before, visit);
  const currentDays = isContinued ? before.currentDays + 1 : 1;
  const bestDays = Math.max(before?.bestDays ?? 0, currentDays);
  return { lastDay: today, lastVisitAt: now, currentDays, bestDays };
}

/** Whether no day was missed. A flight east can skip a date, so less than 48 hours between two visits also counts. */
function isNextDay(before: LoginStreak, { day, now, hasMoved }: { day: PointsDay; now: Date; hasMoved: boolean }) {
  if (daysBetween(before.lastDay, day.date) <= 1) return true;
  return hasMoved && now.getTime() - before.lastVisitAt.getTime() < 48 * hourMs;
}

/** A stored streak as of now: over if a day was missed. */
function toStreak(streak: LoginStreak | undefined, timeZone: string, day: PointsDay, now: Date): Streak {
  if (!streak) return { currentDays: 0, bestDays: 0, isTodayCounted: false, visitBefore: null };
  const isTodayCounted = streak.lastVisitAt >= day.startedAt;
  const isAlive = isTodayCounted || daysBetween(streak.lastDay, day.date) <= 1;
  // Without a visit today the day itself is the last chance, else the day after the date that counts, which after a flight
  // may be over before the day is.
  const lastChance = isTodayCounted ? startOfDate(timeZone, addDays(streak.lastDay, 2)) : day.endsAt;
  return {
    currentDays: isAlive ? streak.currentDays : 0,
    bestDays: streak.bestDays,
    isTodayCounted,
    visitBefore: isAlive && lastChance > now ? lastChance.toISOString() : null,
  };
}

/** A member's day at a moment, and their streak as of then. */
export function dayAt(
  { timeZone, dayStart, streak }: Pick<PointsAccount, "timeZone" | "dayStart"> & { streak: LoginStreak | undefined },
  now: Date,
): { day: PointsDay; streak: Streak } {
  const day = pointsDayAt(timeZone, dayStart, now);
  return { day, streak: toStreak(streak, timeZone, day, now) };
}
