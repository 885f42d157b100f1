import { createHash, randomBytes } from "node:crypto";
import { dayMs } from "#contract/durations.ts";
import type { AuthContext } from "#server/auth/http/auth-http.ts";
import { readCookie, writeCookie } from "#server/auth/http/cookies.ts";
import type { Db, Tx } from "#server/db/db.ts";
import type { AppContext } from "#server/http/context.ts";
import {
  deletePendingSignUp,
  findPendingSignUp,
  listPendingSignUps,
  type PendingSignUp,
  upsertPendingSignUp,
} from "./pending-sign-ups.store.ts";

export { deleteExpiredPendingSignUps, deletePendingSignUps } from "./pending-sign-ups.store.ts";
export type { PendingSignUp } from "./pending-sign-ups.store.ts";

const cookieName = "fash-sign-up";
const tokenBytes = 32;
const daySeconds = dayMs / 1_000;
const hash = (token: string) => createHash("sha256").update(token).digest();

/** The browser of a request, by a cookie that says nothing else; and the cookie that it is to keep. */
interface Browser {
  hash: Buffer;
  cookie: string;
}

/** How long a sign-up waits; longer while a link that was sent again works. */
export const waitingSeconds = ({ config }: Pick<AppContext, "config">): number =>
  Math.max(daySeconds, config.auth.codes.confirmLink) + daySeconds;

/** The browser that signs up; one without the cookie is taken for another one each time. */
export function identifyBrowser(context: AuthContext): Browser {
  const value = readCookie(context.cookie, cookieName) || randomBytes(tokenBytes).toString("base64url");
  return { hash: hash(value), cookie: cookieWith(context, value) };
}

/** The headers that let a browser keep its cookie as long as a link that is sent again; none for one without it. */
export function keepBrowser(context: AuthContext): Record<string, string> {
  const value = readCookie(context.cookie, cookieName);
  return value ? { "set-cookie": cookieWith(context, value) } : {};
}

function cookieWith(context: AuthContext, value: string): string {
  const path = context.config.auth.basePath || "/";
  return writeCookie(context, { name: cookieName, value, path, seconds: waitingSeconds(context) });
}

const browserHashOf = (context: AuthContext) => hash(readCookie(context.cookie, cookieName));

/** The outstanding sign-up for this address from this browser or, if it sent none, the newest one. */
export function findSignUpOf(context: AuthContext, db: Db, email: string): Promise<PendingSignUp | undefined> {
  return findPendingSignUp(db, email, browserHashOf(context));
}

/**
 * Stores what a sign-up submitted until its address is confirmed, in the caller's transaction. Writes
 * `auth.pending_sign_ups`.
 *
 * @param repeated The same submission before, which a browser that keeps no cookies may have sent.
 */
export async function storeSignUp(tx: Tx, signUp: PendingSignUp, repeated?: PendingSignUp): Promise<void> {
  if (repeated) await deletePendingSignUp(tx, repeated);
  await upsertPendingSignUp(tx, signUp);
}

/**
 * What counts when an address is confirmed in this browser: what this browser submitted; what another one did only if nobody
 * else signed up with the address, because who owns the mailbox cannot tell whose mail it is.
 *
 * @returns Undefined if nothing was submitted.
 * @see docs/decisions/0028-competing-sign-ups.md
 */
export async function chooseSubmitted(
  context: AuthContext,
  tx: Tx,
  userId: string,
): Promise<{ passwordHash: string | null; userData: Record<string, unknown> } | undefined> {
  const signUps = await listPendingSignUps(tx, userId);
  if (signUps.length === 0) return undefined;
  const here = browserHashOf(context);
  const own = signUps.find((signUp) => signUp.browser_hash.equals(here));
  const chosen = own ?? (signUps.length === 1 ? signUps[0] : undefined);
  return { passwordHash: chosen?.password_hash ?? null, userData: chosen?.user_data ?? {} };
}
