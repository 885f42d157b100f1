import { createHash } from "node:crypto";
import { existsSync } from "node:fs";
import { mkdir, readdir, readFile, rm, stat, writeFile } from "node:fs/promises";
import path from "node:path";
import { npm, root, print } from "./run.mjs";

const installStamp = path.join(root, "node_modules/.fash-installed");
const buildStamp = path.join(root, "dist/.fash-built");
const builtFiles = ["dist/server/main.js", "dist/web/index.html"];
const sourceFolders = ["contract", "server", "web"];
const sourceFiles = ["package.json", "package-lock.json", "tsconfig.json", "tsconfig.base.json", "vite.config.ts"];

/**
 * Installs what the lock file lists, unless node_modules already matches it.
 *
 * @returns {Promise<boolean>} False if npm failed; it has printed why.
 */
export async function installDependencies() {
  const wanted = `${process.platform}-${process.arch} ${await hashFiles(["package-lock.json"])}`;
  if ((await readText(installStamp)) === wanted) return true;
  if (!(await isInstalledByHand())) {
    print("Installing what Fash is built from (once, about a minute) ...");
    // Also when NODE_ENV is production: the build needs the tools.
    const code = await npm(["ci", "--include=dev", "--no-audit", "--no-fund", "--loglevel=error"]);
    if (code !== 0) return false;
  }
  await writeFile(installStamp, wanted);
  return true;
}

/** npm writes its own record last, so one that is newer than the lock file means a complete installation. */
async function isInstalledByHand() {
  const record = await stat(path.join(root, "node_modules/.package-lock.json")).catch(() => undefined);
  const lock = await stat(path.join(root, "package-lock.json"));
  return record !== undefined && record.mtimeMs >= lock.mtimeMs;
}

/**
 * Builds server and pages, unless the sources have not changed since the last build.
 *
 * @returns {Promise<boolean>} False if the build failed; it has printed why.
 */
export async function build() {
  const isBuilt = builtFiles.every((file) => existsSync(path.join(root, file)));
  if (isBuilt && (await readText(buildStamp)) === (await describeBuild())) return true;
  print("Building ...");
  await rm(buildStamp, { force: true });
  // The compiler trusts its record of what it wrote, even if the files have been removed since.
  if (!isBuilt) await rm(path.join(root, ".tsc"), { recursive: true, force: true });
  if ((await npm(["run", "--silent", "build"])) !== 0) return false;
  await mkdir(path.dirname(buildStamp), { recursive: true });
  await writeFile(buildStamp, await describeBuild());
  return true;
}

/** The sources and the compiler's records: a type check of other sources in between overwrites the built server. */
async function describeBuild() {
  const inFolders = await Promise.all(sourceFolders.map((folder) => listFiles(folder)));
  const records = sourceFolders.map((folder) => `.tsc/${folder}.tsbuildinfo`);
  return hashFiles([...sourceFiles, ...inFolders.flat(), ...records]);
}

/** @param {string} folder */
async function listFiles(folder) {
  const entries = await readdir(path.join(root, folder), { recursive: true, withFileTypes: true }).catch(() => []);
  return entries
    .filter((entry) => entry.isFile() && !/\.test\.tsx?$/.test(entry.name))
    .map((entry) => path.relative(root, path.join(entry.parentPath, entry.name)))
    .sort();
}

/** @param {string[]} files A missing file changes the result too. */
async function hashFiles(files) {
  const contents = await Promise.all(files.map((file) => readFile(path.join(root, file)).catch(() => undefined)));
  const hash = createHash("sha256");
  files.forEach((file, index) => hash.update(`${file}\0${contents[index]?.length}\0`).update(contents[index] ?? ""));
  return hash.digest("hex");
}

/** @param {string} file */
async function readText(file) {
  return readFile(file, "utf8").catch(() => undefined);
}
