import { hash, verify } from "@node-rs/argon2";
import { limits } from "#contract/limits.ts";
import type { World } from "#server/http/call.ts";
import { onePerWorld } from "#server/http/per-world.ts";
import { refuse } from "#server/lib/auth-error.ts";
import { createQueue, QueueFullError } from "#server/lib/queue.ts";

/** Argon2id as OWASP advises: 19 MiB, two passes, one lane; the type's number because its enum is not importable. */
const argon2id = { algorithm: 2, memoryCost: 19_456, timeCost: 2, parallelism: 1 };

const queueOf = onePerWorld((world) =>
  createQueue({
    atOnce: world.config.auth.password.hashesAtOnce,
    waitingMax: world.config.auth.password.hashesWaiting,
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

/**
 * Refuses a password that must not be set. Length counts as the form's field counts it; nothing is trimmed.
 *
 * @throws validation_failed, weak_password
 * @see security.md rows 1 and 2
 */
export function checkNewPassword(world: World, password: string): void {
  const { charsMin } = world.config.auth.password;
  const chars = password.length;
  if (chars > limits.passwordCharsMax) {
    refuse(400, "validation_failed", `Password cannot be longer than ${limits.passwordCharsMax} characters`);
  }
  if (chars < charsMin) {
    refuse(422, "weak_password", `Password should be at least ${charsMin} characters.`, { weakPassword: ["length"] });
  }
}
