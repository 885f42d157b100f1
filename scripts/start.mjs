// `npm start`: installs and builds what has changed, then runs Fash. Uses only Node's own modules until all is installed.
import "./node-version.mjs";
import { spawn } from "node:child_process";
import { build, installDependencies } from "./prepare.mjs";
import { exitCode, memorySettings, root, serverNodeArgs } from "./run.mjs";

if (!(await installDependencies())) fail("The installation failed: see npm's words above.");
if (!(await build())) fail("The build failed: see above.");

// In its own process group: otherwise Ctrl-C would reach it twice, from the terminal and from npm, and the second means "at once".
// The channel closes if this process dies without a signal.
const server = spawn(process.execPath, [...serverNodeArgs, "dist/server/main.js", ...process.argv.slice(2)], {
  cwd: root,
  env: { ...process.env, ...memorySettings },
  stdio: ["ignore", "inherit", "inherit", "ipc"],
  detached: process.platform !== "win32",
});
let askedAt = 0;
/** Forwards a stop request; a repetition within a second is the same request by another path. */
function stop(/** @type {NodeJS.Signals} */ signal) {
  const isRepeated = askedAt > 0 && performance.now() - askedAt < 1_000;
  if (!isRepeated) server.kill(signal);
  if (askedAt === 0) askedAt = performance.now();
}
process.on("SIGINT", stop);
process.on("SIGTERM", stop);
process.on("SIGHUP", () => stop("SIGTERM"));

// npm runs us in a shell, and some shells die of a SIGTERM without forwarding it.
const parent = process.ppid;
const watch = setInterval(() => {
  if (process.ppid === parent) return;
  clearInterval(watch);
  stop("SIGTERM");
}, 500).unref();
if (!process.env["npm_lifecycle_event"]) clearInterval(watch);

server.once("error", (error) => fail(error.message));
server.once("exit", (code, signal) => process.exit(exitCode(code, signal)));

/** @param {string} line */
function fail(line) {
  console.error(line);
  process.exit(1);
}
