// A server for the end-to-end tests: settings from the environment, data in a temporary folder.
import { spawn } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";

const dataDir = mkdtempSync(path.join(tmpdir(), "fash-e2e-"));
const program =
  process.env["E2E_SOURCES"] === "1"
    ? ["--conditions=source", "--import", "tsx", "server/main.ts"]
    : ["--enable-source-maps", "dist/server/main.js"];
const server = spawn(process.execPath, program, {
  stdio: ["ignore", "inherit", "inherit", "ipc"],
  env: { ...process.env, DATA_DIR: dataDir },
});
for (const signal of ["SIGINT", "SIGTERM"] as const) process.on(signal, () => server.kill("SIGTERM"));
server.once("exit", (code) => {
  rmSync(dataDir, { recursive: true, force: true });
  process.exit(code ?? 1);
});
