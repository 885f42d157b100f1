import type { AdminSearch, Dashboard, SiteTotal, SystemHealth } from "#contract/admin.ts";
import { dayMs, hourMs } from "#contract/durations.ts";
import { limits } from "#contract/limits.ts";
import type { Done } from "#contract/page.ts";
import { auditOrigin, recordAudit } from "#server/admin/audit-log.service.ts";
import { getConfirmedUntil, requireAdmin } from "#server/admin/require-admin.service.ts";
import { allowLong, transact } from "#server/db/db.ts";
import type { AppContext, RequestContext } from "#server/http/context.ts";
import { fail } from "#server/lib/app-error.ts";
import {
  listActivity,
  listMissingActivity,
  listRetention,
  replaceRetention,
  upsertActivity,
} from "./activity.store.ts";
import {
  countFailedMails,
  countUnanalysed,
  countUnscreened,
  listFailedJobs,
  listQueues,
  getStorageUse,
  rescheduleJob,
  updateStorageUse,
} from "./health.store.ts";
import { searchAdmin } from "./search.store.ts";
import {
  countPending,
  findTotalDrift,
  foldTotals,
  insertTotalRepairs,
  listTotals,
  getResponseTimes,
  type TotalByDay,
} from "./totals.store.ts";

const toDay = (time: number) => new Date(time).toISOString().slice(0, 10);

/**
 * Whether the caller may enter the admin area, and until when sensitive actions need no new sign-in.
 *
 * @throws auth.required, auth.forbidden, auth.second_factor_required
 */
export async function getAccess(context: RequestContext): Promise<{ confirmedUntil: string }> {
  return { confirmedUntil: (await getConfirmedUntil(context)).toISOString() };
}

/**
 * Totals with their course over 30 days, what waits for a decision, activity, retention and response times.
 *
 * @throws auth.required, auth.forbidden, auth.second_factor_required
 */
export async function getDashboard(context: RequestContext): Promise<Dashboard> {
  await requireAdmin(context);
  const { db } = context;
  const nowMs = context.clock.now().getTime();
  const since = toDay(nowMs - (limits.dashboardDays - 1) * dayMs);
  const [totals, pending, activity, retention, moderation] = await Promise.all([
    // The 30 days before are needed for the change.
    listTotals(db, toDay(nowMs - (2 * limits.dashboardDays - 1) * dayMs)),
    countPending(db),
    listActivity(db, since),
    listRetention(db),
    getResponseTimes(db, new Date(nowMs - limits.dashboardDays * dayMs)),
  ]);
  const today = activity.at(-1);
  const byMetric = new Map(totals.map((total) => [total.metric, total]));
  const redemptions = Math.max(0, byMetric.get("rewards_pending")?.total ?? 0);
  return {
    pending: { ...pending, redemptions },
    totals: metrics.map(({ metric, source }) => ({
      ...toSiteTotal(byMetric.get(source), nowMs),
      metric,
      pending: metric === "rewards" ? redemptions : 0,
    })),
    activity: {
      daily: today?.daily ?? 0,
      weekly: today?.weekly ?? 0,
      monthly: today?.monthly ?? 0,
      series: activity.map(({ day, daily }) => ({ day, daily })),
      computedAt: today ? `${today.day}T00:00:00.000Z` : null,
    },
    retention: toCohorts(retention),
    moderation,
  };
}

/**
 * Counts everything behind the totals in one snapshot and mends those that drifted; gives what it found. Writes
 * `site_total_changes`.
 */
export async function recountTotals(app: AppContext): Promise<{ metric: string; by: number }[]> {
  return transact(app.db, async (tx) => {
    await allowLong(tx);
    const drifts = await findTotalDrift(tx);
    if (drifts.length > 0) await insertTotalRepairs(tx, drifts, toDay(app.clock.now().getTime()));
    return drifts;
  });
}

/** The six totals in their order, and the kept sum that each shows. */
const metrics = [
  { metric: "members", source: "members" },
  { metric: "outfits", source: "outfits" },
  { metric: "comments", source: "comments" },
  { metric: "likes", source: "likes" },
  { metric: "points", source: "points" },
  { metric: "rewards", source: "rewards_approved" },
] as const;

function toSiteTotal(
  kept: TotalByDay | undefined,
  nowMs: number,
): Pick<SiteTotal, "total" | "series" | "changePercent"> {
  const total = kept?.total ?? 0;
  const changes = new Map(kept?.days.map((day) => [day.day, day]));
  const net = (index: number) => {
    const change = changes.get(toDay(nowMs - index * dayMs));
    return change ? change.added - change.removed : 0;
  };
  const series: SiteTotal["series"] = [];
  let running = total;
  for (let index = 0; index < limits.dashboardDays; index += 1) {
    const day = toDay(nowMs - index * dayMs);
    series.unshift({ day, total: running, added: changes.get(day)?.added ?? 0 });
    running -= net(index);
  }
  const sum = (from: number) =>
    Array.from({ length: limits.dashboardDays }, (_, index) => net(from + index)).reduce((a, b) => a + b, 0);
  const [last, before] = [sum(0), sum(limits.dashboardDays)];
  return { total, series, changePercent: before > 0 ? Math.round(((last - before) / before) * 1_000) / 10 : null };
}

function toCohorts(cells: { week: string; weeksLater: number; members: number }[]): Dashboard["retention"] {
  const cohorts = new Map<string, { week: string; members: number; returned: number[] }>();
  for (const { week, weeksLater, members } of cells) {
    const cohort = cohorts.get(week) ?? { week, members: 0, returned: [] };
    if (weeksLater === 0) cohort.members = members;
    else {
      while (cohort.returned.length < weeksLater - 1) cohort.returned.push(0);
      cohort.returned[weeksLater - 1] = members;
    }
    cohorts.set(week, cohort);
  }
  return [...cohorts.values()].slice(0, limits.retentionWeeks);
}

/**
 * Queues, failed jobs, storage, mail, and what the models gave up.
 *
 * @throws auth.required, auth.forbidden, auth.second_factor_required
 */
export async function getHealth(context: RequestContext): Promise<SystemHealth> {
  await requireAdmin(context);
  const { db, config } = context;
  const now = context.clock.now();
  // A store that is away for a moment is no reason to look.
  const madeBefore = new Date(now.getTime() - hourMs);
  const [queues, failedJobs, storage, failedLastDay, unscreenedPictures, unanalysedOutfits, isReachable] =
    await Promise.all([
      listQueues(db, now),
      listFailedJobs(db),
      getStorageUse(db),
      countFailedMails(db, new Date(now.getTime() - dayMs)),
      countUnscreened(db, { madeBefore }),
      countUnanalysed(db, { madeBefore }),
      isStorageReachable(context),
    ]);
  return {
    queues,
    failedJobs,
    storage: { ...storage, isReachable },
    mail: { isConfigured: config.auth.mail !== undefined, failedLastDay },
    unscreenedPictures,
    unanalysedOutfits,
  };
}

/** A key that never exists: a store that answers says so. */
async function isStorageReachable({ storage }: AppContext): Promise<boolean> {
  return storage.read("health/none").then(
    () => true,
    () => false,
  );
}

/**
 * Runs a failed job again at once.
 *
 * @throws auth.required, auth.forbidden, auth.second_factor_required, job.not_found
 */
export async function retryJob(context: RequestContext, jobId: string): Promise<Done> {
  await requireAdmin(context);
  await transact(context.db, async (tx) => {
    const job = (await rescheduleJob(tx, jobId)) ?? fail("job.not_found");
    const target = { type: "job", id: jobId } as const;
    await recordAudit(tx, { ...auditOrigin(context), action: "job.retried", target, after: job });
  });
  return { ok: true };
}

/**
 * Members, outfits and open cases for the command palette.
 *
 * @throws auth.required, auth.forbidden, auth.second_factor_required
 */
export async function search(context: RequestContext, text: string): Promise<AdminSearch> {
  await requireAdmin(context);
  return searchAdmin(context.db, text, limits.adminSearchItems);
}

/** Folds the changes of the last minute into the totals, a job. */
export async function recordTotals(app: Pick<AppContext, "db">): Promise<void> {
  await transact(app.db, (tx) => foldTotals(tx));
}

/** Computes activity, retention and storage for the dashboard, a job. */
export async function computeDashboard(app: Pick<AppContext, "db" | "clock">): Promise<void> {
  const now = app.clock.now();
  const today = toDay(now.getTime());
  const days = [...(await listMissingActivity(app.db, today)), toDay(now.getTime() - dayMs), today];
  for (const day of new Set(days)) await transact(app.db, (tx) => upsertActivity(tx, day));
  await transact(app.db, (tx) => replaceRetention(tx, { today, weeks: limits.retentionWeeks }));
  await updateStorageUse(app.db, now);
}
