import { spawn } from "node:child_process";
import { writeFile, mkdtemp } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, inject, test } from "vitest";
import { programArgs } from "./testing/program-args.ts";

const folder = await mkdtemp(join(tmpdir(), "fash-start-"));
const file = join(folder, "a-file");
await writeFile(file, "not a folder");

/** The output of the program until it exits. */
function start(settings: Record<string, string>): Promise<string> {
  const child = spawn(process.execPath, [...programArgs("main"), "--no-demo"], {
    cwd: join(import.meta.dirname, ".."),
    env: {
      ...process.env,
      NODE_ENV: "test",
      DATABASE_URL: inject("clusterUrl"),
      DATA_DIR: folder,
      PORT: "0",
      ...settings,
    },
  });
  let printed = "";
  for (const stream of [child.stdout, child.stderr]) stream.on("data", (text) => void (printed += String(text)));
  return new Promise((resolve) => child.on("exit", () => resolve(printed)));
}

test.each([
  ["DATABASE_URL", "postgres://nobody@127.0.0.1:9/none"],
  ["DATABASE_URL", "postgres://nobody@localhost:9/none"],
  ["DATABASE_URL", "postgres://nobody@nowhere.invalid/none"],
  ["DATABASE_URL", `postgres://nobody@${encodeURIComponent(folder)}/none`],
  ["DATA_DIR", join(file, "below")],
  ["HOST", "203.0.113.7"],
  ["TRUST_PROXY", "not-an-address"],
  ["PORT", "70000"],
  ["AUTH_SECRET", "short"],
])(
  "a start that fails for its %s says so in one line",
  async (name, value) => {
    const printed = await start({ [name]: value });
    expect(printed).toMatch(new RegExp(`Fash stops: ${name}: [^\n]+`));
    expect(printed).not.toContain("    at ");
  },
  60_000,
);
