import { EventEmitter } from "node:events";
import { setTimeout } from "node:timers/promises";
import type { FastifyBaseLogger } from "fastify";
import { Logger, run, type TaskList, type WorkerEvents } from "graphile-worker";
import { dayMs } from "#contract/durations.ts";
import type { AppContext } from "./http/context.ts";

export interface JobRunner {
  /** Waits a moment for running jobs, then stops; what has not ended by then runs again elsewhere. */
  stop(): Promise<void>;
}

/** What the workers do: a function for each name, and when. */
interface Tasks {
  taskList: TaskList;
  /** A line for each job with a time, as in cron. */
  crontab: string;
}

/** Concurrent jobs per process. */
const jobsAtOnce = 4;
const restartDelayMsMax = 5_000;
/** A process that stops has ten seconds in all, see main.ts. */
const stopMsMax = 5_000;

/**
 * Starts a worker in this process. A worker ends when it cannot record the outcome of a job because the database is away;
 * another one then takes its place, and its jobs.
 */
export async function startWorkers(app: AppContext, log: FastifyBaseLogger, tasks: Tasks): Promise<JobRunner> {
  const stopping = new AbortController();
  let worker = await startWorker(app, log, tasks);
  const workerIds = [...worker.ids];
  const supervision = (async () => {
    for (;;) {
      await worker.ended;
      if (stopping.signal.aborted) return;
      const next = await startAgain(app, log, { tasks, workerIds, signal: stopping.signal });
      if (!next) return;
      worker = next;
      workerIds.push(...worker.ids);
      // `stop` was called while this one was being started, so it stopped only the one before.
      if (stopping.signal.aborted) return worker.stop();
    }
  })();
  const end = async () => {
    await worker.stop();
    await supervision;
  };
  return {
    async stop() {
      stopping.abort();
      await Promise.race([end(), setTimeout(stopMsMax, undefined, { ref: false })]);
      // Jobs that are not over, or whose outcome could not be recorded, would stay locked for hours, as would their queues. A
      // worker that has ended may have locked one afterwards, by a query that a silent database received late.
      await unlock(app, workerIds);
    },
  };
}

interface Worker {
  /** Under which it locks jobs. */
  ids: string[];
  /** Resolves when it has ended, for whatever reason. */
  ended: Promise<void>;
  stop(): Promise<void>;
}

async function startWorker(app: AppContext, log: FastifyBaseLogger, tasks: Tasks): Promise<Worker> {
  const events: WorkerEvents = new EventEmitter();
  const ids: string[] = [];
  events.on("pool:create", ({ workerPool }) => ids.push(workerPool.id));
  // Each time that it connects, after its own statements, to say that it lives: the lock ends with the connection.
  events.on("pool:listen:success", ({ workerPool, client }) => {
    client.once("drain", () => {
      client.query(`select pg_advisory_lock(${aliveKey("$1")})`, [workerPool.id]).catch((error: unknown) => {
        log.warn({ err: error }, "the jobs lost their connection");
      });
    });
  });
  const runner = await run({
    pgPool: app.pool,
    events,
    concurrency: jobsAtOnce,
    noHandleSignals: true,
    pollInterval: 10_000,
    // Without a delay, an outcome that cannot be recorded is an unhandled rejection, which would end this process.
    preset: { worker: { completeJobBatchDelay: 0, failJobBatchDelay: 0 } },
    logger: new Logger(
      () => (level, message) => log[level === "warning" ? "warn" : level]({ source: "jobs" }, message),
    ),
    ...tasks,
  });
  let isOver = false;
  const ended = runner.promise
    .catch((error: unknown) => log.error({ err: error }, "the jobs stopped"))
    .finally(() => (isOver = true));
  return { ids, ended, stop: async () => (isOver ? undefined : runner.stop()) };
}

/** Starts a worker as soon as the database lets it, and unlocks what the one before had locked; undefined if aborted. */
async function startAgain(
  app: AppContext,
  log: FastifyBaseLogger,
  { tasks, workerIds, signal }: { tasks: Tasks; workerIds: string[]; signal: AbortSignal },
): Promise<Worker | undefined> {
  for (let delayMs = 100; !signal.aborted; delayMs = Math.min(2 * delayMs, restartDelayMsMax)) {
    try {
      await unlock(app, workerIds);
      const worker = await startWorker(app, log, tasks);
      log.warn("the jobs run again");
      return worker;
    } catch (error) {
      log.warn({ err: error }, "the jobs cannot start yet");
      await setTimeout(delayMs, undefined, { signal }).catch(() => undefined);
    }
  }
  return undefined;
}

async function unlock({ pool }: Pick<AppContext, "pool">, workerIds: string[]): Promise<void> {
  await pool.query("select graphile_worker.force_unlock_workers($1::text[])", [workerIds]);
}

const aliveKey = (id: string) => `hashtextextended('job worker ' || ${id}, 0)`;

/**
 * Unlocks the jobs and queues of workers that were killed, so that others run them: without it they stay locked for four hours.
 * Those of the last minute are left, because a worker that starts may not have said yet that it lives.
 *
 * @returns The number of these workers.
 */
export async function unlockLostJobs({ pool }: Pick<AppContext, "pool">): Promise<number> {
  const { rows } = await pool.query<{ workers: number }>(`
    with locked as materialized (
      select locked_by as id from graphile_worker._private_jobs where locked_at < now() - interval '1 minute'
      union select locked_by from graphile_worker._private_job_queues where locked_at < now() - interval '1 minute'),
    lost as materialized (select id from locked where id is not null and pg_try_advisory_xact_lock(${aliveKey("id")}))
    select count(*)::int as workers, graphile_worker.force_unlock_workers(array_agg(id)) from lost`);
  return rows[0]?.workers ?? 0;
}

const failedJobDays = 7;

/**
 * Deletes jobs that failed for good long ago, with what they were told about members; until then admins can retry them.
 *
 * @returns The number of jobs.
 */
export async function deleteFailedJobs({ pool, clock }: Pick<AppContext, "pool" | "clock">): Promise<number> {
  const before = new Date(clock.now().getTime() - failedJobDays * dayMs);
  const { rowCount } = await pool.query(
    `select from graphile_worker.complete_jobs(array(
       select id from graphile_worker.jobs where locked_at is null and attempts >= max_attempts and updated_at < $1))`,
    [before],
  );
  return rowCount ?? 0;
}
