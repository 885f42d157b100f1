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
for (const signal of /** @type {const} */ (["SIGINT", "SIGTERM", "SIGHUP"])) {
  process.on(signal, () => {
    const isRepeated = askedAt > 0 && performance.now() - askedAt < 1_000;
    if (!isRepeated) server.kill(signal === "SIGHUP" ? "SIGTERM" : signal);
    if (askedAt === 0) askedAt = performance.now();
  });
}
server.once("error", (error) => fail(error.message));
server.once("exit", (code, signal) => process.exit(exitCode(code, signal)));

/** @param {string} line */
function fail(line) {
  console.error(line);
  process.exit(1);
}
