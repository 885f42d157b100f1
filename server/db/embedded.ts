import type { ChildProcess } from "node:child_process";
import { realpathSync } from "node:fs";
import { mkdir, rm } from "node:fs/promises";
import { setTimeout as sleep } from "node:timers/promises";
import pg from "pg";
import {
  type Cluster,
  databaseUser,
  findFreePort,
  hasEnded,
  launch,
  LaunchError,
  openCluster,
} from "./embedded-cluster.ts";
import { isPostmaster, readPostmasterFile, signalPostmaster, waitUntil } from "./embedded-process.ts";

export { LaunchError };

/** A PostgreSQL of our own that runs as long as we do. */
export interface EmbeddedPostgres {
  /** The `postgres://` address of the database, with its password; it stays the same when the server is restarted. */
  readonly url: string;
  readonly port: number;
  /** Changes when the server had to be restarted. */
  readonly postmasterPid: number;
  /** Ends every connection and the server; resolves when its data is written and the process gone. */
  stop(): Promise<void>;
}

export interface EmbeddedLog {
  info(message: string): void;
  warn(message: string): void;
  error(message: string): void;
}

/** One data folder, one Fash: somebody else holds it. */
export class DatabaseInUseError extends Error {
  constructor(dataDir: string, holder: string) {
    super(`Another Fash (${holder}) is already using the database in ${dataDir}: stop it, or set DATA_DIR`);
  }
}

const databaseName = "fash";
const silent: EmbeddedLog = { info: () => undefined, warn: () => undefined, error: () => undefined };

/** Held by one connection for the owner's whole life; PostgreSQL frees it the moment that process is gone. */
const ownerLock = { classid: 0x66617368, objid: 1 };
const lockPatienceMs = 1_000;
const startPatienceMs = 5_000;
const orphanPatienceMs = 10_000;
/** A server younger than this may belong to a start that is about to take its lock. */
const orphanAgeMsMin = 2_000;
const stopPatienceMs = 30_000;
const restartDelayMsMax = 5_000;

type Running = { child: ChildProcess; pid: number; port: number; owner: pg.Client };

/**
 * Starts the embedded PostgreSQL on the data in `dataDir`, which is made when missing, and holds it: a second start on the
 * same folder is refused as long as this process lives. A server that a killed process left running is taken over, a
 * crashed one recovers, and one that dies under way is started again on the same port.
 *
 * @param options.throwaway For tests: nothing survives a power cut, and stop() removes `dataDir`.
 * @throws DatabaseInUseError; LaunchError with PostgreSQL's own words.
 */
export async function startEmbeddedPostgres(options: {
  dataDir: string;
  log?: EmbeddedLog;
  throwaway?: boolean;
}): Promise<EmbeddedPostgres> {
  const { log = silent, throwaway = false } = options;
  await mkdir(options.dataDir, { recursive: true, mode: 0o700 });
  const dataDir = realpathSync(options.dataDir);
  const cluster = await openCluster(dataDir, throwaway);
  let running = await bringUp(cluster, dataDir);
  let stopping: Promise<void> | undefined;
  let restarting: Promise<void> | undefined;

  function watch(): void {
    const watched = running;
    const onLoss = (): void => {
      if (stopping || restarting || watched !== running) return;
      log.warn("The embedded PostgreSQL went away; starting it again");
      restarting = restart().finally(() => {
        restarting = undefined;
        watch();
      });
    };
    running.child.once("exit", onLoss);
    running.owner.once("end", onLoss);
    if (hasEnded(running.child)) onLoss();
  }

  async function restart(): Promise<void> {
    for (let delayMs = 100; !stopping; delayMs = Math.min(delayMs * 2, restartDelayMsMax)) {
      try {
        running = await bringUp(cluster, dataDir, running);
        log.info("The embedded PostgreSQL is back");
        return;
      } catch (error) {
        log.error(String(error));
      }
      await sleep(delayMs);
    }
  }

  async function stop(): Promise<void> {
    await restarting;
    await running.owner.end().catch(() => undefined);
    await endServer(running.pid, () => hasEnded(running.child), throwaway ? "immediate" : "fast");
    if (throwaway) await rm(dataDir, { recursive: true, force: true });
    process.off("exit", onExit);
  }

  // Leaving without stop(), by an uncaught error: the server must not be left behind.
  const onExit = (): void => signalPostmaster(running.pid, "fast");
  process.once("exit", onExit);
  watch();
  return {
    url: addressOf(cluster, running.port, databaseName),
    port: running.port,
    get postmasterPid() {
      return running.pid;
    },
    stop: () => (stopping ??= stop()),
  };
}

function addressOf(cluster: Cluster, port: number, database: string): string {
  return `postgres://${databaseUser}:${cluster.password}@127.0.0.1:${port}/${database}`;
}

/**
 * From whatever state the folder is in to a server of ours with its lock held.
 *
 * @param before What ran last in this process: its port is kept, and its server too when it still lives.
 */
async function bringUp(cluster: Cluster, dataDir: string, before?: Running): Promise<Running> {
  if (before && !hasEnded(before.child)) {
    return { ...before, owner: await becomeOwner(cluster, before.port, dataDir) };
  }
  const deadline = performance.now() + startPatienceMs;
  for (let delayMs = 50; ; delayMs *= 2) {
    const deadPid = await clearTheWay(cluster, dataDir);
    try {
      return await launchAndOwn(cluster, dataDir, before?.port ?? (await findFreePort()), deadPid);
    } catch (error) {
      // Backends of a killed server may need a moment to notice, a free port may be taken before we bind it, and
      // another start at the same moment may have ended our server: the next look tells.
      const isFinal = error instanceof DatabaseInUseError || (error instanceof LaunchError && !error.retry);
      if (isFinal || performance.now() > deadline) throw error;
    }
    await sleep(delayMs);
  }
}

/** Ends a server that lives on without its Fash; the result is the number in `postmaster.pid` when that one is dead. */
async function clearTheWay(cluster: Cluster, dataDir: string): Promise<number | undefined> {
  const file = readPostmasterFile(cluster.data);
  if (!file || !isPostmaster(file.pid, cluster.data)) return file?.pid;
  await endOrphan(cluster, file.pid, dataDir);
  return undefined;
}

async function launchAndOwn(cluster: Cluster, dataDir: string, port: number, deadPid?: number): Promise<Running> {
  const child = await launch(cluster, port, deadPid);
  const pid = child.pid ?? 0;
  try {
    const owner = await becomeOwner(cluster, port, dataDir);
    await createDatabase(owner);
    return { child, pid, port, owner };
  } catch (error) {
    await endServer(pid, () => hasEnded(child), "fast");
    throw error;
  }
}

/**
 * Takes the lock that makes this process the one Fash on this data.
 *
 * @returns The connection that holds it; the lock is free again when it closes.
 * @throws DatabaseInUseError when another process keeps it.
 */
async function becomeOwner(cluster: Cluster, port: number, dataDir: string): Promise<pg.Client> {
  const client = new pg.Client({
    connectionString: addressOf(cluster, port, "postgres"),
    application_name: `process ${process.pid}`,
    connectionTimeoutMillis: 5_000,
  });
  client.on("error", () => undefined);
  try {
    await client.connect();
    const deadline = performance.now() + lockPatienceMs;
    while (!(await tryLock(client))) {
      if (performance.now() > deadline) throw new DatabaseInUseError(dataDir, await nameHolder(client));
      await sleep(50);
    }
  } catch (error) {
    await client.end().catch(() => undefined);
    throw error;
  }
  return client;
}

async function tryLock(client: pg.Client): Promise<boolean> {
  const { rows } = await client.query<{ taken: boolean }>("select pg_try_advisory_lock($1, $2) as taken", [
    ownerLock.classid,
    ownerLock.objid,
  ]);
  return rows[0]?.taken === true;
}

async function nameHolder(client: pg.Client): Promise<string> {
  const { rows } = await client.query<{ application_name: string }>(
    `select application_name from pg_stat_activity join pg_locks using (pid)
     where locktype = 'advisory' and granted and classid = $1 and objid = $2`,
    [ownerLock.classid, ownerLock.objid],
  );
  return rows[0]?.application_name ?? "just ended";
}

async function createDatabase(owner: pg.Client): Promise<void> {
  const found = await owner.query("select 1 from pg_database where datname = $1", [databaseName]);
  if (found.rowCount === 0) await owner.query(`create database ${databaseName}`);
}

/**
 * Ends a server whose Fash was killed, so that ours starts with today's settings and none of its open transactions. The
 * lock tells it from one that is in use; it is held until the end, so two starts cannot both take over.
 */
async function endOrphan(cluster: Cluster, pid: number, dataDir: string): Promise<void> {
  const deadline = performance.now() + orphanPatienceMs;
  const hasGone = (): boolean => !isPostmaster(pid, cluster.data);
  for (;;) {
    try {
      const { port = 0, startedAtMs = 0 } = readPostmasterFile(cluster.data) ?? {};
      const owner = await becomeOwner(cluster, port, dataDir);
      const isOld = Math.abs(Date.now() - startedAtMs) > orphanAgeMsMin;
      if (isOld) await endServer(pid, hasGone, "fast");
      await owner.end().catch(() => undefined);
      if (isOld) return;
    } catch (error) {
      if (error instanceof DatabaseInUseError) throw error;
      if (hasGone()) return;
      // It lives in our folder and lets nobody in: it hangs, or is shutting down already.
      if (performance.now() > deadline) return endServer(pid, hasGone, "immediate");
    }
    await sleep(50);
  }
}

async function endServer(pid: number, hasGone: () => boolean, mode: "fast" | "immediate"): Promise<void> {
  if (hasGone()) return;
  signalPostmaster(pid, mode);
  if (await waitUntil(hasGone, stopPatienceMs)) return;
  signalPostmaster(pid, "immediate");
  if (!(await waitUntil(hasGone, stopPatienceMs))) throw new Error(`PostgreSQL (process ${pid}) does not end`);
}
