import { findUser, isBannedFromSignIn, type UserRow } from "#server/auth/accounts/accounts.service.ts";
import type { AuthContext } from "#server/auth/http/auth-http.ts";
import { failAuth } from "#server/auth/http/auth-error.ts";
import { verifyAccessToken, verifyServiceToken } from "./access-tokens.service.ts";
import { findSession, type SessionRow } from "./sessions.service.ts";

/** The caller with their current data. */
export interface AuthenticatedUser {
  user: UserRow;
  session: SessionRow;
}

/** The bearer token of a call. @throws no_authorization */
function requireBearerToken(context: AuthContext): string {
  const token = /^bearer ([^\s]+)$/i.exec(context.authorization ?? "")?.[1];
  return token ?? failAuth(401, "no_authorization", "This endpoint requires a valid Bearer token");
}

/**
 * The user and the living session behind a call.
 *
 * @throws no_authorization, bad_jwt, user_not_found, session_not_found, user_banned
 */
export async function authenticate(context: AuthContext): Promise<AuthenticatedUser> {
  const token = requireBearerToken(context);
  const verified = (await verifyAccessToken(context, token)) ?? (await rejectToken(context, token));
  const user =
    (await findUser(context.db, { id: verified.userId })) ??
    failAuth(403, "user_not_found", "User from sub claim in JWT does not exist");
  const now = context.clock.now();
  const session = await findSession(context.db, verified.sessionId);
  if (session?.user_id !== user.id || session.ends_at <= now) {
    return failAuth(403, "session_not_found", "Session from session_id claim in JWT does not exist");
  }
  if (isBannedFromSignIn(user, now)) return failAuth(403, "user_banned", "User is banned");
  return { user, session };
}

async function rejectToken(context: AuthContext, token: string): Promise<never> {
  if (await verifyServiceToken(context, token)) return failAuth(403, "bad_jwt", "invalid claim: missing sub claim");
  return failAuth(403, "bad_jwt", "invalid JWT: unable to parse or verify signature, or the token has expired");
}

const adminRoles = new Set(["service_role", "supabase_admin"]);

/**
 * Lets trusted services pass: a token signed by a configured verification key, with an admin role.
 *
 * @throws no_authorization, bad_jwt, not_admin
 */
export async function requireService(context: AuthContext): Promise<void> {
  const token = requireBearerToken(context);
  const role = await verifyServiceToken(context, token);
  if (role !== null && adminRoles.has(role)) return;
  if (role !== null || (await verifyAccessToken(context, token))) return failAuth(403, "not_admin", "User not allowed");
  return failAuth(403, "bad_jwt", "invalid JWT: unable to parse or verify signature, or the token has expired");
}
