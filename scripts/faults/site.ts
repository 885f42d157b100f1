import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import path from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import pg from "pg";
import sharp from "sharp";
import { serverNodeArgs } from "#scripts/run.mjs";
import { findDrift } from "#server/counts/recount.service.ts";
import { findFreePort } from "#server/db/embedded-endpoint.ts";
import { readPostmasterFile } from "#server/db/embedded-process.ts";
import { openDatabase } from "#server/db/db.ts";
import { findRunning } from "#server/db/open-installation-database.ts";
import { auditPoints } from "#server/points/points-audit.service.ts";

const root = path.join(import.meta.dirname, "..", "..");
const password = "violet teapots everywhere";
const readyWithinMs = 60_000;

export interface Member {
  id: string;
  token: string;
  refreshToken: string;
}

export interface Reply {
  status: number;
  ms: number;
  body: Record<string, never>;
}

const openSites = new Set<Site>();

/** Stops what a part that failed has left running. */
export async function stopSites(): Promise<void> {
  for (const site of openSites) await site.end();
}

/** The built server as a process of its own, on the embedded database unless `settings` name another. */
export class Site {
  readonly url: string;
  readonly dataDir: string;
  readonly #env: Record<string, string>;
  #server: ChildProcess | undefined;

  private constructor(port: number, dataDir: string, settings: Record<string, string>) {
    this.url = `http://127.0.0.1:${port}`;
    this.dataDir = dataDir;
    this.#env = {
      NODE_ENV: "test",
      PORT: String(port),
      PUBLIC_URL: `http://localhost:${port}`,
      DATA_DIR: dataDir,
      DATABASE_URL: "",
      DEMO: "0",
      RATE_LIMITS: "off",
      EVENT_LOOP_DELAY_MAX_MS: "0",
      LOG_LEVEL: "silent",
      // The photos are noise, which the screening's model may take for anything, and withhold.
      SCREENING_QUEUE_PERCENT: "100",
      ...settings,
    };
  }

  static async open(dataDir: string, settings: Record<string, string> = {}): Promise<Site> {
    const site = new Site(await findFreePort(), dataDir, settings);
    openSites.add(site);
    await site.start();
    return site;
  }

  /** Resolves when it responds. */
  async start(): Promise<void> {
    const { NODE_OPTIONS = "", ...env } = this.#env;
    const server = spawn(process.execPath, [...serverNodeArgs, "dist/server/main.js"], {
      cwd: root,
      env: { ...process.env, NODE_OPTIONS, ...env },
      stdio: ["ignore", "ignore", "inherit", "ipc"],
    });
    this.#server = server;
    const died = once(server, "exit").then(() => "died");
    if ((await Promise.race([once(server, "message"), died])) === "died") throw new Error("The server did not start");
    await this.untilReady();
  }

  get port(): number {
    return Number(new URL(this.url).port);
  }

  get pid(): number {
    return this.#server?.pid ?? 0;
  }

  get isRunning(): boolean {
    return this.#server?.exitCode === null && this.#server.signalCode === null;
  }

  async end(signal: "SIGTERM" | "SIGKILL" = "SIGTERM"): Promise<void> {
    if (!this.#server || !this.isRunning) return;
    const ended = once(this.#server, "exit");
    this.#server.kill(signal);
    await ended;
  }

  /** What the server's process holds after a collection of garbage; needs scripts/floods/memory-probe.mjs in it. */
  async memory(): Promise<NodeJS.MemoryUsage> {
    if (!this.#server) throw new Error("The server does not run");
    const reply = once(this.#server, "message", { signal: AbortSignal.timeout(readyWithinMs) });
    this.#server.send("memory");
    const [{ memory }] = (await reply) as [{ memory: NodeJS.MemoryUsage }];
    return memory;
  }

  /** The embedded database's main process; 0 if it does not run. */
  get postmasterPid(): number {
    return readPostmasterFile(path.join(this.dataDir, "postgres/cluster/data"))?.pid ?? 0;
  }

  async databaseUrl(): Promise<string> {
    const url = await findRunning(path.join(this.dataDir, "postgres"));
    if (url === undefined) throw new Error("The database does not run");
    return url;
  }

  /** Resolves when the server and its database answer; gives the milliseconds that it took. */
  async untilReady(): Promise<number> {
    const since = performance.now();
    while (
      !(await this.get("/readyz").then(
        ({ status }) => status === 200,
        () => false,
      ))
    ) {
      if (performance.now() - since > readyWithinMs) throw new Error("The server did not become ready again");
      await sleep(50);
    }
    return performance.now() - since;
  }

  get(address: string, token?: string): Promise<Reply> {
    return this.send("GET", address, token);
  }

  /** The reply whatever its status; throws if there is none. A string is sent as JSON, bytes as a JPEG. */
  async send(method: string, address: string, token?: string, body?: object | Uint8Array<ArrayBuffer>): Promise<Reply> {
    const headers: Record<string, string> = token ? { authorization: `Bearer ${token}` } : {};
    const isPicture = body instanceof Uint8Array;
    if (body !== undefined) headers["content-type"] = isPicture ? "image/jpeg" : "application/json";
    const since = performance.now();
    const response = await fetch(this.url + address, {
      method,
      headers,
      signal: AbortSignal.timeout(readyWithinMs),
      ...(body === undefined ? {} : { body: isPicture ? body : JSON.stringify(body) }),
    });
    const text = await response.text();
    const isJson = response.headers.get("content-type")?.includes("json") ?? false;
    const parsed = isJson ? (JSON.parse(text) as Record<string, never>) : {};
    return { status: response.status, ms: performance.now() - since, body: parsed };
  }

  /** The body of a reply that has to be a success. */
  async must<T>(method: string, address: string, token?: string, body?: object | Uint8Array<ArrayBuffer>): Promise<T> {
    const reply = await this.send(method, address, token, body);
    if (reply.status >= 300) throw new Error(`${method} ${address}: ${reply.status} ${JSON.stringify(reply.body)}`);
    return reply.body as T;
  }

  async join(username: string): Promise<Member> {
    const account = { email: `${username}@example.com`, password, data: { username } };
    type Session = { access_token: string; refresh_token: string; user: { id: string } };
    const session = await this.must<Session>("POST", "/auth/v1/signup", undefined, account);
    return { id: session.user.id, token: session.access_token, refreshToken: session.refresh_token };
  }

  async upload(member: Member, photo: Uint8Array<ArrayBuffer>): Promise<string> {
    return (await this.must<{ id: string }>("POST", "/api/uploads/outfit", member.token, photo)).id;
  }

  async postOutfit(member: Member, imageId: string, styleId: string): Promise<string> {
    const outfit = { title: "Rain or shine", styleId, imageId, tags: ["linen", "rain"] };
    return (await this.must<{ outfit: { id: string } }>("POST", "/api/outfits", member.token, outfit)).outfit.id;
  }

  async findStyle(): Promise<string> {
    const { items } = await this.must<{ items: { id: string }[] }>("GET", "/api/styles");
    return items[0]?.id ?? "";
  }

  async query<Row>(text: string, values: unknown[] = []): Promise<Row[]> {
    const client = new pg.Client(await this.databaseUrl());
    await client.connect();
    try {
      return (await client.query(text, values)).rows as Row[];
    } finally {
      await client.end();
    }
  }

  /** Kept counts that differ from their rows, and broken invariants of points. */
  async countWrong(): Promise<{ drifts: number; violations: number }> {
    const settings = { poolSize: 1, statementTimeoutMs: 60_000, onError: () => undefined };
    const database = openDatabase(await this.databaseUrl(), settings);
    try {
      const [drifts, violations] = [await findDrift(database.db), await auditPoints(database.db)];
      for (const wrong of [...drifts, ...violations]) console.error(wrong);
      return { drifts: drifts.length, violations: violations.length };
    } finally {
      await database.close();
    }
  }
}

/** A JPEG of this size that no other one equals. */
export async function takePhoto(width = 210, height = 280): Promise<Uint8Array<ArrayBuffer>> {
  const noise = { type: "gaussian", mean: 128, sigma: 40 } as const;
  const create = { width, height, channels: 3, background: "#b3123f", noise } as const;
  return new Uint8Array(await sharp({ create }).jpeg({ quality: 95 }).toBuffer());
}
