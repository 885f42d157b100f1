import { randomBytes, randomUUID } from "node:crypto";
import {
  ensureProfile,
  isBannedFromSignIn,
  findUser,
  updateUser,
  type UserRow,
} from "#server/auth/accounts/accounts.service.ts";
import { presentUser, type UserObject } from "#server/auth/accounts/user-objects.service.ts";
import { transact, type Db, type Tx } from "#server/db/db.ts";
import type { AppContext } from "#server/http/context.ts";
import { AuthError, failAuth } from "#server/auth/http/auth-error.ts";
import { signAccessToken } from "./access-tokens.service.ts";
import { isGenuine, readRefreshToken, writeRefreshToken } from "./refresh-tokens.ts";
import {
  deleteSessions,
  insertSession,
  isLeaving,
  limitLockWait,
  listMethods,
  lockSession,
  type SessionRow,
  updateAssurance,
  updateRefreshed,
  upsertMethod,
} from "./sessions.store.ts";

export {
  deleteAllSessions,
  deleteEndedSessions,
  deleteMethods,
  deleteSessions,
  endRecovery,
  findAnySession,
  findSession,
  isLeaving,
  listMethods,
  lockSession,
  lowerSessionsOfFactor,
  upsertMethod,
} from "./sessions.store.ts";
export type { SessionRow } from "./sessions.store.ts";

/** The client of a request. */
export interface Origin {
  ip: string;
  userAgent: string;
}

/** The client's session: both tokens and the user. */
export interface SessionReply {
  access_token: string;
  token_type: "bearer";
  expires_in: number;
  expires_at: number;
  refresh_token: string;
  user: UserObject;
  /** This sign-in has cancelled the deletion of the account. */
  account_restored?: true;
}

const refreshKeyBytes = 32;

/**
 * Creates a session of the user, who has a profile from then on, and returns its tokens. Writes `auth.sessions`,
 * `auth.session_methods`, `last_sign_in_at`, `profiles` and `user_roles`; part of the caller's transaction.
 *
 * @param how.method As in the token's `amr`: password, otp, oauth, recovery …
 * @throws user_banned
 */
export async function openSession(
  app: AppContext,
  tx: Tx,
  user: UserRow,
  how: { method: string; origin: Origin; isRecovery?: boolean },
): Promise<SessionReply> {
  const now = app.clock.now();
  const id = randomUUID();
  // Locks the user, who may have been banned since the caller looked: a session would keep an account whose erasure has begun.
  await updateUser(tx, user.id, { last_sign_in_at: now }, now);
  const current = await findUser(tx, { id: user.id });
  if (current && isBannedFromSignIn(current, now)) failAuth(400, "user_banned", "User is banned");
  await ensureProfile(tx, user.id, now);
  const wasLeaving = await isLeaving(tx, user.id);
  const session = await insertSession(tx, {
    id,
    userId: user.id,
    sealedRefreshKey: sealNewKey(app, id),
    now,
    endsAt: new Date(now.getTime() + app.config.auth.session.absolute * 1_000),
    isRecovery: how.isRecovery ?? how.method === "recovery",
    userAgent: how.origin.userAgent,
    ip: how.origin.ip,
  });
  await upsertMethod(tx, id, how.method, now);
  return replyToSignIn(app, tx, session, { wasLeaving });
}

/**
 * Raises a session to aal2 on this factor. Its refresh tokens get a new key, so that none from before the second step is
 * worth anything, whatever is forgiven otherwise. Writes `auth.sessions`; the session is locked by the caller.
 */
export async function raiseAssurance(
  app: AppContext,
  tx: Tx,
  session: SessionRow,
  factorId: string,
): Promise<SessionRow> {
  return updateAssurance(tx, session.id, {
    assurance: "aal2",
    factorId,
    sealedRefreshKey: sealNewKey(app, session.id),
    now: app.clock.now(),
  });
}

const sealNewKey = (app: AppContext, sessionId: string) => app.secrets.seal(randomBytes(refreshKeyBytes), sessionId);

/** Both tokens for the current state of a session in `db`, with the reloaded user. */
export async function replyWithTokens(app: AppContext, db: Db, session: SessionRow): Promise<SessionReply> {
  const found = await findUser(db, { id: session.user_id });
  if (!found) throw new Error("A session without a user");
  const user = await presentUser(db, found);
  const methods = await listMethods(db, session.id);
  const { token, expiresAtSeconds } = await signAccessToken(app, {
    userId: user.id,
    sessionId: session.id,
    email: user.email,
    phone: user.phone,
    appMetadata: user.app_metadata,
    userMetadata: user.user_metadata,
    assurance: session.assurance,
    methods: methods.map(({ method, usedAt }) => ({ method, timestamp: Math.floor(usedAt.getTime() / 1_000) })),
    isAnonymous: user.is_anonymous,
  });
  return {
    access_token: token,
    token_type: "bearer",
    expires_in: app.config.auth.session.accessToken,
    expires_at: expiresAtSeconds,
    refresh_token: writeRefreshToken(session.id, session.refresh_counter, openRefreshKey(app, session)),
    user,
  };
}

/** Both tokens of a session that has begun or been raised; the user has been locked since before `wasLeaving` was read. */
export async function replyToSignIn(
  app: AppContext,
  tx: Tx,
  session: SessionRow,
  { wasLeaving }: { wasLeaving: boolean },
): Promise<SessionReply> {
  const reply = await replyWithTokens(app, tx, session);
  const isRestored = wasLeaving && !(await isLeaving(tx, session.user_id));
  return isRestored ? { ...reply, account_restored: true } : reply;
}

/**
 * New tokens for a refresh token. The current one moves the session on; the one before it gets the current one again,
 * however often (an answer was lost, or another tab was quicker); an older one ends the session. Writes `auth.sessions`.
 *
 * @throws refresh_token_not_found, refresh_token_already_used, session_expired, session_not_found, user_banned,
 *   validation_failed, conflict
 * @see docs/auth.md#tokens-and-keys
 */
export async function refreshSession(app: AppContext, text: string, origin: Origin): Promise<SessionReply> {
  const token = readRefreshToken(text);
  if (token === "foreign") return notFound();
  if (token === "malformed") return failAuth(400, "validation_failed", "Refresh token is not valid");
  // Ending a session must be committed, so the error is returned as a value.
  const outcome = await transact(app.db, async (tx): Promise<SessionReply | AuthError> => {
    await limitLockWait(tx, lockWaitMs);
    const session = await lockSession(tx, token.sessionId).catch(toConflict);
    if (!session || !isGenuine(token, openRefreshKey(app, session))) return new AuthError(...notFoundError);
    const ended = await whyEnded(app, tx, session);
    if (ended) return ended;
    return advance(app, tx, session, { behind: session.refresh_counter - token.counter, origin });
  });
  if (outcome instanceof AuthError) throw outcome;
  return outcome;
}

const lockWaitMs = 5_000;
const notFoundError = [400, "refresh_token_not_found", "Invalid Refresh Token: Refresh Token Not Found"] as const;
const notFound = () => failAuth(...notFoundError);
const lockTimeoutCode = "55P03";

function toConflict(error: unknown): never {
  if ((error as { code?: string }).code !== lockTimeoutCode) throw error;
  // Never 4xx for our own load: the client would treat it as the end of the session, while it retries a 503.
  return failAuth(503, "conflict", "Too many concurrent token refresh requests on the same session", {
    retryAfterSeconds: 1,
    cause: error,
  });
}

async function advance(
  app: AppContext,
  tx: Tx,
  session: SessionRow,
  { behind, origin }: { behind: number; origin: Origin },
): Promise<SessionReply | AuthError> {
  const now = app.clock.now();
  if (behind < 0) return new AuthError(400, "validation_failed", "Refresh token is not valid");
  if (behind === 0) {
    const counter = session.refresh_counter + 1;
    await updateRefreshed(tx, session.id, { counter, now, ...origin });
    return replyWithTokens(app, tx, { ...session, refresh_counter: counter });
  }
  const sinceMs = now.getTime() - session.refreshed_at.getTime();
  if (behind === 1 || sinceMs <= app.config.auth.session.refreshReuse * 1_000) {
    return replyWithTokens(app, tx, session);
  }
  await deleteSessions(tx, session.user_id, { only: session.id });
  return new AuthError(400, "refresh_token_already_used", "Invalid Refresh Token: Already Used");
}

/** Why this session cannot be continued; an expired one is deleted. */
async function whyEnded(app: AppContext, tx: Tx, session: SessionRow): Promise<AuthError | undefined> {
  const now = app.clock.now();
  const idleMs = now.getTime() - session.refreshed_at.getTime();
  if (session.ends_at <= now || idleMs > app.config.auth.session.idle * 1_000) {
    await deleteSessions(tx, session.user_id, { only: session.id });
    return new AuthError(400, "session_expired", "Invalid Refresh Token: Session Expired");
  }
  const user = await findUser(tx, { id: session.user_id });
  if (user && isBannedFromSignIn(user, now))
    return new AuthError(400, "user_banned", "Invalid Refresh Token: User Banned");
  return undefined;
}

function openRefreshKey(app: AppContext, session: SessionRow): Buffer {
  const key = app.secrets.open(session.refresh_key, session.id);
  if (!key) throw new Error("AUTH_SECRET: is not the one that this session was sealed with");
  return key;
}
