import { execFile } from "node:child_process";
import { readFile } from "node:fs/promises";
import { promisify } from "node:util";
import { expect, test } from "vitest";

test("this version of Node knows the V8 flags that the server sets", async () => {
  const source = await readFile(new URL("main.ts", import.meta.url), "utf8");
  const flags = [...source.matchAll(/setFlagsFromString\("--(?:no-)?([a-z-]+)"\)/g)].map(([, flag]) => flag);
  const { stdout } = await promisify(execFile)(process.execPath, ["--v8-options"]);
  expect(flags).not.toEqual([]);
  // V8 only complains of a flag that it does not know.
  for (const flag of flags) expect(stdout).toContain(`  --${flag} (`);
});
