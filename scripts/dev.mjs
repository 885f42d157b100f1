// `npm run dev`: the server from its sources, restarted on a change, behind Vite with hot module replacement.
import "./node-version.mjs";
import { spawn } from "node:child_process";
import { installDependencies } from "./prepare.mjs";
import { exitCode, root } from "./run.mjs";

if (!(await installDependencies())) process.exit(1);

const commands = [
  [
    "node_modules/tsx/dist/cli.mjs",
    "watch",
    "--clear-screen=false",
    "--conditions=source",
    "server/main.ts",
    ...process.argv.slice(2),
  ],
  ["node_modules/vite/bin/vite.js"],
];
const children = commands.map((args) =>
  spawn(process.execPath, args, { cwd: root, stdio: ["ignore", "inherit", "inherit"] }),
);
let isStopping = false;

for (const signal of /** @type {const} */ (["SIGINT", "SIGTERM"])) process.on(signal, stopAll);
for (const child of children) {
  child.once("exit", (code, signal) => {
    // Either is useless without the other.
    if (!isStopping) process.exitCode = exitCode(code, signal);
    stopAll();
  });
}

function stopAll() {
  if (isStopping) return;
  isStopping = true;
  for (const child of children) child.kill("SIGTERM");
}
