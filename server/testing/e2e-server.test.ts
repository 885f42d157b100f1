import { spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync, mkdtempSync, readdirSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { findFreePort } from "#server/db/embedded-endpoint.ts";
import { isPostmaster, readPostmasterFile, waitUntil } from "#server/db/embedded-process.ts";

const root = path.join(import.meta.dirname, "../..");

/** The server of the end-to-end tests as Playwright starts it: with its launcher in a process group of its own. */
async function startAsPlaywright(temporary: string) {
  const port = await findFreePort();
  const launcher = spawn(process.execPath, ["--import", "tsx", "e2e/support/start-server.ts"], {
    cwd: root,
    detached: true,
    stdio: "ignore",
    env: {
      ...process.env,
      TMPDIR: temporary,
      E2E_SOURCES: "1",
      NODE_ENV: "test",
      DEMO: "0",
      DATABASE_URL: "",
      PORT: String(port),
      PUBLIC_URL: `http://localhost:${port}`,
      LOG_LEVEL: "silent",
    },
  });
  onTestFinished(() => void launcher.kill("SIGKILL"));
  const isReady = () =>
    fetch(`http://127.0.0.1:${port}/readyz`).then(
      ({ ok }) => ok,
      () => false,
    );
  const until = performance.now() + 50_000;
  while (!(await isReady())) {
    if (performance.now() > until || launcher.exitCode !== null) throw new Error("The server did not start");
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
  const [dataDir = ""] = readdirSync(temporary).filter((name) => name.startsWith("fash-e2e-"));
  const dataFolder = path.join(temporary, dataDir, "postgres/cluster/data");
  const postmaster = readPostmasterFile(dataFolder)?.pid ?? 0;
  expect(isPostmaster(postmaster, dataFolder)).toBe(true);
  return { launcher, group: -(launcher.pid ?? 0), dataFolder, postmaster };
}

test.each([
  ["its process group is asked to stop twice", ["SIGTERM", "SIGTERM"]],
  ["its launcher is killed", ["SIGKILL"]],
] as const)(
  "the end-to-end server leaves no PostgreSQL behind when %s",
  async (_when, signals) => {
    const temporary = mkdtempSync(path.join(tmpdir(), "fash-launcher-"));
    const { launcher, group, dataFolder, postmaster } = await startAsPlaywright(temporary);
    const ended = once(launcher, "exit");
    for (const signal of signals) process.kill(group, signal);
    await ended;
    const isGone = await waitUntil(() => !existsSync(dataFolder) || !isPostmaster(postmaster, dataFolder), 20_000);
    expect(isGone).toBe(true);
    expect(() => process.kill(postmaster, 0)).toThrow("ESRCH");
    rmSync(temporary, { recursive: true, force: true });
  },
  90_000,
);
