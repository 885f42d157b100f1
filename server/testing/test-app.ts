import { randomBytes } from "node:crypto";
import type { Readable } from "node:stream";
import type { FastifyInstance, InjectOptions } from "fastify";
import pg from "pg";
import { afterAll, inject } from "vitest";
import { createApp } from "#server/app.ts";
import { type Config, readConfig } from "#server/config.ts";
import { type Database, openDatabase } from "#server/db/db.ts";
import type { World } from "#server/http/call.ts";
import { createWorld } from "#server/world.ts";
import { createMemoryStorage } from "./memory-storage.ts";
import { tokenFor } from "./tokens.ts";

export interface TestApp {
  app: FastifyInstance;
  world: World;
  db: World["db"];
  /** For another server on the same database. */
  databaseUrl: string;
  /** Requests as this member, or as a visitor. */
  as(user: { id: string } | null): Requests;
}

type Response = Awaited<ReturnType<FastifyInstance["inject"]>>;
export interface Requests {
  get(url: string): Promise<Response>;
  post(url: string, body?: unknown): Promise<Response>;
  put(url: string, body?: unknown): Promise<Response>;
  patch(url: string, body?: unknown): Promise<Response>;
  delete(url: string, body?: unknown): Promise<Response>;
  /** The file itself as the body. */
  upload(url: string, file: Buffer | Readable, contentType?: string): Promise<Response>;
}

/** A database of its own for a test file, copied from the migrated template and dropped when the file is done. */
export async function testDatabase(): Promise<Database & { url: string }> {
  const clusterUrl = inject("clusterUrl");
  const name = `test_${randomBytes(6).toString("hex")}`;
  await maintain(clusterUrl, `create database ${name} template fash_template`);
  const url = new URL(clusterUrl);
  url.pathname = `/${name}`;
  const database = openDatabase(url.href, { poolSize: 4, statementTimeoutMs: 10_000, onError: () => undefined });
  afterAll(async () => {
    await database.close();
    await maintain(clusterUrl, `drop database ${name} with (force)`);
  });
  return { ...database, url: url.href };
}

/** A further connection to the database of another test app. */
function sameDatabase(url: string): Database & { url: string } {
  const database = openDatabase(url, { poolSize: 4, statementTimeoutMs: 10_000, onError: () => undefined });
  afterAll(() => database.close());
  return { ...database, url };
}

async function maintain(clusterUrl: string, statement: string): Promise<void> {
  const client = new pg.Client({ connectionString: clusterUrl });
  await client.connect();
  // Copies of one template wait for each other here instead of failing.
  await client.query("select pg_advisory_lock(1)");
  await client.query(statement);
  await client.end();
}

/** The settings of a server under test. */
export const quietSettings = {
  NODE_ENV: "test",
  LOG_LEVEL: "silent",
  RATE_LIMITS: "off",
  // Tests share their machine, however busy it is.
  EVENT_LOOP_DELAY_MAX_MS: "0",
  PUBLIC_URL: "http://localhost:3000",
  AUTH_SECRET: Buffer.alloc(32, 7).toString("base64"),
};

/**
 * The real app on a database of its own; only what lies outside of the house is faked.
 *
 * @param options.settings Environment variables over the quiet defaults.
 * @param options.world Parts to replace, such as the clock.
 * @param options.databaseUrl The database of another app, to stand beside it as a second server does.
 * @param options.pagesFolder The built browser app; without it the server has no pages.
 */
export async function testApp(
  options: {
    settings?: Record<string, string>;
    world?: Partial<World>;
    pagesFolder?: string;
    databaseUrl?: string;
  } = {},
): Promise<TestApp> {
  const database = options.databaseUrl ? sameDatabase(options.databaseUrl) : await testDatabase();
  const config: Config = readConfig({ ...quietSettings, ...options.settings });
  const world = createWorld(config, database, { storage: createMemoryStorage(), ...options.world });
  const app = await createApp(world, { pagesFolder: options.pagesFolder ?? "/nowhere" });
  afterAll(() => app.close());
  return { app, world, db: database.db, databaseUrl: database.url, as: (user) => requestsAs(app, world, user) };
}

function requestsAs(app: FastifyInstance, world: World, user: { id: string } | null): Requests {
  const bearer = async (): Promise<Record<string, string>> =>
    user ? { authorization: `Bearer ${await tokenFor(world, user.id)}` } : {};
  const send =
    (method: "GET" | "POST" | "PUT" | "PATCH" | "DELETE") =>
    async (url: string, body?: unknown): Promise<Response> => {
      const options: InjectOptions = { method, url, headers: await bearer() };
      return app.inject(body === undefined ? options : { ...options, payload: body as object });
    };
  return {
    get: send("GET"),
    post: send("POST"),
    put: send("PUT"),
    patch: send("PATCH"),
    delete: send("DELETE"),
    async upload(url, file, contentType = "image/jpeg") {
      const headers = { ...(await bearer()), "content-type": contentType };
      return app.inject({ method: "POST", url, headers, payload: file });
    },
  };
}
