import { writeFile } from "node:fs/promises";

/** The words of an error and where it was thrown. */
const firstLines = (/** @type {string} */ stack) => stack.split("\n").slice(0, 4).join("\n");

/** A reporter of the unit tests: writes which failed and which needed a second try into the file that UNIT_SUMMARY names. */
export default class UnitSummary {
  /** @type {string[]} */
  failed = [];
  /** @type {string[]} */
  flaky = [];

  /** @param {import("vitest/node").TestCase} test */
  onTestCaseResult(test) {
    const name = `${test.module.relativeModuleId} › ${test.fullName}`;
    const { state, errors = [] } = test.result();
    if (state === "failed") this.failed.push(name);
    else if (test.diagnostic()?.flaky) {
      // The runner shows no error of a test that passed in the end.
      const causes = errors.map(({ message, stack = message, diff = "" }) => `${firstLines(stack)}\n${diff}`);
      this.flaky.push([name, ...causes].join("\n"));
    }
  }

  /** @param {import("vitest/node").TestModule} file */
  onTestModuleEnd(file) {
    // It could not be loaded, or failed outside of its tests.
    if (file.errors().length > 0) this.failed.push(file.relativeModuleId);
  }

  async onTestRunEnd() {
    const { failed, flaky } = this;
    await writeFile(/** @type {string} */ (process.env["UNIT_SUMMARY"]), JSON.stringify({ failed, flaky }));
  }
}
