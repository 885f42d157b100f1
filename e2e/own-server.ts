import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { addresses, mainSettings, ports } from "./world.ts";

export interface OwnServer {
  address: string;
  /** Comes back to life on the data it left; resolves when it answers. */
  start: () => Promise<void>;
  /** SIGKILL for the server and its database at once: nothing can be put away. */
  kill: () => Promise<void>;
  /** Ends it in peace and takes its data away. */
  stop: () => Promise<void>;
}

/** A server for the journeys of one file alone, which may do to it what the others must not feel. */
export async function openOwnServer(name: "own" | "talk" = "own"): Promise<OwnServer> {
  const dataDir = await mkdtemp(path.join(tmpdir(), "fash-e2e-own-"));
  const env = {
    ...process.env,
    ...mainSettings,
    PORT: String(ports[name]),
    PUBLIC_URL: addresses[name],
    DATA_DIR: dataDir,
  };
  let server: ChildProcess | undefined;
  const end = async (signal: "SIGKILL" | "SIGTERM") => {
    if (server?.pid === undefined || server.exitCode !== null) return;
    const gone = once(server, "exit");
    // Its group holds the database, too.
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
      const died = once(child, "exit").then(([code]) => Promise.reject(new Error(`The server ended with ${code}`)));
      await Promise.race([ready, died]);
      died.catch(() => undefined);
    },
    kill: () => end("SIGKILL"),
    async stop() {
      await end("SIGTERM");
      await rm(dataDir, { recursive: true, force: true });
    },
  };
}
