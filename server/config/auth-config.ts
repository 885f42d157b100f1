import { availableParallelism } from "node:os";
import type { JWK } from "jose";
import type { z } from "zod";
import type { AuthEnvironment, Limit } from "./auth-environment.ts";

type Env = z.output<typeof AuthEnvironment>;

/** How sign-in behaves; every duration is in seconds. */
export interface AuthConfig {
  basePath: string;
  /** The public URL of `basePath`; also the token issuer unless another is set. */
  publicUrl: string;
  siteUrl: string;
  issuer: string;
  redirectAllowList: string[];
  secret: string | undefined;
  signingKeys: JWK[] | undefined;
  /** Keys of trusted services: their tokens with an admin role may use the admin endpoints. */
  verificationKeys: JWK[];
  isSignupOn: boolean;
  isEmailOn: boolean;
  isPhoneOn: boolean;
  isAnonymousOn: boolean;
  isManualLinkingOn: boolean;
  isMailAutoconfirmed: boolean;
  isSmsAutoconfirmed: boolean;
  arePlainChallengesTaken: boolean;
  password: {
    charsMin: number;
    isCurrentNeeded: boolean;
    areCommonRefused: boolean;
    areBreachedRefused: boolean;
    hashesAtOnce: number;
    hashesWaiting: number;
  };
  session: { accessToken: number; idle: number; absolute: number; refreshReuse: number; recentSignIn: number };
  codes: {
    mailDigits: number;
    phoneDigits: number;
    mail: number;
    phone: number;
    confirmLink: number;
    recoveryLink: number;
    mailResend: number;
    smsResend: number;
    triesMax: number;
    /** Fixed codes by phone number, outside production only. */
    test: Map<string, string>;
  };
  flowSeconds: number;
  factors: { issuer: string; max: number; isPhoneOn: boolean; challenge: number };
  limits: Record<LimitName, Limit> & { isOn: boolean };
  smsCountries: string[];
  mail: { url: string; from: string } | undefined;
  sms: SmsConfig;
  google: { clientId: string; clientSecret: string; issuer: string } | undefined;
  facebook: FacebookConfig | undefined;
}

export type LimitName =
  | "passwordPerAccount"
  | "passwordPerAddress"
  | "refreshPerSession"
  | "sendPerAddress"
  | "verifyPerAddress"
  | "factorsPerAddress"
  | "changesPerAddress"
  | "mailsPerRecipient"
  | "mailsPerAddress"
  | "mails"
  | "smsPerNumber"
  | "smsPerAddress"
  | "smsPerAccount"
  | "sms"
  | "wrongSmsCodes"
  | "anonymousPerAddress";

export type SmsConfig =
  | { provider: "outbox" | "none" }
  | { provider: "webhook"; url: string; secret: string | undefined }
  | { provider: "twilio"; url: string; accountSid: string; authToken: string; from: string };

export interface FacebookConfig {
  clientId: string;
  clientSecret: string;
  authorizeUrl: string;
  tokenUrl: string;
  profileUrl: string;
}

/** The values that the rest of the configuration provides. */
interface Surroundings {
  publicUrl: string;
  isProduction: boolean;
  areRateLimitsOn: boolean;
  /** Fails the start with one line that names the setting. */
  failAuth: (line: string) => never;
}

/** The settings of sign-in with defaults applied and dependencies checked. */
export function readAuthConfig(env: Env, around: Surroundings): AuthConfig {
  const publicUrl = `${around.publicUrl}${env.AUTH_BASE_PATH}`;
  const siteUrl = env.AUTH_SITE_URL ?? around.publicUrl;
  const mail = readMail(env, around);
  const isMailAutoconfirmed = readAutoconfirm(env, around);
  return {
    basePath: env.AUTH_BASE_PATH,
    publicUrl,
    siteUrl,
    issuer: env.AUTH_ISSUER ?? publicUrl,
    redirectAllowList: env.AUTH_REDIRECT_ALLOW_LIST,
    secret: env.AUTH_SECRET,
    signingKeys: env.AUTH_SIGNING_KEYS,
    verificationKeys: env.AUTH_VERIFICATION_KEYS ?? [],
    isSignupOn: env.AUTH_SIGNUP,
    isEmailOn: env.AUTH_EMAIL,
    isPhoneOn: env.AUTH_PHONE,
    isAnonymousOn: env.AUTH_ANONYMOUS,
    isManualLinkingOn: env.AUTH_MANUAL_LINKING,
    isMailAutoconfirmed,
    isSmsAutoconfirmed: env.AUTH_SMS_AUTOCONFIRM,
    arePlainChallengesTaken: env.AUTH_PLAIN_CHALLENGES ?? !around.isProduction,
    password: {
      charsMin: env.AUTH_PASSWORD_CHARS_MIN,
      isCurrentNeeded: env.AUTH_CURRENT_PASSWORD,
      areCommonRefused: env.AUTH_COMMON_PASSWORDS,
      areBreachedRefused: env.AUTH_BREACHED_PASSWORDS,
      // Half of the cores at most, so that a flood of sign-ins leaves the other half for other requests.
      hashesAtOnce: env.AUTH_HASHES_AT_ONCE ?? Math.max(1, Math.floor(availableParallelism() / 2)),
      hashesWaiting: env.AUTH_HASHES_WAITING,
    },
    session: {
      accessToken: env.AUTH_ACCESS_TOKEN_SECONDS,
      idle: env.AUTH_SESSION_IDLE_SECONDS,
      absolute: env.AUTH_SESSION_SECONDS,
      refreshReuse: env.AUTH_REFRESH_REUSE_SECONDS,
      recentSignIn: env.AUTH_FRESH_SECONDS,
    },
    codes: readCodes(env, around),
    flowSeconds: env.AUTH_FLOW_SECONDS,
    factors: {
      issuer: env.AUTH_MFA_ISSUER ?? new URL(siteUrl).host,
      max: env.AUTH_FACTORS_MAX,
      isPhoneOn: env.AUTH_PHONE_FACTORS,
      challenge: env.AUTH_CHALLENGE_SECONDS,
    },
    limits: readLimits(env, around),
    smsCountries: env.AUTH_SMS_COUNTRIES,
    mail,
    sms: readSms(env, around),
    google: readGoogle(env, around),
    facebook: readFacebook(env, around),
  };
}

function readCodes(env: Env, { isProduction, failAuth }: Surroundings): AuthConfig["codes"] {
  if (isProduction && env.AUTH_TEST_CODES.length > 0) failAuth("AUTH_TEST_CODES: not in production");
  return {
    mailDigits: env.AUTH_MAIL_CODE_DIGITS,
    phoneDigits: env.AUTH_PHONE_CODE_DIGITS,
    mail: env.AUTH_MAIL_CODE_SECONDS,
    phone: env.AUTH_PHONE_CODE_SECONDS,
    confirmLink: env.AUTH_CONFIRM_LINK_SECONDS,
    recoveryLink: env.AUTH_RECOVERY_LINK_SECONDS,
    mailResend: env.AUTH_MAIL_RESEND_SECONDS,
    smsResend: env.AUTH_SMS_RESEND_SECONDS,
    triesMax: env.AUTH_CODE_TRIES,
    test: new Map(
      env.AUTH_TEST_CODES.map((entry) => {
        const [phone, code] = entry.split("=");
        if (!phone || !code) return failAuth("AUTH_TEST_CODES: must be comma-separated PHONE=CODE pairs");
        return [phone, code];
      }),
    ),
  };
}

function readLimits(env: Env, { areRateLimitsOn }: Surroundings): AuthConfig["limits"] {
  return {
    isOn: areRateLimitsOn,
    passwordPerAccount: env.AUTH_LIMIT_PASSWORD_PER_ACCOUNT,
    passwordPerAddress: env.AUTH_LIMIT_PASSWORD_PER_ADDRESS,
    refreshPerSession: env.AUTH_LIMIT_REFRESH_PER_SESSION,
    sendPerAddress: env.AUTH_LIMIT_SEND_PER_ADDRESS,
    verifyPerAddress: env.AUTH_LIMIT_VERIFY_PER_ADDRESS,
    factorsPerAddress: env.AUTH_LIMIT_FACTORS_PER_ADDRESS,
    changesPerAddress: env.AUTH_LIMIT_CHANGES_PER_ADDRESS,
    mailsPerRecipient: env.AUTH_LIMIT_MAILS_PER_RECIPIENT,
    mailsPerAddress: env.AUTH_LIMIT_MAILS_PER_ADDRESS,
    mails: env.AUTH_LIMIT_MAILS,
    smsPerNumber: env.AUTH_LIMIT_SMS_PER_NUMBER,
    smsPerAddress: env.AUTH_LIMIT_SMS_PER_ADDRESS,
    smsPerAccount: env.AUTH_LIMIT_SMS_PER_ACCOUNT,
    sms: env.AUTH_LIMIT_SMS,
    wrongSmsCodes: env.AUTH_LIMIT_WRONG_SMS_CODES,
    anonymousPerAddress: env.AUTH_LIMIT_ANONYMOUS_PER_ADDRESS,
  };
}

/** Without mail, addresses cannot be confirmed, so production requires an explicit setting. */
function readAutoconfirm(env: Env, { isProduction, failAuth }: Surroundings): boolean {
  const isOn = env.AUTH_MAIL_AUTOCONFIRM ?? !env.MAIL_URL;
  if (!isProduction || !isOn) return isOn;
  if (env.AUTH_MAIL_AUTOCONFIRM === undefined) {
    failAuth(
      "MAIL_URL: needed in production (or set AUTH_MAIL_AUTOCONFIRM=on to let everybody use any address unconfirmed)",
    );
  }
  if (env.GOOGLE_CLIENT_ID || env.FACEBOOK_CLIENT_ID) {
    failAuth("AUTH_MAIL_AUTOCONFIRM: must be off in production where people sign in with Google or Facebook");
  }
  return isOn;
}

function readMail(env: Env, { failAuth }: Surroundings): AuthConfig["mail"] {
  if (!env.MAIL_URL) return undefined;
  return { url: env.MAIL_URL, from: env.MAIL_FROM ?? failAuth("MAIL_FROM: needed when MAIL_URL is set") };
}

function readSms(env: Env, { isProduction, failAuth }: Surroundings): SmsConfig {
  const unset = isProduction ? "none" : "outbox";
  switch (env.SMS_PROVIDER) {
    case "webhook":
      return {
        provider: "webhook",
        url: env.SMS_WEBHOOK_URL ?? failAuth("SMS_WEBHOOK_URL: needed when SMS_PROVIDER is webhook"),
        secret: env.SMS_WEBHOOK_SECRET,
      };
    case "twilio":
      return {
        provider: "twilio",
        url: env.TWILIO_API_URL,
        accountSid: env.TWILIO_ACCOUNT_SID ?? failAuth("TWILIO_ACCOUNT_SID: needed when SMS_PROVIDER is twilio"),
        authToken: env.TWILIO_AUTH_TOKEN ?? failAuth("TWILIO_AUTH_TOKEN: needed when SMS_PROVIDER is twilio"),
        from: env.TWILIO_FROM ?? failAuth("TWILIO_FROM: needed when SMS_PROVIDER is twilio"),
      };
    case "none":
      return { provider: "none" };
    case undefined:
      return { provider: unset };
  }
}

function readGoogle(env: Env, { failAuth }: Surroundings): AuthConfig["google"] {
  if (!env.GOOGLE_CLIENT_ID) return undefined;
  return {
    clientId: env.GOOGLE_CLIENT_ID,
    clientSecret: env.GOOGLE_CLIENT_SECRET ?? failAuth("GOOGLE_CLIENT_SECRET: needed when GOOGLE_CLIENT_ID is set"),
    issuer: env.GOOGLE_ISSUER,
  };
}

function readFacebook(env: Env, { failAuth }: Surroundings): FacebookConfig | undefined {
  if (!env.FACEBOOK_CLIENT_ID) return undefined;
  return {
    clientId: env.FACEBOOK_CLIENT_ID,
    clientSecret:
      env.FACEBOOK_CLIENT_SECRET ?? failAuth("FACEBOOK_CLIENT_SECRET: needed when FACEBOOK_CLIENT_ID is set"),
    authorizeUrl: env.FACEBOOK_AUTHORIZE_URL,
    tokenUrl: env.FACEBOOK_TOKEN_URL,
    profileUrl: env.FACEBOOK_PROFILE_URL,
  };
}
