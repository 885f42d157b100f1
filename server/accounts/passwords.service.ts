import { createHash } from "node:crypto";
import { hash, verify } from "@node-rs/argon2";
import { limits } from "#contract/limits.ts";
import type { World } from "#server/http/call.ts";
import { onePerWorld } from "#server/http/per-world.ts";
import { refuse, type WeakPasswordReason } from "#server/lib/auth-error.ts";
import { isCommonPassword } from "#server/lib/common-passwords.ts";
import { createQueue, QueueFullError } from "#server/lib/queue.ts";

/** Argon2id as OWASP advises: 19 MiB, two passes, one lane; the type's number because its enum is not importable. */
const argon2id = { algorithm: 2, memoryCost: 19_456, timeCost: 2, parallelism: 1 };

/** Well below the ten seconds after which a call is answered anyway: a hash that nobody waits for is only load. */
const hashWaitMsMax = 8_000;

const queueOf = onePerWorld((world) =>
  createQueue({
    atOnce: world.config.auth.password.hashesAtOnce,
    waitingMax: world.config.auth.password.hashesWaiting,
    waitMsMax: hashWaitMsMax,
  }),
);

const decoyOf = onePerWorld((world) => hashPassword(world, "no one has this password, it only takes as long"));

/**
 * An argon2id hash of the password exactly as it was typed.
 *
 * @throws service_busy when too many sign-ins are waiting already
 */
export async function hashPassword(world: World, password: string): Promise<string> {
  return inTurn(world, () => hash(password, argon2id));
}

/**
 * Whether this is the password behind the hash. Without a hash a decoy is tried, so that an unknown account takes as long.
 *
 * @throws service_busy when too many sign-ins are waiting already
 */
export async function isPassword(world: World, password: string, passwordHash: string | null): Promise<boolean> {
  const known = passwordHash ?? (await decoyOf(world));
  const isRight = await inTurn(world, () => verify(known, password));
  return isRight && passwordHash !== null;
}

async function inTurn<T>(world: World, task: () => Promise<T>): Promise<T> {
  try {
    return await queueOf(world)(task);
  } catch (error) {
    if (!(error instanceof QueueFullError)) throw error;
    return refuse(503, "service_busy", "Many people are signing in right now, please try again", {
      retryAfterSeconds: 5,
      cause: error,
    });
  }
}

export interface Weakness {
  reason: WeakPasswordReason;
  message: string;
}

const siteWords = ["fash", "fashion", "password"];

/**
 * Why this password must not be set, or null: too short, among the commonest, made of the site's name or the owner's own,
 * or known from leaks where that is asked for. Length counts as the form's field counts it; nothing is trimmed.
 *
 * @see security.md rows 1 and 2
 */
export async function findWeakness(
  world: World,
  password: string,
  owner: { email?: string | null; username?: string | null },
): Promise<Weakness | null> {
  const { charsMin, areCommonRefused, areBreachedRefused } = world.config.auth.password;
  if (password.length < charsMin) {
    return { reason: "length", message: `Password should be at least ${charsMin} characters.` };
  }
  const ownWords = [owner.email?.split("@")[0], owner.email, owner.username].flatMap(
    (word) => word?.toLowerCase() ?? [],
  );
  if (areCommonRefused && (isCommonPassword(password) || isMadeOf(password, [...siteWords, ...ownWords]))) {
    return { reason: "pwned", message: "Password is too easy to guess, please choose a different one." };
  }
  if (areBreachedRefused && (await isBreached(password))) {
    return { reason: "pwned", message: "Password is known from leaks, please choose a different one." };
  }
  return null;
}

/** Whether nothing but one of the words, repeated or with digits and signs around it, is there. */
function isMadeOf(password: string, words: string[]): boolean {
  const lower = password.toLowerCase();
  return words.some((word) => {
    if (word.length < 4) return lower === word;
    return lower.includes(word) && /^[\d\W_]*$/.test(lower.replaceAll(word, ""));
  });
}

const breachTimeoutMs = 2_000;

/** Whether leaks hold the password; only the first five digits of its digest leave the house. Unreachable counts as no. */
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
 * Refuses a password that must not be set.
 *
 * @throws validation_failed, weak_password
 */
export async function checkNewPassword(
  world: World,
  password: string,
  owner: { email?: string | null; username?: string | null },
): Promise<void> {
  if (password.length > limits.passwordCharsMax) {
    refuse(400, "validation_failed", `Password cannot be longer than ${limits.passwordCharsMax} characters`);
  }
  const weakness = await findWeakness(world, password, owner);
  if (weakness) refuse(422, "weak_password", weakness.message, { weakPassword: [weakness.reason] });
}
