import type { FastifyBaseLogger } from "fastify";
import { Logger, run } from "graphile-worker";
import { sweepSignIn } from "#server/auth/housekeeping.service.ts";
import type { World } from "#server/http/call.ts";
import { collectPictures } from "#server/media/media.service.ts";
import { planDigests, sendDigest } from "#server/notifications/digests.service.ts";
import { sendPush } from "#server/notifications/push.service.ts";
import { deleteOldUsernames } from "#server/profiles/profiles.service.ts";
import { deleteStale } from "./housekeeping.store.ts";
import { findDrift, repairDrift } from "./recount.store.ts";

export { findCountedWith, findDrift, recountRows } from "./recount.store.ts";

/** What a job gets: the world, and where to tell what it did. */
interface JobContext {
  world: World;
  log: FastifyBaseLogger;
}

interface Job {
  /** Minute, hour, day, month, weekday; UTC. Without it the job runs when somebody adds it. */
  cron?: string;
  run(context: JobContext, payload: unknown): Promise<void>;
}

/** Every job of the house. The queue lives in the database: of all servers one does each, and a failed one is tried again. */
const jobs: Record<string, Job> = {
  collectPictures: {
    cron: "* * * * *",
    async run({ world, log }) {
      const collected = await collectPictures(world);
      if (collected.orphans + collected.pictures > 0) log.info(collected, "pictures collected");
    },
  },
  sweepSignIn: { cron: "*/15 * * * *", run: ({ world }) => sweepSignIn(world) },
  sendPush: { run: ({ world }, payload) => sendPush(world, payload) },
  planDigests: { cron: "*/5 * * * *", run: ({ world }) => planDigests(world) },
  sendDigest: { run: ({ world }, payload) => sendDigest(world, payload) },
  recount: { cron: "17 3 * * *", run: recount },
  forgetStale: {
    cron: "47 * * * *",
    async run({ world, log }) {
      const now = world.clock.now();
      const forgotten = { ...(await deleteStale(world.db, now)), usernames: await deleteOldUsernames(world.db, now) };
      log.info(forgotten, "stale rows deleted");
    },
  },
};

/** Samples of drift that a report names; the rest is only counted. */
const samplesMax = 5;

/**
 * Recounts every kept count and mends those that drifted. Drift is a fault of ours, so it is reported as one.
 *
 * @returns What was wrong, as it was found.
 */
export async function recount({ world, log }: JobContext): Promise<void> {
  const drifts = await findDrift(world.db);
  for (const drift of drifts) await repairDrift(world.db, drift);
  if (drifts.length > 0)
    log.error({ drifts: drifts.length, samples: drifts.slice(0, samplesMax) }, "counts had drifted");
  else log.info("all kept counts are right");
}

export interface JobRunner {
  /** Lets what runs come to its end. */
  stop(): Promise<void>;
}

/** Jobs at once in one process: a push service that does not answer must not hold up the rest. */
const jobsAtOnce = 4;

/** Starts to work on the queue in this process: the jobs above, each at its time. */
export async function startJobs(world: World, log: FastifyBaseLogger): Promise<JobRunner> {
  const runner = await run({
    pgPool: world.pool,
    concurrency: jobsAtOnce,
    noHandleSignals: true,
    pollInterval: 10_000,
    logger: new Logger(
      () => (level, message) => log[level === "warning" ? "warn" : level]({ source: "jobs" }, message),
    ),
    taskList: Object.fromEntries(
      Object.entries(jobs).map(([name, job]) => [
        name,
        (payload: unknown) => job.run({ world, log: log.child({ job: name }) }, payload),
      ]),
    ),
    crontab: Object.entries(jobs)
      .flatMap(([name, { cron }]) => (cron === undefined ? [] : [`${cron} ${name} ?max=3`]))
      .join("\n"),
  });
  return { stop: () => runner.stop() };
}
