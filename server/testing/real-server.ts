import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import path from "node:path";
import { programArgs } from "./program-args.ts";

const root = path.join(import.meta.dirname, "../..");

export interface RealServer {
  url: string;
  /** Everything it has printed. */
  printed(): string;
  stop(): Promise<void>;
}

/** The real program, as a separate process; resolves once it responds. */
export async function startRealServer(settings: Record<string, string>): Promise<RealServer> {
  const child: ChildProcess = spawn(process.execPath, programArgs("main"), {
    cwd: root,
    stdio: ["ignore", "pipe", "pipe", "ipc"],
    env: { ...process.env, ...settings },
  });
  let printed = "";
  for (const stream of [child.stdout, child.stderr]) {
    stream?.setEncoding("utf8").on("data", (text: string) => void (printed += text));
  }
  const ended = once(child, "exit");
  const isReady = await Promise.race([once(child, "message").then(() => true), ended.then(() => false)]);
  if (!isReady) throw new Error(`The server exited before it was ready: ${printed}`);
  return {
    url: settings["PUBLIC_URL"] ?? "",
    printed: () => printed,
    async stop() {
      child.kill("SIGTERM");
      await ended;
    },
  };
}
