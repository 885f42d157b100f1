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
  // In a process group of its own: Playwright signals the whole group of this one, and a server that is asked to stop twice
  // exits at once and leaves its database running. If this process is killed, the closed channel stops the server.
  detached: true,
  stdio: ["ignore", "inherit", "inherit", "ipc"],
  env: { ...process.env, DATA_DIR: dataDir },
});
let isStopping = false;
for (const signal of ["SIGINT", "SIGTERM"] as const) {
  process.on(signal, () => {
    if (!isStopping) server.kill("SIGTERM");
    isStopping = true;
  });
}
server.once("exit", (code) => {
  rmSync(dataDir, { recursive: true, force: true });
  process.exit(code ?? 1);
});
