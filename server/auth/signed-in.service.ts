import { findUser, type UserRow } from "#server/accounts/accounts.service.ts";
import type { AuthCall } from "#server/http/serve-auth.ts";
import { refuse } from "#server/lib/auth-error.ts";
import { verifyAccessToken, verifyServiceToken } from "#server/sessions/access-tokens.service.ts";
import { findSession, type SessionRow } from "#server/sessions/sessions.service.ts";

/** Who is calling, as the database knows them at this moment. */
export interface SignedIn {
  user: UserRow;
  session: SessionRow;
}

/** The bearer token of a call. @throws no_authorization */
function requireBearer(call: AuthCall): string {
  const token = /^bearer ([^\s]+)$/i.exec(call.authorization ?? "")?.[1];
  return token ?? refuse(401, "no_authorization", "This endpoint requires a valid Bearer token");
}

/**
 * The user and the living session behind a call.
 *
 * @throws no_authorization, bad_jwt, user_not_found, session_not_found, user_banned
 */
export async function requireSignedIn(call: AuthCall): Promise<SignedIn> {
  const token = requireBearer(call);
  const verified = (await verifyAccessToken(call, token)) ?? (await refuseToken(call, token));
  const user =
    (await findUser(call.db, { id: verified.userId })) ??
    refuse(403, "user_not_found", "User from sub claim in JWT does not exist");
  const now = call.clock.now();
  const session = await findSession(call.db, verified.sessionId);
  if (session?.user_id !== user.id || session.ends_at <= now) {
    return refuse(403, "session_not_found", "Session from session_id claim in JWT does not exist");
  }
  if (user.banned_until && user.banned_until > now) return refuse(403, "user_banned", "User is banned");
  return { user, session };
}

async function refuseToken(call: AuthCall, token: string): Promise<never> {
  if (await verifyServiceToken(call, token)) return refuse(403, "bad_jwt", "invalid claim: missing sub claim");
  return refuse(403, "bad_jwt", "invalid JWT: unable to parse or verify signature, or the token has expired");
}

const adminRoles = new Set(["service_role", "supabase_admin"]);

/**
 * Lets trusted services pass: a token signed by a configured verification key, with an admin role.
 *
 * @throws no_authorization, bad_jwt, not_admin
 */
export async function requireService(call: AuthCall): Promise<void> {
  const token = requireBearer(call);
  const role = await verifyServiceToken(call, token);
  if (role !== null && adminRoles.has(role)) return;
  if (role !== null || (await verifyAccessToken(call, token))) return refuse(403, "not_admin", "User not allowed");
  return refuse(403, "bad_jwt", "invalid JWT: unable to parse or verify signature, or the token has expired");
}
