import type { ChildProcess } from "node:child_process";
import { realpathSync } from "node:fs";
import { mkdir, rm } from "node:fs/promises";
import { setTimeout as sleep } from "node:timers/promises";
import pg from "pg";
import { type Cluster, hasEnded, launch, LaunchError, openCluster } from "./embedded-cluster.ts";
import { addressOf, chooseEndpoint, type Endpoint, socketLockOf } from "./embedded-endpoint.ts";
import { isPostmaster, readPostmasterFile, signalPostmaster, waitUntil } from "./embedded-process.ts";

export { LaunchError };

/** An embedded PostgreSQL that runs as long as this process. */
export interface EmbeddedPostgres {
  /** The `postgres://` address of the database, with its password; it does not change when the server is restarted. */
  readonly url: string;
  /** Changes when the server is restarted. */
  readonly postmasterPid: number;
  /** Closes all connections and stops the server; resolves when its data is written and the process has exited. */
  stop(): Promise<void>;
}

export interface EmbeddedLog {
  info(message: string): void;
  warn(message: string): void;
  error(message: string): void;
}

/** Another process uses the data folder. */
export class DatabaseInUseError extends Error {
  constructor(dataDir: string, holder: string) {
    super(`Another Fash (${holder}) is already using the database in ${dataDir}: stop it, or set DATA_DIR`);
  }
}

export const databaseName = "fash";
const silent: EmbeddedLog = { info: () => undefined, warn: () => undefined, error: () => undefined };

/** Held by one connection for the owner's lifetime; PostgreSQL releases it as soon as that process ends. */
const ownerLock = { classid: 0x66617368, objid: 1 };
const lockPatienceMs = 1_000;
const startPatienceMs = 5_000;
const orphanPatienceMs = 10_000;
/** A server younger than this may belong to a concurrent start that has not taken its lock yet. */
export const orphanAgeMsMin = 2_000;
const stopPatienceMs = 30_000;
const restartDelayMsMax = 5_000;

type Running = { child: ChildProcess; pid: number; endpoint: Endpoint; owner: pg.Client };

/**
 * Starts the embedded PostgreSQL on `dataDir`, which is created if missing, and locks it: another start on the same
 * folder fails while this process runs. Replaces the server of a killed process, recovers a crashed one, and restarts
 * one that dies later on the same socket or port.
 *
 * @param options.throwaway For tests: not durable, and stop() removes `dataDir`.
 * @throws DatabaseInUseError; LaunchError with PostgreSQL's message
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
      log.warn("The embedded PostgreSQL stopped; restarting it");
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
        log.info("The embedded PostgreSQL is running again");
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

  // Exit without stop(), after an uncaught error: do not leave the server running.
  const onExit = (): void => signalPostmaster(running.pid, "fast");
  process.once("exit", onExit);
  watch();
  return {
    url: addressOf(cluster.password, running.endpoint, databaseName),
    get postmasterPid() {
      return running.pid;
    },
    stop: () => (stopping ??= stop()),
  };
}

/**
 * Starts a server and takes its lock, for any state of the folder.
 *
 * @param before The previous server of this process: keeps its endpoint, and the server itself if it still runs.
 */
async function bringUp(cluster: Cluster, dataDir: string, before?: Running): Promise<Running> {
  if (before && !hasEnded(before.child)) {
    return { ...before, owner: await becomeOwner(cluster, before.endpoint, dataDir) };
  }
  const deadline = performance.now() + startPatienceMs;
  for (let delayMs = 50; ; delayMs *= 2) {
    const deadPid = await clearTheWay(cluster, dataDir);
    try {
      return await launchAndOwn(cluster, dataDir, before?.endpoint ?? (await chooseEndpoint(cluster.data)), deadPid);
    } catch (error) {
      // Backends of a killed server may exit late, a free port may be taken before we bind it, and a concurrent start
      // may have stopped our server: retry.
      const isFinal = error instanceof DatabaseInUseError || (error instanceof LaunchError && !error.retry);
      if (isFinal || performance.now() > deadline) throw error;
    }
    await sleep(delayMs);
  }
}

/**
 * Stops an orphaned server. Without one, removes the lock of its socket and returns the process id in `postmaster.pid`, if there
 * is any: that process is no server of this folder.
 */
async function clearTheWay(cluster: Cluster, dataDir: string): Promise<number | undefined> {
  const file = readPostmasterFile(cluster.data);
  if (!file || !isPostmaster(file.pid, cluster.data)) {
    // In a copied folder it names a process of another machine, whose number may be in use here.
    await rm(socketLockOf(cluster.data), { force: true });
    return file?.pid;
  }
  await endOrphan(cluster, file.pid, dataDir);
  return undefined;
}

async function launchAndOwn(cluster: Cluster, dataDir: string, endpoint: Endpoint, deadPid?: number): Promise<Running> {
  const child = await launch(cluster, endpoint, deadPid);
  const pid = child.pid ?? 0;
  try {
    const owner = await becomeOwner(cluster, endpoint, dataDir);
    await createDatabase(owner);
    return { child, pid, endpoint, owner };
  } catch (error) {
    await endServer(pid, () => hasEnded(child), "fast");
    throw error;
  }
}

/**
 * Takes the lock that gives this process exclusive use of the data.
 *
 * @returns The connection that holds the lock until it closes.
 * @throws DatabaseInUseError if another process holds it
 */
async function becomeOwner(cluster: Cluster, endpoint: Endpoint, dataDir: string): Promise<pg.Client> {
  const client = new pg.Client({
    connectionString: addressOf(cluster.password, endpoint, "postgres"),
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
 * Stops a server whose Fash was killed, so that ours starts with current settings and without its open transactions.
 * The lock distinguishes it from a server in use and is held until the end, so two starts cannot both take over.
 */
async function endOrphan(cluster: Cluster, pid: number, dataDir: string): Promise<void> {
  const deadline = performance.now() + orphanPatienceMs;
  const hasGone = (): boolean => !isPostmaster(pid, cluster.data);
  for (;;) {
    try {
      const { endpoint, startedAtMs = 0 } = readPostmasterFile(cluster.data) ?? {};
      if (!endpoint) throw new Error("It does not listen yet");
      const owner = await becomeOwner(cluster, endpoint, dataDir);
      const isOld = Math.abs(Date.now() - startedAtMs) > orphanAgeMsMin;
      if (isOld) await endServer(pid, hasGone, "fast");
      await owner.end().catch(() => undefined);
      if (isOld) return;
    } catch (error) {
      if (error instanceof DatabaseInUseError) throw error;
      if (hasGone()) return;
      // It runs in our folder but accepts no connections: it hangs, or is shutting down.
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
  if (!(await waitUntil(hasGone, stopPatienceMs))) throw new Error(`PostgreSQL (process ${pid}) does not stop`);
}
