import { randomBytes } from "node:crypto";
import type { Readable } from "node:stream";
import { isDeepStrictEqual } from "node:util";
import type { FastifyInstance, InjectOptions } from "fastify";
import pg from "pg";
import { expect, inject } from "vitest";
import { createApp } from "#server/app.ts";
import { type Config, readConfig } from "#server/config/config.ts";
import { type Database, openDatabase } from "#server/db/db.ts";
import type { AppContext } from "#server/http/context.ts";
import { createAppContext } from "#server/app-context.ts";
import { preparePicture, shrinkPicture } from "#server/pictures/picture-work.ts";
import { atFileEnd } from "./at-file-end.ts";
import { createFakeVision } from "./fake-vision.ts";
import { createMemoryStorage } from "./memory-storage.ts";
import { createTokens } from "./tokens.ts";

export interface TestApp {
  fastify: FastifyInstance;
  app: AppContext;
  db: AppContext["db"];
  /** For another server on the same database. */
  databaseUrl: string;
  /** Requests as this member, or as a visitor. */
  as(user: { id: string } | null): Requests;
}

type Response = Awaited<ReturnType<FastifyInstance["inject"]>>;
export interface Requests {
  get(url: string): Promise<Response>;
  post(url: string, body?: unknown): Promise<Response>;
  put(url: string, body?: unknown, headers?: Record<string, string>): Promise<Response>;
  patch(url: string, body?: unknown): Promise<Response>;
  delete(url: string, body?: unknown): Promise<Response>;
  /** The file itself as the body. */
  upload(url: string, file: Buffer | Readable, contentType?: string): Promise<Response>;
}

/** A database for a test file, copied from the migrated template and dropped at its end. */
export async function testDatabase(): Promise<Database & { url: string }> {
  const clusterUrl = inject("clusterUrl");
  const name = `test_${randomBytes(6).toString("hex")}`;
  await maintain(clusterUrl, `create database ${name} template fash_template strategy file_copy`);
  const url = new URL(clusterUrl);
  url.pathname = `/${name}`;
  const database = openDatabase(url.href, {
    poolSize: 4,
    pipelined: 1,
    statementTimeoutMs: 10_000,
    onError: () => undefined,
  });
  atFileEnd(async () => {
    await database.close();
    await maintain(clusterUrl, `drop database ${name} with (force)`);
  });
  return { ...database, url: url.href };
}

/** Another connection to the database of another test app. */
function sameDatabase(url: string): Database & { url: string } {
  const database = openDatabase(url, {
    poolSize: 4,
    pipelined: 1,
    statementTimeoutMs: 10_000,
    onError: () => undefined,
  });
  atFileEnd(() => database.close());
  return { ...database, url };
}

async function maintain(clusterUrl: string, statement: string): Promise<void> {
  const client = new pg.Client({ connectionString: clusterUrl });
  await client.connect();
  // Copies of a template are serialized here instead of failing.
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
  CRAWLER_LOAD_MAX: "1",
  PUBLIC_URL: "http://localhost:3000",
  GIFT_CARD_KEYS: `test:${Buffer.alloc(32, 9).toString("base64")}`,
  AUTH_SECRET: Buffer.alloc(32, 7).toString("base64"),
};

/**
 * The real app on its own database; only external services and the embedded models are fakes.
 *
 * @param options.settings Environment variables over the quiet defaults.
 * @param options.app Parts of the app context to replace, such as the clock.
 * @param options.databaseUrl The database of another app, to act as a second server.
 * @param options.pagesFolder The built browser app; without it the server has no pages.
 */
export async function testApp(
  options: {
    settings?: Record<string, string>;
    app?: Partial<AppContext>;
    pagesFolder?: string;
    databaseUrl?: string;
  } = {},
): Promise<TestApp> {
  const database = options.databaseUrl ? sameDatabase(options.databaseUrl) : await testDatabase();
  const config: Config = readConfig({ ...quietSettings, ...options.settings });
  const app = createAppContext(config, database, {
    storage: createMemoryStorage(),
    // The same work, without the start of a process in every file.
    pictures: { prepare: preparePicture, shrink: shrinkPicture, close: () => Promise.resolve() },
    vision: createFakeVision(),
    ...options.app,
  });
  const fastify = await createApp(app, { pagesFolder: options.pagesFolder ?? "/nowhere" });
  atFileEnd(() => fastify.close());
  const server = { fastify, tokenOf: createTokens(app), broken: holdToContract(fastify) };
  return { fastify, app, db: database.db, databaseUrl: database.url, as: (user) => requestsAs(server, user) };
}

/**
 * Holds each reply to the contract, properties it does not declare included: what the database or a module has written as JSON
 * does not pass through the compiled serialiser. Returns the list that replies which break it are added to.
 */
function holdToContract(fastify: FastifyInstance): string[] {
  const broken: string[] = [];
  fastify.addHook("onSend", async (request, reply, payload) => {
    const { endpoint } = request.routeOptions.config;
    const isJson = String(reply.getHeader("content-type")).startsWith("application/json");
    if (!endpoint || reply.statusCode !== 200 || !isJson || reply.hasHeader("content-encoding")) return;
    if (typeof payload !== "string" && !Buffer.isBuffer(payload)) return;
    const sent: unknown = JSON.parse(payload.toString());
    const { data, error } = endpoint.schemas.reply.safeParse(sent);
    if (isDeepStrictEqual(data, sent)) return;
    broken.push(
      `${request.method} ${request.url}: ${error?.message ?? "an undeclared property"} in ${payload.toString()}`,
    );
  });
  return broken;
}

interface Server {
  fastify: FastifyInstance;
  tokenOf: (userId: string) => Promise<string>;
  /** Replies that break the contract. */
  broken: string[];
}

function requestsAs({ fastify, tokenOf, broken }: Server, user: { id: string } | null): Requests {
  const bearer = async (): Promise<Record<string, string>> =>
    user ? { authorization: `Bearer ${await tokenOf(user.id)}` } : {};
  const send =
    (method: "GET" | "POST" | "PUT" | "PATCH" | "DELETE") =>
    async (url: string, body?: unknown, headers: Record<string, string> = {}): Promise<Response> => {
      const options: InjectOptions = { method, url, headers: { ...headers, ...(await bearer()) } };
      const response = await fastify.inject(body === undefined ? options : { ...options, payload: body as object });
      expect(broken).toEqual([]);
      return response;
    };
  return {
    get: send("GET"),
    post: send("POST"),
    put: send("PUT"),
    patch: send("PATCH"),
    delete: send("DELETE"),
    async upload(url, file, contentType = "image/jpeg") {
      const headers = { ...(await bearer()), "content-type": contentType };
      return fastify.inject({ method: "POST", url, headers, payload: file });
    },
  };
}
