import { spawn, spawnSync, type ChildProcess } from "node:child_process";
import { randomBytes } from "node:crypto";
import { closeSync, fstatSync, openSync } from "node:fs";
import { chown, mkdir, readdir, readFile, rename, rm, stat, writeFile } from "node:fs/promises";
import path from "node:path";
import { type Account, type Binaries, chooseAccount, findBinaries } from "./embedded-binaries.ts";
import { databaseUser, type Endpoint, isSocket } from "./embedded-endpoint.ts";
import { readPostmasterFile, waitUntil } from "./embedded-process.ts";

/** An initialized database folder, with all that is needed to serve it. */
export type Cluster = {
  /** PostgreSQL's own data folder. */
  data: string;
  logFile: string;
  password: string;
  binaries: Binaries;
  account: Account | undefined;
  throwaway: boolean;
};

/** A server that exited before it was ready; `retry` if it may start later or on another port. */
export class LaunchError extends Error {
  readonly retry: boolean;
  constructor(log: string) {
    const reason = /(?:FATAL|PANIC|ERROR|error):\s*(.+)/.exec(log)?.[1];
    super(`PostgreSQL did not start: ${reason ?? (log.trim() || "no reason given")}`);
    // The last one: a concurrent start took this server for an orphan and stopped it.
    this.retry = /lock file|still in use|could not bind|could not create any TCP|shutdown request/.test(log);
  }
}

/**
 * Opens the database folder `dataDir`, or creates it. A new one is created with one rename, complete with its random
 * password (`cluster/password`, mode 600), so an interrupted start leaves nothing that looks complete.
 */
export async function openCluster(dataDir: string, throwaway: boolean): Promise<Cluster> {
  await mkdir(dataDir, { recursive: true, mode: 0o700 });
  const home = path.join(dataDir, "cluster");
  const data = path.join(home, "data");
  const account = await chooseAccount(data);
  const binaries = await findBinaries(account);
  if (!(await stat(data).catch(() => undefined))) await initialise({ dataDir, home, account, binaries, throwaway });
  const password = await readFile(path.join(home, "password"), "utf8").catch((cause: unknown) => {
    throw new Error(`The database in ${home} cannot be read by this user: start Fash as its owner, or set DATA_DIR`, {
      cause,
    });
  });
  if (process.getuid?.() === 0 && account && (await stat(data)).uid === 0) {
    // A folder that root restored or copied: PostgreSQL must own its data.
    spawnSync("chown", ["-R", `${account.uid}:${account.gid}`, home]);
  }
  return { data, logFile: path.join(dataDir, "postgres.log"), password, binaries, account, throwaway };
}

type NewCluster = Pick<Cluster, "account" | "binaries" | "throwaway"> & { dataDir: string; home: string };

async function initialise({ dataDir, home, account, binaries, throwaway }: NewCluster): Promise<void> {
  await removeAbandoned(dataDir);
  const staging = path.join(dataDir, `initialising-${process.pid}`);
  const data = path.join(staging, "data");
  const passwordFile = path.join(staging, "password");
  await mkdir(data, { recursive: true, mode: 0o700 });
  await writeFile(passwordFile, randomBytes(24).toString("base64url"), { mode: 0o600, flush: true });
  if (account) await Promise.all([staging, data, passwordFile].map((file) => chown(file, account.uid, account.gid)));
  const locale = process.platform === "linux" ? "C.UTF-8" : "C";
  const choices = ["--auth=scram-sha-256", "--encoding=UTF8", `--locale=${locale}`];
  // PostgreSQL's own C.UTF-8 sorts by code point on every platform, and no library update can change it.
  choices.push("--locale-provider=builtin", "--builtin-locale=C.UTF-8");
  if (throwaway) choices.push("--no-sync");
  const run = spawnSync(
    binaries.initdb,
    ["-D", folderArgument({ data, account }), `--username=${databaseUser}`, "--pwfile=../password", ...choices],
    { ...account, cwd: data, env: environment(), encoding: "utf8" },
  );
  if (run.status !== 0) throw new LaunchError(run.error ? run.error.message : run.stderr);
  await rename(staging, home).catch(async (error: unknown) => {
    // A concurrent start was faster: use its database.
    if (!(await stat(home).catch(() => undefined))) throw error;
    await rm(staging, { recursive: true, force: true });
  });
}

/** Removes the leftovers of killed starts, except those of running processes. */
async function removeAbandoned(dataDir: string): Promise<void> {
  for (const name of await readdir(dataDir)) {
    const pid = Number(/^initialising-(\d+)$/.exec(name)?.[1]);
    if (!pid) continue;
    try {
      if (pid !== process.pid) process.kill(pid, 0);
      else throw new Error("our own process id, reused");
    } catch {
      await rm(path.join(dataDir, name), { recursive: true, force: true });
    }
  }
}

/** The environment for PostgreSQL's programs, without Fash's secrets and a developer's PG* settings. */
function environment(): NodeJS.ProcessEnv {
  const names = ["PATH", "TMPDIR", "LD_LIBRARY_PATH", "SystemRoot", "TEMP"];
  return Object.fromEntries(names.flatMap((name) => (process.env[name] ? [[name, process.env[name]]] : [])));
}

/**
 * The path of the data for PostgreSQL. Another account may lack access to parent folders such as root's home;
 * PostgreSQL starts inside the folder, and a relative path avoids the parents.
 */
function folderArgument({ data, account }: Pick<Cluster, "data" | "account">): string {
  return account && process.platform === "linux" ? "/proc/self/cwd" : data;
}

function settings(endpoint: Endpoint, throwaway: boolean): string[] {
  const wanted = {
    // "." is the data folder, in which PostgreSQL runs.
    ...(isSocket(endpoint)
      ? { listen_addresses: "", unix_socket_directories: ".", unix_socket_permissions: "0700" }
      : { listen_addresses: endpoint.host, unix_socket_directories: "" }),
    port: String(endpoint.port),
    timezone: "UTC",
    log_timezone: "UTC",
    // A failed statement may contain members' data, and the server has already logged the error with its request id.
    log_min_messages: "log",
    log_checkpoints: "off",
    jit: "off",
    random_page_cost: "1.1",
    shared_buffers: "256MB",
    max_wal_size: "1GB",
    // The test files of all workers share one, each with pools of its own.
    ...(throwaway ? { fsync: "off", synchronous_commit: "off", full_page_writes: "off", max_connections: "300" } : {}),
  };
  return Object.entries(wanted).flatMap(([name, value]) => ["-c", `${name}=${value}`]);
}

/**
 * Starts PostgreSQL and resolves when it accepts connections; waits for crash recovery.
 *
 * @param deadPid A process id in `postmaster.pid` that is known not to be a server any more. PostgreSQL takes it for
 * its own ancestor and continues; its second guard, shared memory, still applies.
 * @throws LaunchError
 */
export async function launch(cluster: Cluster, endpoint: Endpoint, deadPid: number | undefined): Promise<ChildProcess> {
  // Concurrent starts write to one file, so none may truncate it.
  const log = openSync(cluster.logFile, "a", 0o600);
  const ownLinesFrom = fstatSync(log).size;
  // A separate process group: Ctrl-C in the terminal must reach only Fash, which then closes its connections first.
  const child = spawn(
    cluster.binaries.postgres,
    ["-D", folderArgument(cluster), ...settings(endpoint, cluster.throwaway)],
    {
      ...cluster.account,
      cwd: cluster.data,
      env: { ...environment(), ...(deadPid ? { PG_GRANDPARENT_PID: String(deadPid) } : {}) },
      stdio: ["ignore", log, log],
      detached: true,
      windowsHide: true,
    },
  );
  closeSync(log);
  child.unref();
  let failure: Error | undefined;
  child.once("error", (error) => (failure = error));
  const isReady = () => {
    const file = readPostmasterFile(cluster.data);
    return file !== undefined && file.pid === child.pid && file.ready;
  };
  await waitUntil(() => failure !== undefined || hasEnded(child) || isReady(), Infinity);
  if (failure) throw new LaunchError(failure.message);
  if (hasEnded(child)) throw new LaunchError((await readFile(cluster.logFile)).subarray(ownLinesFrom).toString());
  return child;
}

/** True once a child process has exited or was killed. */
export function hasEnded(child: ChildProcess): boolean {
  return child.exitCode !== null || child.signalCode !== null;
}
