import { execFileSync, spawnSync } from "node:child_process";
import { existsSync } from "node:fs";
import { mkdir, writeFile } from "node:fs/promises";
import path from "node:path";
import { pathToFileURL } from "node:url";
import { npm, root, run, print } from "./run.mjs";

/** The browser, and the environment variables that its process needs. */
/** @typedef {{ path: string, env: Record<string, string> }} Browser */

const portable = { name: "@sparticuz/chromium", version: "147.0.0" };
const cache = path.join(root, "node_modules/.cache/chromium");

/** Chromium without the windows and the pages of its own, whose processes cost a sixth of the time of the tests. */
const headlessShell = "chromium-headless-shell";

/**
 * Finds or installs Chromium for the end-to-end tests, in this order: CHROMIUM_PATH; an installed headless shell; on a CI machine with
 * Debian's tools, running as root, Debian's; another installed browser; a portable one from npm (Linux, x64).
 *
 * @returns {Promise<Browser>} `env.CHROMIUM_PATH` is where it is; playwright.config.ts reads it.
 * @throws An Error whose message says in one line what to do.
 */
export async function findBrowser() {
  const given = process.env["CHROMIUM_PATH"];
  if (given) {
    if (!doesRun(given)) throw new Error(`CHROMIUM_PATH: ${given} does not run`);
    return describe(given);
  }
  const installed = findInPath(headlessShell) ?? (await installDebian()) ?? findBrowserApp();
  if (installed) return describe(installed);
  const fromNpm = await installPortable().catch((error) => void console.error(String(error)));
  if (fromNpm) return fromNpm;
  throw new Error("The end-to-end tests need Chromium: install Chrome or Chromium, or set CHROMIUM_PATH.");
}

/** @returns {Browser} */
function describe(/** @type {string} */ file, env = {}) {
  return { path: file, env: { CHROMIUM_PATH: file, ...env } };
}

/** Run it to be sure: a file of that name may be a stub that asks for a snap. */
function doesRun(/** @type {string} */ file, env = {}) {
  const result = spawnSync(file, ["--version"], { encoding: "utf8", timeout: 30_000, env: { ...process.env, ...env } });
  return result.status === 0 && /chrom/i.test(result.stdout);
}

function findInPath(/** @type {string[]} */ ...names) {
  const folders = (process.env["PATH"] ?? "").split(path.delimiter).filter(Boolean);
  return findRunning(names.flatMap((name) => folders.map((folder) => path.join(folder, name))));
}

function findBrowserApp() {
  return (
    findInPath("chromium", "chromium-browser", "google-chrome", "google-chrome-stable", "chrome") ??
    findRunning([
      "/Applications/Google Chrome.app/Contents/MacOS/Google Chrome",
      "/Applications/Chromium.app/Contents/MacOS/Chromium",
    ])
  );
}

function findRunning(/** @type {string[]} */ files) {
  return files.find((file) => existsSync(file) && doesRun(file));
}

/** System packages are installed only on disposable machines. */
async function installDebian() {
  if (!process.env["CI"] || process.getuid?.() !== 0 || !existsSync("/etc/debian_version")) return undefined;
  print("Installing Chromium with apt-get ...");
  const env = { DEBIAN_FRONTEND: "noninteractive" };
  const options = ["-qq", "-o", "Acquire::Retries=2", "-o", "Acquire::http::Timeout=30", "-o", "Dpkg::Use-Pty=0"];
  if ((await run("apt-get", [...options, "update"], { env })) !== 0) return undefined;
  const code = await run(
    "apt-get",
    [...options, "install", "-y", "--no-install-recommends", headlessShell, "fonts-liberation"],
    { env },
  );
  return code === 0 ? findInPath(headlessShell) : undefined;
}

async function installPortable() {
  if (process.platform !== "linux" || process.arch !== "x64") return undefined;
  const folder = path.join(cache, "node_modules", portable.name);
  if (!existsSync(path.join(folder, "package.json"))) {
    print("Installing a portable Chromium into node_modules/.cache ...");
    await mkdir(cache, { recursive: true });
    await writeFile(path.join(cache, "package.json"), '{ "private": true }\n');
    const what = `${portable.name}@${portable.version}`;
    const code = await npm([
      "install",
      "--prefix",
      cache,
      "--no-audit",
      "--no-fund",
      "--loglevel=error",
      "--ignore-scripts",
      what,
    ]);
    if (code !== 0) return undefined;
  }
  // It unpacks next to itself on first use; the other variable makes it include the libraries that a slim system lacks.
  const program = `
    const { default: chromium } = await import(${JSON.stringify(pathToFileURL(path.join(folder, "build/esm/index.js")).href)});
    const path = await chromium.executablePath();
    console.log(JSON.stringify({ path, libraries: process.env.LD_LIBRARY_PATH ?? "" }));`;
  const output = execFileSync(process.execPath, ["--input-type=module", "--eval", program], {
    encoding: "utf8",
    env: { ...process.env, AWS_LAMBDA_JS_RUNTIME: "nodejs22.x", TMPDIR: cache },
  });
  const found = JSON.parse(output.trim().split("\n").at(-1) ?? "");
  const env = { LD_LIBRARY_PATH: found.libraries };
  return doesRun(found.path, env) ? describe(found.path, env) : undefined;
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? "").href) {
  console.log((await findBrowser()).path);
}
