import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import {
  chmod,
  chown,
  cp,
  mkdir,
  mkdtemp,
  readdir,
  readFile,
  realpath,
  rm,
  stat,
  symlink,
  writeFile,
} from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { fileURLToPath } from "node:url";
import pg from "pg";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { launch, openCluster } from "./embedded-cluster.ts";
import { chooseEndpoint, findFreePort, isSocket, socketLockOf } from "./embedded-endpoint.ts";
import { chooseAccount, findBinaries, locatePackage } from "./embedded-binaries.ts";
import { isPostmaster, waitUntil } from "./embedded-process.ts";
import { DatabaseInUseError, type EmbeddedPostgres, orphanAgeMsMin, startEmbeddedPostgres } from "./embedded.ts";
import { findRunning } from "./open-installation-database.ts";

const isRoot = process.getuid?.() === 0;
let base: string;
let dataDir: string;
const open: EmbeddedPostgres[] = [];
const children: ChildProcess[] = [];

beforeAll(async () => {
  // Sockets have short paths, and macOS's own temporary folder has a long one.
  const parent = process.platform === "win32" ? tmpdir() : await realpath("/tmp");
  // mkdtemp creates a folder of mode 700, so as root every case here also tests inaccessible parent folders.
  base = await mkdtemp(path.join(parent, "fash-embedded-"));
  dataDir = path.join(base, "postgres");
  const server = await start();
  await query(server.url, "create table notes (text text primary key)");
  await query(server.url, "insert into notes values ('first')");
  await server.stop();
});

afterAll(async () => {
  for (const child of children) child.kill("SIGKILL");
  await Promise.all(open.map((server) => server.stop()));
  await rm(base, { recursive: true, force: true });
});

async function start(folder = dataDir): Promise<EmbeddedPostgres> {
  const server = await startEmbeddedPostgres({ dataDir: folder });
  open.push(server);
  return server;
}

async function query(url: string, text: string): Promise<unknown[]> {
  const client = new pg.Client(url);
  client.on("error", () => undefined);
  await client.connect();
  try {
    return (await client.query<Record<string, unknown>>(text)).rows.map((row) => Object.values(row)[0]);
  } finally {
    await client.end();
  }
}

/** A separate process that holds the database until it is killed. */
async function startElsewhere(): Promise<{ child: ChildProcess; postmasterPid: number }> {
  const code = `
    const { startEmbeddedPostgres } = await import(${JSON.stringify(new URL("./embedded.ts", import.meta.url).href)});
    const server = await startEmbeddedPostgres({ dataDir: ${JSON.stringify(dataDir)} });
    console.log(server.postmasterPid);
    setInterval(() => {}, 1000);`;
  const child = spawn(
    process.execPath,
    ["--conditions=source", "--import", "tsx", "--input-type=module", "--eval", code],
    { cwd: fileURLToPath(new URL("../..", import.meta.url)), stdio: ["ignore", "pipe", "inherit"] },
  );
  children.push(child);
  const [line] = await once(child.stdout, "data");
  return { child, postmasterPid: Number(String(line)) };
}

describe("the life cycle of a data folder", () => {
  test("the database is durable and listens for its owner only", async () => {
    const server = await start();
    const names = "'listen_addresses', 'unix_socket_permissions', 'fsync', 'full_page_writes', 'server_encoding'";
    const settings = await query(server.url, `select current_setting(unnest(array[${names}]))`);
    expect(settings.join()).toBe(",0700,on,on,UTF8");
    const sorted = await query(server.url, "select x from unnest(array['b', 'é', 'B', 'a']) x order by x");
    expect(sorted.join("")).toBe("Babé");
    await expect(query(server.url.replace(/:[^:@/]+@/, ":wrong@"), "select 1")).rejects.toThrow(/password/);
    const password = await stat(path.join(dataDir, "cluster/password"));
    expect(password.mode & 0o777).toBe(0o600);
    await server.stop();
    expect(isPostmaster(server.postmasterPid, path.join(dataDir, "cluster/data"))).toBe(false);
  });

  test("a second start finds the same data", async () => {
    const server = await start();
    expect(await query(server.url, "select text from notes")).toContain("first");
    await server.stop();
  });

  test("a second Fash on the folder is rejected with the first one's name, and the first continues", async () => {
    const { child, postmasterPid } = await startElsewhere();
    const refusal = await start().catch((error: unknown) => error);
    expect(refusal).toBeInstanceOf(DatabaseInUseError);
    expect(String(refusal)).toContain(`process ${child.pid}`);
    expect(isPostmaster(postmasterPid, path.join(dataDir, "cluster/data"))).toBe(true);

    child.kill("SIGKILL");
    await once(child, "exit");
    const server = await start();
    expect(server.postmasterPid).not.toBe(postmasterPid);
    expect(await query(server.url, "select text from notes")).toContain("first");
    await server.stop();
  });

  test("exactly one of several concurrent starts wins", async () => {
    const outcomes = await Promise.allSettled([start(), start(), start()]);
    const winners = outcomes.flatMap((outcome) => (outcome.status === "fulfilled" ? [outcome.value] : []));
    const reasons = outcomes.flatMap((outcome) => (outcome.status === "rejected" ? [outcome.reason] : []));
    await Promise.all(winners.map((winner) => winner.stop()));
    expect(winners).toHaveLength(1);
    for (const reason of reasons) expect(reason).toBeInstanceOf(DatabaseInUseError);
  });

  test("a killed server is restarted at its address with every committed row", async () => {
    const server = await start();
    await query(server.url, "insert into notes values ('before the kill')");
    const killed = server.postmasterPid;
    process.kill(killed, "SIGKILL");
    expect(await waitUntil(() => server.postmasterPid !== killed, 10_000)).toBe(true);
    expect(await query(server.url, "select text from notes")).toContain("before the kill");
    await server.stop();
  });

  test("a server without a socket, as earlier versions started it, is replaced at once when its Fash is gone", async () => {
    const cluster = await openCluster(dataDir, false);
    const child = await launch(cluster, { host: "127.0.0.1", port: await findFreePort() }, undefined);
    const ended = once(child, "exit");
    await waitUntil(() => false, orphanAgeMsMin);
    const server = await start();
    await ended;
    expect(await readFile(cluster.logFile, "utf8")).not.toContain("immediate shutdown");
    expect(await query(server.url, "select text from notes")).toContain("first");
    await server.stop();
  });

  test("a stale postmaster.pid does not prevent a start", async () => {
    await writeStalePid(await endedPid());
    const server = await start();
    expect(await query(server.url, "select 1")).toEqual([1]);
    await server.stop();
  });

  test("a postmaster.pid of another program or a zombie does not prevent a start", async () => {
    // As the account that PostgreSQL runs as; it ignores processes of other users.
    const account = await chooseAccount(path.join(dataDir, "cluster/data"));
    const stranger = spawn("sh", ["-c", "true & echo $!; exec sleep 60"], {
      ...account,
      cwd: "/",
      stdio: ["ignore", "pipe", "ignore"],
    });
    children.push(stranger);
    const [line] = await once(stranger.stdout, "data");
    for (const pid of [stranger.pid ?? 0, Number(String(line))]) {
      await writeStalePid(pid);
      const server = await start();
      expect(await query(server.url, "select 1")).toEqual([1]);
      await server.stop();
    }
  });
});

describe("where it listens", () => {
  test("in a folder whose path is too long for a socket, on loopback only", async () => {
    const folder = path.join(base, "long".repeat(20));
    const server = await startEmbeddedPostgres({ dataDir: folder, throwaway: true });
    const names = "'listen_addresses', 'unix_socket_directories'";
    expect(await query(server.url, `select current_setting(unnest(array[${names}]))`)).toEqual(["127.0.0.1", ""]);
    expect(await findRunning(folder)).toBe(server.url);
    await server.stop();
  });

  test.each([89, 90, 94, 95, 96, 105, 120])(
    "a folder of %i bytes: what works there, and nothing stays",
    async (length) => {
      const folder = path.join(base, "x".repeat(length - base.length - 1));
      await mkdir(folder);
      const endpoint = await chooseEndpoint(folder);
      expect(isSocket(endpoint)).toBe(length <= 89);
      // Pieces of a longer name would be beside it.
      expect(await readdir(folder)).toEqual([]);
      expect((await readdir(base)).filter((name) => name.startsWith("x"))).toEqual([path.basename(folder)]);
      await rm(folder, { recursive: true });
    },
  );

  test("a command finds the server by another way to its folder", async () => {
    const server = await start();
    const link = path.join(base, "link");
    await symlink(dataDir, link);
    expect(await findRunning(link)).toBe(server.url);
    await server.stop();
    expect(await findRunning(link)).toBeUndefined();
  });

  test("the lock that a copy of the folder brought along does not prevent a start", async () => {
    // The process of another machine has a number that one of ours has, too.
    const account = await chooseAccount(path.join(dataDir, "cluster/data"));
    const stranger = spawn("sleep", ["60"], { ...account, cwd: "/", stdio: "ignore" });
    children.push(stranger);
    const lock = socketLockOf(path.join(dataDir, "cluster/data"));
    await writeFile(lock, `${stranger.pid}\n${path.dirname(lock)}\n1700000000\n5432\n.\n`);
    if (account) await chown(lock, account.uid, account.gid);
    const server = await start();
    expect(await query(server.url, "select 1")).toEqual([1]);
    await server.stop();
  });
});

async function writeStalePid(pid: number): Promise<void> {
  const file = path.join(dataDir, "cluster/data/postmaster.pid");
  const owner = await stat(path.dirname(file));
  await writeFile(
    file,
    `${pid}\n${path.dirname(file)}\n1700000000\n5432\n\n127.0.0.1\n        1         1\nready   \n`,
  );
  await chown(file, owner.uid, owner.gid);
}

async function endedPid(): Promise<number> {
  const child = spawn(process.execPath, ["--version"], { stdio: "ignore" });
  await once(child, "exit");
  return child.pid ?? 0;
}

test("an interrupted first start is repeated and leaves nothing behind", async () => {
  const folder = path.join(base, "half");
  for (const pid of [await endedPid(), process.pid]) {
    await mkdir(path.join(folder, `initialising-${pid}/data/base`), { recursive: true });
    await writeFile(path.join(folder, `initialising-${pid}/data/PG_VERSION`), "18\n");
  }
  const server = await startEmbeddedPostgres({ dataDir: folder, throwaway: true });
  expect(await query(server.url, "show fsync")).toEqual(["off"]);
  expect((await readdir(folder)).sort()).toEqual(["cluster", "postgres.log"]);
  await server.stop();
  await expect(stat(folder)).rejects.toThrow("ENOENT");
});

test("a failed start reports PostgreSQL's message", async () => {
  const folder = path.join(base, "broken");
  await mkdir(path.join(folder, "cluster/data"), { recursive: true });
  await writeFile(path.join(folder, "cluster/password"), "secret");
  await expect(start(folder)).rejects.toThrow(
    /PostgreSQL did not start: .*(postgresql\.conf|PG_VERSION|not a valid data directory)/,
  );
});

test.runIf(isRoot)("binaries in an inaccessible folder or without their links are copied", async () => {
  const found = await locatePackage();
  const native = path.join(base, "package/native");
  await cp(found.native, native, { recursive: true, verbatimSymlinks: true });
  const links: unknown = JSON.parse(await readFile(path.join(native, "pg-symlinks.json"), "utf8"));
  for (const { target } of links as { target: string }[])
    await rm(path.join(path.dirname(native), target), { force: true });
  await chmod(base, 0o700);
  const version = `test-${process.pid}`;
  const copy = path.join(tmpdir(), `fash-postgres-${version}-0`);
  try {
    const { postgres } = await findBinaries(await chooseAccount(dataDir), { native, version });
    expect(postgres).toBe(path.join(copy, "native/bin/postgres"));
    expect((await findBinaries(undefined, { native, version })).postgres).toBe(path.join(native, "bin/postgres"));
    await chmod(copy, 0o777);
    expect((await findBinaries(await chooseAccount(dataDir), { native, version })).postgres).toContain("/var/tmp/");
  } finally {
    await rm(copy, { recursive: true, force: true });
    await rm(path.join("/var/tmp", path.basename(copy)), { recursive: true, force: true });
  }
});
