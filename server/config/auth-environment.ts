import type { JWK } from "jose";
import { z } from "zod";

/** A limit such as `10/300`: count per seconds. */
export interface Limit {
  points: number;
  seconds: number;
}

const flag = z
  .enum(["0", "1", "true", "false", "on", "off", "yes", "no"])
  .transform((text) => ["1", "true", "on", "yes"].includes(text));
const optional = <T extends z.ZodType>(schema: T) =>
  z.preprocess((value) => (value === "" ? undefined : value), schema.optional());
const seconds = (fallback: number) => z.coerce.number().int().min(1).default(fallback);
const limit = (fallback: string) =>
  z
    .string()
    .regex(/^[1-9]\d{0,8}\/[1-9]\d{0,7}$/, "must be COUNT/SECONDS, for example 10/300")
    .default(fallback)
    .transform((text): Limit => {
      const [points = 0, length = 0] = text.split("/").map(Number);
      return { points, seconds: length };
    });
const list = z
  .string()
  .default("")
  .transform((text) => text.split(",").flatMap((entry) => entry.trim() || []));
const keys = optional(
  z.string().transform((text, context): JWK[] => {
    try {
      return z.array(z.looseObject({ kty: z.enum(["EC", "RSA", "OKP"]) })).parse(JSON.parse(text)) as JWK[];
    } catch {
      context.addIssue("must be a JSON list of JWKs (EC, RSA or OKP)");
      return z.NEVER;
    }
  }),
);
const minute = 60;
const hour = 60 * minute;
const day = 24 * hour;

/** Every setting of sign-in; documented in docs/auth.md. */
export const AuthEnvironment = z.object({
  AUTH_BASE_PATH: z
    .string()
    .regex(/^(?:\/|(?:\/[a-z0-9._-]+)+)$/, "must be / or look like /auth/v1")
    .default("/auth/v1")
    .transform((path) => (path === "/" ? "" : path)),
  AUTH_SITE_URL: optional(z.url({ protocol: /^https?$/ })),
  AUTH_ISSUER: optional(z.url({ protocol: /^https?$/ })),
  AUTH_REDIRECT_ALLOW_LIST: list,
  AUTH_SECRET: optional(z.base64().min(44, "must be at least 32 bytes in base64")),
  AUTH_SIGNING_KEYS: keys,
  AUTH_VERIFICATION_KEYS: keys,
  AUTH_SIGNUP: flag.default(true),
  AUTH_EMAIL: flag.default(true),
  AUTH_PHONE: flag.default(true),
  AUTH_ANONYMOUS: flag.default(false),
  AUTH_MANUAL_LINKING: flag.default(true),
  AUTH_MAIL_AUTOCONFIRM: optional(flag),
  AUTH_SMS_AUTOCONFIRM: flag.default(false),
  AUTH_PLAIN_CHALLENGES: optional(flag),
  AUTH_PASSWORD_CHARS_MIN: z.coerce.number().int().min(6).max(100).default(8),
  AUTH_CURRENT_PASSWORD: flag.default(true),
  AUTH_COMMON_PASSWORDS: flag.default(true),
  AUTH_BREACHED_PASSWORDS: flag.default(false),
  AUTH_HASHES_AT_ONCE: optional(z.coerce.number().int().min(1).max(64)),
  AUTH_HASHES_WAITING: z.coerce.number().int().min(1).default(300),
  AUTH_ACCESS_TOKEN_SECONDS: seconds(hour),
  AUTH_SESSION_IDLE_SECONDS: seconds(30 * day),
  AUTH_SESSION_SECONDS: seconds(90 * day),
  AUTH_REFRESH_REUSE_SECONDS: z.coerce.number().int().min(0).default(10),
  AUTH_FRESH_SECONDS: seconds(10 * minute),
  AUTH_MAIL_CODE_DIGITS: z.coerce.number().int().min(6).max(10).default(6),
  AUTH_PHONE_CODE_DIGITS: z.coerce.number().int().min(4).max(10).default(4),
  AUTH_MAIL_CODE_SECONDS: seconds(10 * minute),
  AUTH_PHONE_CODE_SECONDS: seconds(5 * minute),
  AUTH_CONFIRM_LINK_SECONDS: seconds(day),
  AUTH_RECOVERY_LINK_SECONDS: seconds(hour),
  AUTH_MAIL_RESEND_SECONDS: seconds(minute),
  AUTH_SMS_RESEND_SECONDS: seconds(minute),
  AUTH_CODE_TRIES: z.coerce.number().int().min(1).max(20).default(5),
  AUTH_FLOW_SECONDS: seconds(5 * minute),
  AUTH_TEST_CODES: list,
  AUTH_MFA_ISSUER: optional(z.string().min(1).max(60)),
  AUTH_FACTORS_MAX: z.coerce.number().int().min(1).max(100).default(10),
  AUTH_PHONE_FACTORS: flag.default(true),
  AUTH_CHALLENGE_SECONDS: seconds(5 * minute),
  AUTH_LIMIT_PASSWORD_PER_ACCOUNT: limit("10/300"),
  AUTH_LIMIT_PASSWORD_PER_ADDRESS: limit("30/300"),
  AUTH_LIMIT_REFRESH_PER_SESSION: limit("60/300"),
  AUTH_LIMIT_SEND_PER_ADDRESS: limit("30/300"),
  AUTH_LIMIT_VERIFY_PER_ADDRESS: limit("30/300"),
  AUTH_LIMIT_FACTORS_PER_ADDRESS: limit("15/60"),
  AUTH_LIMIT_CHANGES_PER_ADDRESS: limit("300/300"),
  AUTH_LIMIT_MAILS_PER_RECIPIENT: limit("5/3600"),
  AUTH_LIMIT_MAILS_PER_ADDRESS: limit("60/3600"),
  AUTH_LIMIT_MAILS: limit("1000/3600"),
  AUTH_LIMIT_SMS_PER_NUMBER: limit("5/3600"),
  AUTH_LIMIT_SMS_PER_ADDRESS: limit("30/3600"),
  AUTH_LIMIT_SMS_PER_ACCOUNT: limit("10/86400"),
  AUTH_LIMIT_SMS: limit("2000/86400"),
  AUTH_LIMIT_WRONG_SMS_CODES: limit("10/86400"),
  AUTH_LIMIT_ANONYMOUS_PER_ADDRESS: limit("30/3600"),
  AUTH_SMS_COUNTRIES: list,
  MAIL_URL: optional(z.url({ protocol: /^smtps?$/ })),
  MAIL_FROM: optional(z.string().min(3)),
  SMS_PROVIDER: optional(z.enum(["none", "webhook", "twilio"])),
  SMS_WEBHOOK_URL: optional(z.url({ protocol: /^https?$/ })),
  SMS_WEBHOOK_SECRET: optional(z.string().min(16)),
  TWILIO_ACCOUNT_SID: optional(z.string().min(1)),
  TWILIO_AUTH_TOKEN: optional(z.string().min(1)),
  TWILIO_FROM: optional(z.string().min(1)),
  TWILIO_API_URL: z.url().default("https://api.twilio.com"),
  GOOGLE_CLIENT_ID: optional(z.string().min(1)),
  GOOGLE_CLIENT_SECRET: optional(z.string().min(1)),
  GOOGLE_ISSUER: z.url().default("https://accounts.google.com"),
  FACEBOOK_CLIENT_ID: optional(z.string().min(1)),
  FACEBOOK_CLIENT_SECRET: optional(z.string().min(1)),
  FACEBOOK_AUTHORIZE_URL: z.url().default("https://www.facebook.com/v23.0/dialog/oauth"),
  FACEBOOK_TOKEN_URL: z.url().default("https://graph.facebook.com/v23.0/oauth/access_token"),
  FACEBOOK_PROFILE_URL: z.url().default("https://graph.facebook.com/v23.0/me?fields=id,name,email"),
});
