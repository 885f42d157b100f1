import { z } from "zod";
import { type AuthConfig, readAuthConfig } from "./auth-config.ts";
import { AuthEnvironment } from "./auth-environment.ts";

const flag = z
  .enum(["0", "1", "true", "false", "on", "off", "yes", "no"])
  .transform((text) => ["1", "true", "on", "yes"].includes(text));
const port = z.coerce.number().int().min(0).max(65_535);
const count = z.coerce.number().int().min(1);
/** An empty value counts as not set, as in a `.env` file. */
const optional = <T extends z.ZodType>(schema: T) =>
  z.preprocess((value) => (value === "" ? undefined : value), schema.optional());

/** Every setting of the server; `.env.example` lists the same names with their defaults. */
const Environment = z.object({
  NODE_ENV: z.enum(["development", "production", "test"]).default("development"),
  PORT: port.default(3000),
  HOST: z.string().min(1).default("127.0.0.1"),
  PUBLIC_URL: optional(z.url({ protocol: /^https?$/ })),
  DATA_DIR: z.string().min(1).default(".data"),
  DATABASE_URL: optional(z.url({ protocol: /^postgres(ql)?$/ })),
  DATABASE_POOL_SIZE: count.max(200).default(8),
  DATABASE_STATEMENT_TIMEOUT_MS: count.default(10_000),
  ALLOW_EMBEDDED_DATABASE: flag.default(false),
  REDIS_URL: optional(z.url({ protocol: /^rediss?$/ })),
  DEMO: flag.default(true),
  EVENT_LOOP_DELAY_MAX_MS: z.coerce.number().int().min(0).default(2_000),
  LOG_LEVEL: z.enum(["fatal", "error", "warn", "info", "debug", "trace", "silent"]).default("info"),
  TRUST_PROXY: optional(z.string()),
  RATE_LIMITS: flag.default(true),
  PUBLIC_PROFILES: flag.default(false),
  BLOCKED_WORDS: z.string().default(""),
  VAPID_PUBLIC_KEY: optional(z.string().regex(/^[A-Za-z0-9_-]{87}$/)),
  VAPID_PRIVATE_KEY: optional(z.string().regex(/^[A-Za-z0-9_-]{43}$/)),
  VAPID_CONTACT: optional(z.url({ protocol: /^(mailto|https)$/ })),
  DIGEST_MINUTES: z.coerce.number().int().min(0).default(60),
  S3_BUCKET: optional(z.string().min(1)),
  S3_ENDPOINT: optional(z.url()),
  S3_REGION: z.string().min(1).default("us-east-1"),
  S3_ACCESS_KEY_ID: optional(z.string().min(1)),
  S3_SECRET_ACCESS_KEY: optional(z.string().min(1)),
  ...AuthEnvironment.shape,
});

export interface Config {
  environment: "development" | "production" | "test";
  port: number;
  host: string;
  /** Where browsers reach the site, without a slash at the end. */
  publicUrl: string;
  dataDir: string;
  /** Undefined: the embedded PostgreSQL under `dataDir`. */
  databaseUrl: string | undefined;
  databasePoolSize: number;
  databaseStatementTimeoutMs: number;
  /** Later than this behind its work the server turns callers away (503); 0: never. */
  eventLoopDelayMaxMs: number;
  redisUrl: string | undefined;
  isDemoWanted: boolean;
  logLevel: string;
  /** Addresses of the proxies in front, as Fastify takes them; undefined: none. */
  trustProxy: string | undefined;
  areRateLimitsOn: boolean;
  arePublicProfilesOn: boolean;
  /** Words that no comment or message may hold. */
  blockedWords: string[];
  push: PushConfig;
  /** How long news waits for the digest mail, so that more can join it. */
  digestMinutes: number;
  /** Undefined: pictures are kept on disk under `dataDir`. */
  s3: S3Config | undefined;
  auth: AuthConfig;
}

interface PushConfig {
  /** Undefined: the pair kept in the database, made at first need. */
  keys: { publicKey: string; privateKey: string } | undefined;
  /** `mailto:` or `https:`, for the people who run a push service. */
  contact: string;
}

export interface S3Config {
  bucket: string;
  endpoint: string | undefined;
  region: string;
  accessKeyId: string;
  secretAccessKey: string;
}

/** A setting is missing or wrong; the message is one line that names it. */
export class ConfigError extends Error {}

/**
 * The settings out of environment variables, checked as a whole.
 *
 * @throws ConfigError with one line a wrong setting.
 */
export function readConfig(environment: Record<string, string | undefined>): Config {
  const parsed = Environment.safeParse(environment);
  if (!parsed.success) {
    throw new ConfigError(parsed.error.issues.map((issue) => `${issue.path.join(".")}: ${issue.message}`).join("\n"));
  }
  const env = parsed.data;
  const isProduction = env.NODE_ENV === "production";
  if (isProduction && !env.DATABASE_URL && !env.ALLOW_EMBEDDED_DATABASE) {
    throw new ConfigError(
      "DATABASE_URL: needed in production (or set ALLOW_EMBEDDED_DATABASE=1 to run on the embedded one)",
    );
  }
  if (isProduction && !env.PUBLIC_URL)
    throw new ConfigError("PUBLIC_URL: needed in production, for example https://fash.example");
  const publicUrl = (env.PUBLIC_URL ?? `http://localhost:${env.PORT}`).replace(/\/+$/, "");
  return {
    environment: env.NODE_ENV,
    port: env.PORT,
    host: env.HOST,
    publicUrl,
    dataDir: env.DATA_DIR,
    databaseUrl: env.DATABASE_URL,
    databasePoolSize: env.DATABASE_POOL_SIZE,
    databaseStatementTimeoutMs: env.DATABASE_STATEMENT_TIMEOUT_MS,
    eventLoopDelayMaxMs: env.EVENT_LOOP_DELAY_MAX_MS,
    redisUrl: env.REDIS_URL,
    isDemoWanted: env.DEMO && !isProduction,
    logLevel: env.LOG_LEVEL,
    trustProxy: env.TRUST_PROXY,
    areRateLimitsOn: env.RATE_LIMITS,
    arePublicProfilesOn: env.PUBLIC_PROFILES,
    blockedWords: env.BLOCKED_WORDS.split(",").map((word) => word.trim()),
    push: readPush(env, publicUrl),
    digestMinutes: env.DIGEST_MINUTES,
    s3: readS3(env),
    auth: readAuthConfig(env, {
      publicUrl,
      isProduction,
      areRateLimitsOn: env.RATE_LIMITS,
      refuse: (line) => {
        throw new ConfigError(line);
      },
    }),
  };
}

function readPush(env: z.output<typeof Environment>, publicUrl: string): PushConfig {
  const { VAPID_PUBLIC_KEY: publicKey, VAPID_PRIVATE_KEY: privateKey } = env;
  if (publicKey && !privateKey) throw new ConfigError("VAPID_PRIVATE_KEY: needed when VAPID_PUBLIC_KEY is set");
  if (privateKey && !publicKey) throw new ConfigError("VAPID_PUBLIC_KEY: needed when VAPID_PRIVATE_KEY is set");
  return {
    keys: publicKey && privateKey ? { publicKey, privateKey } : undefined,
    contact: env.VAPID_CONTACT ?? (publicUrl.startsWith("https:") ? publicUrl : "mailto:admin@localhost"),
  };
}

function readS3(env: z.output<typeof Environment>): S3Config | undefined {
  if (!env.S3_BUCKET) return undefined;
  if (!env.S3_ACCESS_KEY_ID) throw new ConfigError("S3_ACCESS_KEY_ID: needed when S3_BUCKET is set");
  if (!env.S3_SECRET_ACCESS_KEY) throw new ConfigError("S3_SECRET_ACCESS_KEY: needed when S3_BUCKET is set");
  return {
    bucket: env.S3_BUCKET,
    endpoint: env.S3_ENDPOINT,
    region: env.S3_REGION,
    accessKeyId: env.S3_ACCESS_KEY_ID,
    secretAccessKey: env.S3_SECRET_ACCESS_KEY,
  };
}
