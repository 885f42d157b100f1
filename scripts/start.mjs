// `npm start`: from a bare clone, or after any change, to a running Fash. Only Node's own modules until all is installed.
import "./node-version.mjs";
import { spawn } from "node:child_process";
import { build, installDependencies } from "./prepare.mjs";
import { exitCode, root } from "./run.mjs";

if (!(await installDependencies())) fail("The installation failed: see npm's words above.");
if (!(await build())) fail("The build failed: see above.");

// In a group of its own, or Ctrl-C would reach it twice, from the terminal and from npm, and the second one means "at once".
// The channel tells it when we are gone without a word.
const server = spawn(process.execPath, ["--enable-source-maps", "dist/server/main.js", ...process.argv.slice(2)], {
  cwd: root,
  stdio: ["ignore", "inherit", "inherit", "ipc"],
  detached: process.platform !== "win32",
});
let askedAt = 0;
/** Passes a request to stop on; a repetition within a second is the same one, by another way. */
function stop(/** @type {NodeJS.Signals} */ signal) {
  const isRepeated = askedAt > 0 && performance.now() - askedAt < 1_000;
  if (!isRepeated) server.kill(signal);
  if (askedAt === 0) askedAt = performance.now();
}
process.on("SIGINT", stop);
process.on("SIGTERM", stop);
process.on("SIGHUP", () => stop("SIGTERM"));

// npm puts a shell between itself and us, and some shells die of a SIGTERM without passing it on.
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
