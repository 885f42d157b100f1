// `npm run check`: all checks that do not run the code.
import "./node-version.mjs";
import { existsSync } from "node:fs";
import path from "node:path";
import { root, runInstalled, print } from "./run.mjs";

/** @type {[name: string, script: string, args: string[]][]} */
const checks = [
  ["types and projects", "typescript/bin/tsc", ["-b"]],
  ["lint and boundaries", "oxlint/bin/oxlint", ["-c", ".oxlintrc.json", "--deny-warnings", "."]],
  ["format", "oxfmt/bin/oxfmt", ["--check", "."]],
  ["dead code", "knip/bin/knip.js", ["--no-progress"]],
  ["lock file", "../scripts/check-lock.mjs", []],
  ["references", "tsx/dist/cli.mjs", ["--conditions=source", "scripts/check-links.ts"]],
  ["commit messages", "../scripts/check-commits.mjs", []],
  ["conventions", "tsx/dist/cli.mjs", ["--conditions=source", "scripts/check-conventions.ts"]],
];

const failed = [];
for (const [name, script, args] of checks) {
  const begun = performance.now();
  if (!existsSync(path.join(root, "node_modules", script))) throw new Error(`${script} is not installed: npm ci`);
  const passed = (await runInstalled(script, args)) === 0;
  if (!passed) failed.push(name);
  print(`${passed ? "passed" : "FAILED"}  ${name} (${((performance.now() - begun) / 1_000).toFixed(1)} s)`);
}
if (failed.length > 0) {
  console.error(`Failed: ${failed.join(", ")}`);
  process.exit(1);
}
