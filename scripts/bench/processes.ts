import { fork } from "node:child_process";
import { once } from "node:events";
import path from "node:path";

const root = path.join(import.meta.dirname, "..", "..");

export interface Program {
  pid: number;
  port: number;
  stop(): Promise<void>;
}

/** Secrets of a data set that nobody signs in to from outside; the bench signs its members in itself. */
export const benchSettings = {
  NODE_ENV: "production",
  ALLOW_EMBEDDED_DATABASE: "1",
  PUBLIC_URL: "http://localhost:4300",
  AUTH_SECRET: Buffer.alloc(32, 9).toString("base64"),
  LOG_LEVEL: "error",
  DEMO: "0",
};

/** The built server on the data set. */
export function startServer(
  databaseUrl: string,
  port: number,
  settings: Record<string, string> = {},
): Promise<Program> {
  const env = { ...benchSettings, DATABASE_URL: databaseUrl, PORT: String(port), DATA_DIR: ".bench/data", ...settings };
  return startProgram(path.join(root, "dist/server/main.js"), [], port, env);
}

/** A bare node:http server that answers with the bytes of a file. */
export function startSameBytes(file: string, port: number): Promise<Program> {
  return startProgram(path.join(import.meta.dirname, "same-bytes.mjs"), [file, String(port)], port, {});
}

async function startProgram(
  script: string,
  args: string[],
  port: number,
  env: Record<string, string>,
): Promise<Program> {
  const child = fork(script, args, {
    env: { ...process.env, ...env },
    execArgv: [],
    stdio: ["ignore", "ignore", "inherit", "ipc"],
  });
  const ended = once(child, "exit");
  await Promise.race([
    once(child, "message"),
    ended.then(([code]) => {
      throw new Error(`${path.basename(script)} ended with ${String(code)} before it was ready`);
    }),
  ]);
  if (child.pid === undefined) throw new Error("A program without a process");
  return {
    pid: child.pid,
    port,
    async stop() {
      child.kill("SIGTERM");
      await ended;
    },
  };
}
