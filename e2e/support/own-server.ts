import { type ChildProcess, execFile, spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import pg from "pg";
import { findRunning } from "#server/db/open-installation-database.ts";
import { promisify } from "node:util";
import { addresses, mainSettings, ports } from "./server-settings.ts";

export interface OwnServer {
  address: string;
  /** Restarts on the same data; resolves when it responds. */
  start: () => Promise<void>;
  /** Runs a command of `npm run admin` on its data, and gives what it prints. */
  admin: (...command: string[]) => Promise<string>;
  /** SIGKILL for the server and its database at once: nothing can be put away. */
  kill: () => Promise<void>;
  /** Runs a statement on its database, for what no screen can do, such as going back in time. */
  query: (text: string, values?: unknown[]) => Promise<void>;
  /** Gives a member a role, as `npm run admin` does. */
  grant: (email: string, role: "business" | "admin") => Promise<void>;
  /** Ends it in peace and takes its data away. */
  stop: () => Promise<void>;
}

/** A server for the tests of one file, which may change it in ways that would disturb others. */
export async function openOwnServer(
  name: "own" | "talk" | "points" | "rewards" | "articles" | "events" | "admin" | "vision" | "invitations" = "own",
  settings: Record<string, string> = {},
): Promise<OwnServer> {
  const dataDir = await mkdtemp(path.join(tmpdir(), "fash-e2e-own-"));
  const env = {
    ...process.env,
    ...mainSettings,
    ...settings,
    PORT: String(ports[name]),
    PUBLIC_URL: addresses[name],
    DATA_DIR: dataDir,
  };
  let server: ChildProcess | undefined;
  const end = async (signal: "SIGKILL" | "SIGTERM") => {
    if (server?.pid === undefined || server.exitCode !== null) return;
    const gone = once(server, "exit");
    // Its process group includes the database.
    if (signal === "SIGKILL") process.kill(-server.pid, signal);
    else server.kill(signal);
    await gone;
    server = undefined;
  };
  return {
    address: addresses[name],
    async start() {
      const child = spawn(process.execPath, ["--enable-source-maps", "dist/server/main.js"], {
        env,
        detached: true,
        stdio: ["ignore", "inherit", "inherit", "ipc"],
      });
      server = child;
      const ready = once(child, "message");
      const died = once(child, "exit").then(([code]) => Promise.reject(new Error(`The server exited with ${code}`)));
      await Promise.race([ready, died]);
      died.catch(() => undefined);
    },
    async admin(...command) {
      const { stdout } = await promisify(execFile)(process.execPath, ["dist/server/admin-cli.js", ...command], { env });
      return stdout;
    },
    async grant(email, role) {
      const args = ["dist/server/admin-cli.js", "grant", email, role];
      const command = spawn(process.execPath, args, { env, stdio: ["ignore", "inherit", "inherit"] });
      const [code] = await once(command, "exit");
      if (code !== 0) throw new Error(`The role was not granted: ${code}`);
    },
    kill: () => end("SIGKILL"),
    async query(text, values = []) {
      const url = await findRunning(path.join(dataDir, "postgres"));
      if (url === undefined) throw new Error("The database does not run");
      const client = new pg.Client(url);
      await client.connect();
      try {
        await client.query(text, values);
      } finally {
        await client.end();
      }
    },
    async stop() {
      await end("SIGTERM");
      await rm(dataDir, { recursive: true, force: true });
    },
  };
}
