import { type ChildProcess, fork, spawn } from "node:child_process";
import { once } from "node:events";
import net from "node:net";
import path from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { serverNodeArgs } from "#scripts/run.mjs";
import { benchFolder } from "./data-set.ts";

const root = path.join(import.meta.dirname, "..", "..");

export interface Program {
  pid: number;
  port: number;
  stop(): Promise<void>;
}

/** Secrets of a data set without outside access; the bench signs its members in itself. */
export function serverSettings(databaseUrl: string): Record<string, string> {
  return {
    NODE_ENV: "production",
    AUTH_MAIL_AUTOCONFIRM: "on",
    DATABASE_URL: databaseUrl,
    DATA_DIR: path.join(benchFolder, "data"),
    PUBLIC_URL: "http://localhost:4300",
    AUTH_SECRET: Buffer.alloc(32, 9).toString("base64"),
    // The references log nothing either; the cost of our request log is measured separately.
    LOG_LEVEL: "error",
    DEMO: "0",
    RATE_LIMITS: "off",
  };
}

/** The built server on the data set; `settings` override the defaults. */
export async function startServer(databaseUrl: string, settings: Record<string, string> = {}): Promise<Program> {
  const port = await findPort();
  const env = { ...serverSettings(databaseUrl), PORT: String(port), ...settings };
  return startNode(path.join(root, "dist/server/main.js"), { port, env, execArgv: serverNodeArgs });
}

/** A bare node:http server that answers with the bytes of a file. */
export async function startSameBytes(file: string): Promise<Program> {
  const port = await findPort();
  return startNode(path.join(import.meta.dirname, "baseline-http.mjs"), { args: [file, String(port)], port });
}

/** The least code that stores a message and forwards it to an open socket, see baseline-relay.mjs. */
export async function startBareRelay(databaseUrl: string): Promise<Program> {
  const port = await findPort();
  return startNode(path.join(import.meta.dirname, "baseline-relay.mjs"), { args: [databaseUrl, String(port)], port });
}

/** A separate Redis without persistence; undefined if none is installed. */
export async function startRedis(): Promise<Program | undefined> {
  const port = await findPort();
  const child = spawn("redis-server", ["--port", String(port), "--bind", "127.0.0.1", "--save", ""], {
    stdio: "ignore",
  });
  const isStarted = await once(child, "spawn").then(
    () => true,
    () => false,
  );
  if (!isStarted) return undefined;
  const program = toProgram(child, port);
  for (let tries = 0; !(await isListening(port)); tries += 1) {
    if (tries === 100) throw new Error("redis-server does not answer");
    await sleep(50);
  }
  return program;
}

async function startNode(
  script: string,
  {
    args = [],
    port,
    env,
    execArgv = [],
  }: { args?: string[]; port: number; env?: Record<string, string>; execArgv?: string[] },
): Promise<Program> {
  const child = fork(script, args, {
    env: { ...process.env, ...env },
    execArgv,
    stdio: ["ignore", "ignore", "inherit", "ipc"],
  });
  const program = toProgram(child, port);
  await Promise.race([
    once(child, "message"),
    once(child, "exit").then(([code]) => {
      throw new Error(`${path.basename(script)} ended with ${String(code)} before it was ready`);
    }),
  ]);
  return program;
}

function toProgram(child: ChildProcess, port: number): Program {
  if (child.pid === undefined) throw new Error("A program without a process");
  const ended = once(child, "exit");
  return {
    pid: child.pid,
    port,
    async stop() {
      child.kill("SIGTERM");
      await ended;
    },
  };
}

/** A free port. */
async function findPort(): Promise<number> {
  const server = net.createServer().listen(0, "127.0.0.1");
  await once(server, "listening");
  const { port } = server.address() as net.AddressInfo;
  server.close();
  await once(server, "close");
  return port;
}

async function isListening(port: number): Promise<boolean> {
  const socket = net.connect({ port, host: "127.0.0.1" });
  const isOpen = await once(socket, "connect").then(
    () => true,
    () => false,
  );
  socket.destroy();
  return isOpen;
}
