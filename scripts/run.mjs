import { spawn } from "node:child_process";
import { constants, totalmem } from "node:os";
import { fileURLToPath } from "node:url";

/** The folder that holds package.json. */
export const root = fileURLToPath(new URL("..", import.meta.url));

/**
 * Of the server's process. Decoding pictures takes hundreds of megabytes for moments, in several threads; the C library would keep
 * much of it in a pool for each thread (see docs/performance.md#memory).
 */
export const memorySettings = {
  MALLOC_ARENA_MAX: process.env["MALLOC_ARENA_MAX"] ?? "2",
  MALLOC_TRIM_THRESHOLD_: process.env["MALLOC_TRIM_THRESHOLD_"] ?? "4194304",
  MALLOC_MMAP_THRESHOLD_: process.env["MALLOC_MMAP_THRESHOLD_"] ?? "1048576",
};

/** Smaller machines keep V8's own size of the young generation, which follows their memory. */
const roomyBytes = 2 * 1_024 ** 3;
const isRoomy = Math.min(totalmem(), process.constrainedMemory?.() || Infinity) >= roomyBytes;
const isSized = /--max[-_]semi[-_]space[-_]size/.test(process.env["NODE_OPTIONS"] ?? "");

/**
 * For the server's process. Twice V8's own size of the young generation halves how often short-lived objects are copied (see
 * docs/performance.md#garbage-collection).
 */
export const serverNodeArgs = ["--enable-source-maps", ...(isRoomy && !isSized ? ["--max-semi-space-size=32"] : [])];

/**
 * Runs a program in the root folder and passes its output through.
 *
 * @param {string} program
 * @param {string[]} args
 * @param {{ env?: Record<string, string | undefined>, shell?: boolean }} [options] `env` overrides ours.
 * @returns {Promise<number>} Its exit code; 127 if it does not exist, 128 plus the signal's number if a signal ended it.
 */
export function run(program, args, { env, shell = false } = {}) {
  return new Promise((resolve) => {
    const child = spawn(program, args, {
      cwd: root,
      stdio: ["ignore", "inherit", "inherit"],
      env: { ...process.env, ...env },
      shell,
    });
    child.once("error", (error) => {
      console.error(`${program}: ${error.message}`);
      resolve(127);
    });
    child.once("exit", (code, signal) => resolve(exitCode(code, signal)));
  });
}

/**
 * @param {number | null} code
 * @param {NodeJS.Signals | null} signal
 */
export function exitCode(code, signal) {
  return code ?? 128 + (signal ? constants.signals[signal] : 0);
}

/**
 * Runs the npm that started us: one on the PATH may be another version.
 *
 * @param {string[]} args
 */
export function npm(args) {
  const cli = process.env["npm_execpath"];
  // Under npx or another package manager the variable holds that program instead.
  if (cli?.endsWith("npm-cli.js")) return run(process.execPath, [cli, ...args]);
  return run("npm", args, { shell: process.platform === "win32" });
}

/**
 * Runs the command line of an installed package with this Node.
 *
 * @param {string} script Its path below node_modules.
 * @param {string[]} args
 * @param {Record<string, string | undefined>} [env]
 */
export function runInstalled(script, args, env = {}) {
  return run(process.execPath, [`node_modules/${script}`, ...args], { env });
}

/** Prints one line; a terminal shows that it is not the output of a tool. */
export function print(/** @type {string} */ line) {
  console.log(process.stdout.isTTY ? `\u001B[1m${line}\u001B[22m` : line);
}
