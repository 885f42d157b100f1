import type { FastifyBaseLogger } from "fastify";
import type { Task } from "graphile-worker";
import { eraseDueAccounts, removeEndedExports } from "./account/account.service.ts";
import { releaseAbandonedImages } from "./articles/article-pictures.service.ts";
import { buildDataExport } from "./account/export-archive.service.ts";
import { computeDashboard, recordTotals, recountTotals } from "./dashboard/dashboard.service.ts";
import { sendModerationAlerts } from "./moderation/alerts.service.ts";
import { purgeRemovedContent } from "./moderation/purges.service.ts";
import { sendProductMail } from "./product-mails/product-mails.service.ts";
import { liftExpiredBans } from "./bans/bans.service.ts";
import { sendAuthMail } from "./auth/mails/mail-queue.service.ts";
import { deleteExpiredAuthData } from "./auth/housekeeping/delete-expired-auth-data.service.ts";
import { notifyEventChanges, notifyEventErasure, remindAttendees } from "./events/event-news.service.ts";
import { advanceWaitingLists } from "./events/waiting-list.service.ts";
import { acceptRemainingRequests, deleteEndedFollows } from "./follows/follows.service.ts";
import type { AppContext } from "./http/context.ts";
import { analyseOutfits } from "./looks/looks.service.ts";
import { applyRotations } from "./media/image-rotations.service.ts";
import { deleteOrphanedImages } from "./media/media.service.ts";
import { dropFeedPages } from "#server/outfits/page-cache.service.ts";
import { rewriteSearchTexts } from "#server/outfits/search-texts.service.ts";
import { deleteUnusedTerms } from "./outfits/outfits.service.ts";
import { planDigests, sendDigest } from "./notifications/digests.service.ts";
import { sendPush } from "./notifications/push.service.ts";
import { lookForAbuse } from "./points/abuse-findings.service.ts";
import { auditPoints } from "./points/points-audit.service.ts";
import { deleteOldUsernames } from "./profiles/profiles.service.ts";
import { advanceOrder, pollOrders } from "./rewards/orders.service.ts";
import { mailRedemption } from "./rewards/reward-mails.service.ts";
import { screenPictures } from "./moderation/screen-pictures.service.ts";
import { deleteStaleRows } from "./notifications/stale-rows.service.ts";
import { maintainLookIndexes } from "./similarity/similarity.service.ts";
import { repairDrift } from "./counts/recount.service.ts";
import { deleteFailedJobs, type JobRunner, startWorkers, unlockLostJobs } from "./job-workers.ts";

/** The input of a job: the app context and a log. */
interface JobContext {
  app: AppContext;
  log: FastifyBaseLogger;
}

interface Job {
  /** Cron: minute, hour, day, month, weekday; UTC. Without it the job runs only when added. */
  cron?: string;
  /** Jobs of one queue run one after the other. */
  queue?: string;
  run(context: JobContext, payload: unknown, attempt: { isLastTry: boolean }): Promise<void>;
}

/** Every job. The queue is in the database: one of all servers runs each job, and failed ones are retried. */
const jobs: Record<string, Job> = {
  deleteOrphanedImages: {
    cron: "* * * * *",
    async run({ app, log }) {
      const collected = await deleteOrphanedImages(app);
      if (collected.orphans + collected.pictures > 0) log.info(collected, "pictures collected");
    },
  },
  rotateImages: {
    cron: "* * * * *",
    async run({ app, log }) {
      const rotated = await applyRotations({ ...app, dropCaches: () => dropFeedPages(app.pool) });
      if (rotated > 0) log.info({ rotated }, "pictures got new keys");
    },
  },
  analyseOutfits: {
    cron: "* * * * *",
    queue: "looks",
    async run({ app, log }) {
      const done = await analyseOutfits(app);
      if (done.failed > 0) log.warn(done, "outfits could not be analysed");
      else if (done.analysed > 0) log.info(done, "outfits analysed");
    },
  },
  rewriteSearchTexts: { run: ({ app }, payload) => rewriteSearchTexts(app, payload) },
  maintainLookIndexes: {
    cron: "*/10 * * * *",
    queue: "looks",
    async run({ app, log }) {
      const step = await maintainLookIndexes(app);
      if (step !== null) log.debug({ step }, "index of looks");
    },
  },
  screenPictures: {
    cron: "* * * * *",
    queue: "screening",
    async run({ app, log }) {
      const done = await screenPictures(app);
      if (done.failed > 0) log.warn(done, "pictures could not be screened");
      else if (done.screened > 0) log.info(done, "pictures screened");
    },
  },
  unlockLostJobs: {
    cron: "* * * * *",
    async run({ app, log }) {
      const workers = await unlockLostJobs(app);
      if (workers > 0) log.warn({ workers }, "jobs of servers that are gone run again");
    },
  },
  deleteExpiredAuthData: { cron: "*/15 * * * *", run: ({ app, log }) => deleteExpiredAuthData(app, log) },
  sendAuthMail: { run: ({ app, log }, payload) => sendAuthMail(app, log, payload) },
  sendPush: { run: ({ app }, payload) => sendPush(app, payload) },
  planDigests: { cron: "*/5 * * * *", run: ({ app }) => planDigests(app) },
  sendDigest: { run: ({ app }, payload, attempt) => sendDigest(app, payload, attempt) },
  recordTotals: { cron: "* * * * *", run: ({ app }) => recordTotals(app) },
  computeDashboard: { cron: "*/5 * * * *", run: ({ app }) => computeDashboard(app) },
  purgeRemovedContent: {
    cron: "11 * * * *",
    async run({ app, log }) {
      const things = await purgeRemovedContent(app, log);
      if (things > 0) log.info({ things }, "removed content deleted");
    },
  },
  sendModerationAlerts: { cron: "*/10 * * * *", run: async ({ app }) => void (await sendModerationAlerts(app)) },
  sendProductMail: { run: ({ app }, payload) => sendProductMail(app, payload) },
  buildDataExport: { run: ({ app }, payload, attempt) => buildDataExport(app, payload, attempt) },
  eraseDueAccounts: {
    cron: "*/10 * * * *",
    async run({ app, log }) {
      const accounts = await eraseDueAccounts(app, log);
      if (accounts > 0) log.info({ accounts }, "accounts erased");
    },
  },
  removeEndedExports: { cron: "*/10 * * * *", run: async ({ app }) => void (await removeEndedExports(app)) },
  remindAttendees: { cron: "* * * * *", run: ({ app }) => remindAttendees(app) },
  acceptRequests: { run: ({ app }, payload) => acceptRemainingRequests(app, payload) },
  tellEventChanges: { run: ({ app }, payload) => notifyEventChanges(app, payload) },
  tellEventErasure: { run: ({ app, log }, payload) => notifyEventErasure(app, log, payload) },
  advanceWaitingLists: { cron: "* * * * *", run: ({ app }) => advanceWaitingLists(app) },
  mailRedemption: { run: ({ app }, payload) => mailRedemption(app, payload) },
  advanceGiftCardOrder: { run: ({ app }, payload) => advanceOrder(app, payload) },
  pollGiftCardOrders: { cron: "* * * * *", run: ({ app }) => pollOrders(app) },
  // Before the recount, which would mend a wrong balance and so hide it.
  auditPoints: { cron: "7 3 * * *", run: reportPoints },
  lookForAbuse: {
    cron: "*/15 * * * *",
    async run({ app, log }) {
      const found = await lookForAbuse(app);
      if (found > 0) log.warn({ found }, "many new accounts from one address");
    },
  },
  liftExpiredBans: { cron: "* * * * *", run: async ({ app, log }) => void (await liftExpiredBans(app, log)) },
  recount: { cron: "17 3 * * *", run: recount },
  deleteStaleRows: {
    cron: "47 * * * *",
    async run({ app, log }) {
      const now = app.clock.now();
      const deleted = {
        ...(await deleteStaleRows(app.db, now)),
        endedFollows: await deleteEndedFollows(app.db, now),
        usernames: await deleteOldUsernames(app.db, now),
        searchTerms: await deleteUnusedTerms(app.db, now),
        articlePictures: await releaseAbandonedImages(app),
        failedJobs: await deleteFailedJobs(app),
      };
      log.info(deleted, "stale rows deleted");
    },
  },
};

/** Checks every invariant of points. A violation is a bug, so it is logged as an error; nothing is changed. */
export async function reportPoints({ app, log }: JobContext): Promise<void> {
  const violations = await auditPoints(app.db);
  if (violations.length === 0) log.info("the points audit found nothing wrong");
  else log.error({ violations: violations.length, samples: violations.slice(0, samplesMax) }, "points are wrong");
}

/** Examples of drift in a report; the rest is only counted. */
const samplesMax = 5;

/**
 * Recounts every kept count and every total of the site and fixes those that drifted. Drift is a bug, so it is logged as an
 * error.
 *
 * @returns The drift that was found.
 */
export async function recount({ app, log }: JobContext): Promise<void> {
  const drifts = await repairDrift(app.db);
  if (drifts.length > 0)
    log.error({ drifts: drifts.length, samples: drifts.slice(0, samplesMax) }, "counts had drifted");
  else log.info("all kept counts are right");
  const totals = await recountTotals(app);
  if (totals.length > 0) log.error({ totals }, "totals of the site had drifted");
}

/** Starts a worker for the jobs above in this process. */
export function startJobs(app: AppContext, log: FastifyBaseLogger): Promise<JobRunner> {
  const tasks = Object.entries(jobs).map(([name, { run }]): [string, Task] => [
    name,
    async (payload, { job }) =>
      run({ app, log: log.child({ job: name }) }, payload, { isLastTry: job.attempts >= job.max_attempts }),
  ]);
  const crontab = Object.entries(jobs).flatMap(([name, { cron, queue }]) =>
    cron === undefined ? [] : [`${cron} ${name} ?max=3${queue === undefined ? "" : `&queue=${queue}`}`],
  );
  return startWorkers(app, log, { taskList: Object.fromEntries(tasks), crontab: crontab.join("\n") });
}
