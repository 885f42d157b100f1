import { z } from "zod";
import type { SiteSettings } from "#contract/settings.ts";
import { type AuthConfig, readAuthConfig } from "./auth-config.ts";
import { AuthEnvironment } from "./auth-environment.ts";

const flag = z
  .enum(["0", "1", "true", "false", "on", "off", "yes", "no"])
  .transform((text) => ["1", "true", "on", "yes"].includes(text));
const port = z.coerce.number().int().min(0).max(65_535);
const count = z.coerce.number().int().min(1);
/** An empty value counts as unset, as in a `.env` file. */
const optional = <T extends z.ZodType>(schema: T) =>
  z.preprocess((value) => (value === "" ? undefined : value), schema.optional());

/** Origins exactly as browsers send them, comma-separated. */
const origins = z
  .string()
  .default("")
  .transform((text, context): string[] => {
    const given = text.split(",").flatMap((entry) => entry.trim() || []);
    const isOrigin = (entry: string) =>
      /^https?:[^*]+$/.test(entry) && URL.canParse(entry) && new URL(entry).origin === entry;
    if (given.every(isOrigin)) return given;
    context.addIssue("must be origins such as https://app.example, with commas between: no path, no wildcard");
    return z.NEVER;
  });

/** Every setting of the server; `.env.example` lists the same names with their defaults. */
const Environment = z.object({
  NODE_ENV: z.enum(["development", "production", "test"]).default("development"),
  PORT: port.default(3000),
  HOST: z.string().min(1).default("127.0.0.1"),
  PUBLIC_URL: optional(z.url({ protocol: /^https?$/ })),
  ALLOWED_ORIGINS: origins,
  DATA_DIR: z.string().min(1).default(".data"),
  DATABASE_URL: optional(z.url({ protocol: /^postgres(ql)?$/ })),
  DATABASE_POOL_SIZE: count.max(200).default(8),
  DATABASE_STATEMENT_TIMEOUT_MS: count.default(10_000),
  ALLOW_EMBEDDED_DATABASE: flag.default(false),
  REDIS_URL: optional(z.url({ protocol: /^rediss?$/ })),
  DEMO: flag.default(true),
  EVENT_LOOP_DELAY_MAX_MS: z.coerce.number().int().min(0).default(2_000),
  CRAWLER_LOAD_MAX: z.coerce.number().min(0).max(1).default(0.5),
  BODY_SECONDS_MAX: z.coerce.number().min(0.1).default(20),
  LOG_LEVEL: z.enum(["fatal", "error", "warn", "info", "debug", "trace", "silent"]).default("info"),
  TRUST_PROXY: optional(z.string()),
  RATE_LIMITS: flag.default(true),
  PUBLIC_PROFILES: flag.default(false),
  BLOCKED_WORDS: z.string().default(""),
  VAPID_PUBLIC_KEY: optional(z.string().regex(/^[A-Za-z0-9_-]{87}$/)),
  VAPID_PRIVATE_KEY: optional(z.string().regex(/^[A-Za-z0-9_-]{43}$/)),
  VAPID_CONTACT: optional(z.url({ protocol: /^(mailto|https)$/ })),
  DIGEST_MINUTES: z.coerce.number().int().min(0).default(60),
  GIFT_CARD_KEYS: optional(
    z
      .string()
      .regex(
        /^[\w-]{1,40}:[A-Za-z0-9+/]{43}=(\s*,\s*[\w-]{1,40}:[A-Za-z0-9+/]{43}=)*$/,
        "needs ID:KEY, 32 bytes in base64",
      ),
  ),
  TREMENDOUS_API_KEY: optional(z.string().min(1)),
  TREMENDOUS_API_URL: optional(z.url({ protocol: /^https?$/ })),
  TREMENDOUS_FUNDING_SOURCE: z.string().min(1).default("BALANCE"),
  S3_BUCKET: optional(z.string().min(1)),
  S3_ENDPOINT: optional(z.url()),
  S3_REGION: z.string().min(1).default("us-east-1"),
  S3_ACCESS_KEY_ID: optional(z.string().min(1)),
  S3_SECRET_ACCESS_KEY: optional(z.string().min(1)),
  VISION_BASE_URL: optional(z.url({ protocol: /^https?$/ })),
  VISION_MODEL: optional(z.string().min(1)),
  VISION_API_KEY: optional(z.string().min(1)),
  VISION_TIMEOUT_MS: count.max(120_000).default(40_000),
  VISION_DEADLINE_MS: count.max(300_000).default(30_000),
  VISION_DAILY_BUDGET: count.default(50),
  SITE_NAME: optional(z.string().max(40)),
  SITE_TAGLINE: optional(z.string().max(120)),
  ADMIN_TWO_FACTOR: optional(flag),
  WELCOME_EMAILS: optional(flag),
  MODERATION_ALERTS: optional(flag),
  SCREENING_QUEUE_PERCENT: optional(count.max(100)),
  SCREENING_HOLD_PERCENT: optional(count.max(100)),
  ...AuthEnvironment.shape,
});

export interface Config {
  environment: "development" | "production" | "test";
  port: number;
  host: string;
  /** The public URL of the site, without a trailing slash. */
  publicUrl: string;
  /** Other origins whose pages may call the API and sign-in. */
  allowedOrigins: string[];
  dataDir: string;
  /** Undefined: the embedded PostgreSQL under `dataDir`. */
  databaseUrl: string | undefined;
  databasePoolSize: number;
  databaseStatementTimeoutMs: number;
  /** If the event loop lags by more than this, the server rejects requests (503); 0: never. */
  eventLoopDelayMaxMs: number;
  /** Share of the event loop's time in use, from which on crawlers get no documents (503); 1: never. */
  crawlerLoadMax: number;
  /** How long the body of a request may take to arrive. */
  bodySecondsMax: number;
  redisUrl: string | undefined;
  isDemoWanted: boolean;
  logLevel: string;
  /** Addresses of reverse proxies, as for Fastify's trustProxy; undefined: none. */
  trustProxy: string | undefined;
  areRateLimitsOn: boolean;
  arePublicProfilesOn: boolean;
  /** Words that comments and messages must not contain. */
  blockedWords: string[];
  push: PushConfig;
  /** How long notifications wait for the digest, so that more can join it. */
  digestMinutes: number;
  /** `ID:KEY` with commas between, the first one encrypts; undefined: the key file under `dataDir`. */
  giftCardKeys: string | undefined;
  /** Undefined: no gift cards are bought. */
  giftCards: GiftCardConfig | undefined;
  vision: VisionConfig;
  /** Undefined: pictures are kept on disk under `dataDir`. */
  s3: S3Config | undefined;
  /** Settings that the environment decides: the admin area shows them, and cannot change them. */
  pinnedSettings: Partial<SiteSettings>;
  auth: AuthConfig;
}

interface PushConfig {
  /** Undefined: the pair in the database, generated on first use. */
  keys: { publicKey: string; privateKey: string } | undefined;
  /** `mailto:` or `https:` URL for operators of push services. */
  contact: string;
}

export interface ClothingServiceConfig {
  /** Up to and without `/chat/completions`. */
  baseUrl: string;
  model: string;
  apiKey: string | undefined;
  timeoutMs: number;
}

interface VisionConfig {
  /** Undefined: the embedded models detect clothes, and no picture leaves the server. */
  service: ClothingServiceConfig | undefined;
  /** Of one request to the embedded models, its wait included. */
  deadlineMs: number;
  /** Detections of a member in a day. */
  dailyBudget: number;
}

export interface GiftCardConfig {
  url: string;
  apiKey: string;
  fundingSource: string;
}

export interface S3Config {
  bucket: string;
  endpoint: string | undefined;
  region: string;
  accessKeyId: string;
  secretAccessKey: string;
}

/** A setting is missing or invalid; the message is one line that names it. */
export class ConfigError extends Error {}

/**
 * Reads and validates the settings from environment variables.
 *
 * @throws ConfigError with one line per invalid setting
 */
export function readConfig(environment: Record<string, string | undefined>): Config {
  // An empty value counts as unset, as in a `.env` or compose file.
  const given = Object.fromEntries(Object.entries(environment).filter(([, value]) => value !== ""));
  const parsed = Environment.safeParse(given);
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
    allowedOrigins: env.ALLOWED_ORIGINS,
    dataDir: env.DATA_DIR,
    databaseUrl: env.DATABASE_URL,
    databasePoolSize: env.DATABASE_POOL_SIZE,
    databaseStatementTimeoutMs: env.DATABASE_STATEMENT_TIMEOUT_MS,
    eventLoopDelayMaxMs: env.EVENT_LOOP_DELAY_MAX_MS,
    crawlerLoadMax: env.CRAWLER_LOAD_MAX,
    bodySecondsMax: env.BODY_SECONDS_MAX,
    redisUrl: env.REDIS_URL,
    isDemoWanted: env.DEMO && !isProduction,
    logLevel: env.LOG_LEVEL,
    trustProxy: env.TRUST_PROXY,
    areRateLimitsOn: env.RATE_LIMITS,
    arePublicProfilesOn: env.PUBLIC_PROFILES,
    blockedWords: env.BLOCKED_WORDS.split(",").map((word) => word.trim()),
    push: readPush(env, publicUrl),
    digestMinutes: env.DIGEST_MINUTES,
    giftCardKeys: env.GIFT_CARD_KEYS,
    giftCards: readGiftCards(env),
    vision: {
      service: readClothingService(env),
      deadlineMs: env.VISION_DEADLINE_MS,
      dailyBudget: env.VISION_DAILY_BUDGET,
    },
    s3: readS3(env),
    pinnedSettings: readPinnedSettings(env),
    auth: readAuthConfig(env, {
      publicUrl,
      isProduction,
      areRateLimitsOn: env.RATE_LIMITS,
      failAuth: (line) => {
        throw new ConfigError(line);
      },
    }),
  };
}

function readPinnedSettings(env: z.output<typeof Environment>): Partial<SiteSettings> {
  const given = {
    siteName: env.SITE_NAME,
    tagline: env.SITE_TAGLINE,
    emailVerification: env.AUTH_MAIL_AUTOCONFIRM === undefined ? undefined : !env.AUTH_MAIL_AUTOCONFIRM,
    twoFactorForAdmins: env.ADMIN_TWO_FACTOR,
    welcomeEmails: env.WELCOME_EMAILS,
    moderationAlerts: env.MODERATION_ALERTS,
    screeningQueuePercent: env.SCREENING_QUEUE_PERCENT,
    screeningHoldPercent: env.SCREENING_HOLD_PERCENT,
  };
  return Object.fromEntries(Object.entries(given).filter(([, value]) => value !== undefined));
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

function readGiftCards(env: z.output<typeof Environment>): GiftCardConfig | undefined {
  if (!env.TREMENDOUS_API_KEY) return undefined;
  if (!env.TREMENDOUS_API_URL) throw new ConfigError("TREMENDOUS_API_URL: needed when TREMENDOUS_API_KEY is set");
  const url = env.TREMENDOUS_API_URL.replace(/\/+$/, "");
  return { url, apiKey: env.TREMENDOUS_API_KEY, fundingSource: env.TREMENDOUS_FUNDING_SOURCE };
}

function readClothingService(env: z.output<typeof Environment>): ClothingServiceConfig | undefined {
  if (!env.VISION_BASE_URL) return undefined;
  if (!env.VISION_MODEL) throw new ConfigError("VISION_MODEL: needed when VISION_BASE_URL is set");
  const baseUrl = env.VISION_BASE_URL.replace(/\/+$/, "");
  return { baseUrl, model: env.VISION_MODEL, apiKey: env.VISION_API_KEY, timeoutMs: env.VISION_TIMEOUT_MS };
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
