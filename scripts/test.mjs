// `npm test`: everything that must pass before a change is merged, from a bare clone on.
import "./node-version.mjs";
import { mkdtemp, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { findBrowser } from "./install-browser.mjs";
import { build, installDependencies } from "./prepare.mjs";
import { npm, root, runInstalled, say } from "./run.mjs";

if (!(await installDependencies())) process.exit(1);

/** @type {{ name: string, seconds: number, passed: boolean }[]} */
const results = [];

/**
 * @param {string} name
 * @param {() => Promise<boolean>} work
 */
async function step(name, work) {
  say(`\n── ${name}`);
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
/** Those of the unit tests, whose own list is far above the end of the output. @type {string[]} */
let failedTests = [];
await step("Unit, property, integration and component tests", async () => {
  const folder = await mkdtemp(path.join(tmpdir(), "fash-tests-"));
  const report = path.join(folder, "report.json");
  const reporters = ["--reporter=default", "--reporter=json", `--outputFile.json=${report}`];
  const passed = (await runInstalled("vitest/vitest.mjs", ["run", ...reporters])) === 0;
  if (!passed) failedTests = await readFailedTests(report);
  await rm(folder, { recursive: true });
  return passed;
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

say("");
for (const name of failedTests) say(`failed: ${name}`);
for (const { name, seconds, passed } of results) say(`${passed ? "passed" : "FAILED"}  ${name} (${seconds} s)`);
process.exit(isBuilt && results.every(({ passed }) => passed) ? 0 : 1);

/**
 * @param {string} report A file by the runner's JSON reporter, missing if the runner itself failed.
 * @returns {Promise<string[]>}
 */
async function readFailedTests(report) {
  const text = await readFile(report, "utf8").catch(() => '{"testResults":[]}');
  /** @type {{ testResults: { name: string, status: string, assertionResults: { fullName: string, status: string }[] }[] }} */
  const { testResults } = JSON.parse(text);
  return testResults
    .filter(({ status }) => status === "failed")
    .flatMap(({ name, assertionResults }) => {
      const failed = assertionResults.filter(({ status }) => status === "failed");
      const file = path.relative(root, name);
      return failed.length === 0 ? [file] : failed.map(({ fullName }) => `${file} › ${fullName}`);
    });
}
