import { createHash } from "node:crypto";
import { hash, verify } from "@node-rs/argon2";
import { limits } from "#contract/limits.ts";
import type { AppContext, RequestContext } from "#server/http/context.ts";
import { perApp } from "#server/http/per-app.ts";
import { failAuth, type WeakPasswordReason } from "#server/auth/http/auth-error.ts";
import { isCommonPassword } from "./common-passwords.ts";
import { createQueue, QueueFullError } from "#server/lib/queue.ts";

/** Argon2id as OWASP advises: 19 MiB, two passes, one lane; the type's number because its enum is not importable. */
const argon2id = { algorithm: 2, memoryCost: 19_456, timeCost: 2, parallelism: 1 };

/** After a wrong password, until the next one of that address is looked at: hashes take a core, which others use in the meantime. */
const wrongRestMs = 100;
/** Well below the ten seconds after which a request times out: a hash without a waiting client is only load. */
const hashWaitMsMax = 8_000;

const queueOf = perApp((app) =>
  createQueue({
    atOnce: app.config.auth.password.hashesAtOnce,
    waitingMax: app.config.auth.password.hashesWaiting,
    waitMsMax: hashWaitMsMax,
  }),
);

/** A request or, for work without one, the app. */
type Hasher = AppContext & Partial<Pick<RequestContext, "clientKey">>;

const decoyOf = perApp((app) => hashPassword(app, "no one has this password, it only takes as long"));

/**
 * An argon2id hash of the password exactly as it was typed.
 *
 * @throws service_busy when too many sign-ins are waiting already
 */
export async function hashPassword(app: Hasher, password: string): Promise<string> {
  return inTurn(app, () => hash(password, argon2id));
}

/**
 * Whether the password matches the hash. Without a hash a decoy is checked, so that an unknown account takes as long.
 *
 * @throws service_busy when too many sign-ins are waiting already
 */
export async function isPassword(app: Hasher, password: string, passwordHash: string | null): Promise<boolean> {
  const known = passwordHash ?? (await decoyOf(app));
  return inTurn(
    app,
    async () => (await verify(known, password)) && passwordHash !== null,
    (isRight) => (isRight ? 0 : wrongRestMs),
  );
}

/** Addresses take turns, so that many attempts from one keep nobody else waiting. */
async function inTurn<T>(app: Hasher, task: () => Promise<T>, restMs?: (result: T) => number): Promise<T> {
  try {
    return await queueOf(app)(task, { owner: app.clientKey ?? "", ...(restMs ? { restMs } : {}) });
  } catch (error) {
    if (!(error instanceof QueueFullError)) throw error;
    return failAuth(503, "service_busy", "Many people are signing in right now, please try again", {
      retryAfterSeconds: 5,
      cause: error,
    });
  }
}

export interface Weakness {
  reason: WeakPasswordReason;
  message: string;
}

/** Whose words a password must not be made of. */
interface Owner {
  email?: string | null;
  username?: string | null;
  displayName?: string | null;
}

const siteWords = ["fash", "fashion", "password"];

/**
 * Why this password is not allowed, or null: too short, too common, based on the site's name or the owner's data,
 * or known from leaks if that check is on. Length is counted as in the form's field; nothing is trimmed.
 *
 * @see docs/security.md#s-1 and docs/security.md#s-2
 */
export async function findWeakness(app: AppContext, password: string, owner: Owner): Promise<Weakness | null> {
  const { charsMin, areCommonRefused, areBreachedRefused } = app.config.auth.password;
  if (password.length < charsMin) {
    return { reason: "length", message: `Password should be at least ${charsMin} characters.` };
  }
  const ownWords = [owner.email?.split("@")[0], owner.email, owner.username, owner.displayName].flatMap((text) =>
    partsOf(text ?? ""),
  );
  if (areCommonRefused && (isCommonPassword(password) || isMadeOf(password, [...siteWords, ...ownWords]))) {
    return { reason: "pwned", message: "Password is too easy to guess, please choose a different one." };
  }
  if (areBreachedRefused && (await isBreached(password))) {
    return { reason: "pwned", message: "This password has appeared in a data breach." };
  }
  return null;
}

/** A name or an address whole, each of its words, and the words joined. */
function partsOf(text: string): string[] {
  const lower = text.toLowerCase();
  const words = lower.split(/[^\p{L}\p{N}]+/u).filter((word) => word !== "");
  return [lower, ...words, words.join("")];
}

const wordCharsMin = 3;

/** Whether the password is one of the words, or only several of them, repeated or among digits and symbols. */
function isMadeOf(password: string, words: string[]): boolean {
  const lower = password.toLowerCase();
  if (words.includes(lower)) return true;
  const known = words.filter((word) => word.length >= wordCharsMin).toSorted((a, b) => b.length - a.length);
  const rest = known.reduce((left, word) => left.replaceAll(word, " "), lower);
  return rest !== lower && !/\p{L}/u.test(rest);
}

const breachTimeoutMs = 2_000;

/** Whether leaks contain the password; only the first five digits of its digest are sent. Unreachable counts as no. */
async function isBreached(password: string): Promise<boolean> {
  const digest = createHash("sha1").update(password).digest("hex").toUpperCase();
  try {
    const response = await fetch(`https://api.pwnedpasswords.com/range/${digest.slice(0, 5)}`, {
      headers: { "add-padding": "true" },
      signal: AbortSignal.timeout(breachTimeoutMs),
    });
    const lines = response.ok ? (await response.text()).split("\n") : [];
    return lines.some((line) => line.startsWith(`${digest.slice(5)}:`) && !/:0\s*$/.test(line));
  } catch {
    return false;
  }
}

/**
 * Rejects a password that is not allowed.
 *
 * @throws validation_failed, weak_password
 */
export async function checkNewPassword(app: AppContext, password: string, owner: Owner): Promise<void> {
  if (password.length > limits.passwordCharsMax) {
    failAuth(400, "validation_failed", `Password cannot be longer than ${limits.passwordCharsMax} characters`);
  }
  const weakness = await findWeakness(app, password, owner);
  if (weakness) failAuth(422, "weak_password", weakness.message, { weakPassword: [weakness.reason] });
}
