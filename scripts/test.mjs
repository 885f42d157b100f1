// `npm test`: everything that must pass before a change is merged, from a bare clone on.
import "./node-version.mjs";
import { existsSync } from "node:fs";
import { mkdtemp, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { findBrowser } from "./install-browser.mjs";
import { build, installDependencies } from "./prepare.mjs";
import { npm, runInstalled, print } from "./run.mjs";

if (!(await installDependencies())) process.exit(1);

/** @type {{ name: string, seconds: number, passed: boolean }[]} */
const results = [];

/**
 * @param {string} name
 * @param {() => Promise<boolean>} work
 */
async function step(name, work) {
  print(`\n── ${name}`);
  const begun = performance.now();
  const passed = await work().catch((error) => {
    console.error(error instanceof Error ? error.message : error);
    return false;
  });
  results.push({ name, seconds: Math.round((performance.now() - begun) / 1_000), passed });
  return passed;
}

await step("Static checks", async () => (await npm(["run", "--silent", "check"])) === 0);
const isBuilt = await step("Build", build);
if (isBuilt) await step("First load", async () => (await runInstalled("../scripts/check-bundle.mjs", [])) === 0);
/** Of the unit tests, whose own list is far above the end of the output. @type {{ failed: string[], flaky: string[] }} */
let unit = { failed: [], flaky: [] };
await step("Unit, property, integration and component tests", async () => {
  const folder = await mkdtemp(path.join(tmpdir(), "fash-tests-"));
  const summary = path.join(folder, "summary.json");
  // As below: what passes only on a retry is listed at the end and must be fixed; `npm run test:unit` never retries.
  const options = ["--retry=1", "--reporter=default", "--reporter=./scripts/unit-summary.mjs"];
  const env = { UNIT_SUMMARY: summary, ...(isBuilt ? { TEST_BUILD: "1" } : {}) };
  const isPassed = (await runInstalled("vitest/vitest.mjs", ["run", ...options], env)) === 0;
  if (existsSync(summary)) unit = JSON.parse(await readFile(summary, "utf8"));
  await rm(folder, { recursive: true });
  return isPassed;
});
// Without a build there is nothing to open in a browser.
if (isBuilt) {
  await step("End-to-end tests in Chromium", async () => {
    const browser = await findBrowser();
    // A shared machine may pause for seconds. A test that passes only on a retry is reported as flaky at the end and must be
    // fixed: `npm run test:e2e` never retries.
    return (await runInstalled("@playwright/test/cli.js", ["test", "--retries=1"], browser.env)) === 0;
  });
}

print("");
for (const name of unit.flaky) print(`needed a second try: ${name}`);
for (const name of unit.failed) print(`failed: ${name}`);
for (const { name, seconds, passed } of results) print(`${passed ? "passed" : "FAILED"}  ${name} (${seconds} s)`);
process.exit(isBuilt && results.every(({ passed }) => passed) ? 0 : 1);
