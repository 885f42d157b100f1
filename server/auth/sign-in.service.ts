import { findUser, lockUser, type UserRow } from "#server/accounts/accounts.service.ts";
import { findWeakness, isPassword } from "#server/accounts/passwords.service.ts";
import { audit } from "#server/audit/audit.service.ts";
import { type ProviderTokens, redeemAuthCode } from "#server/flows/flows.service.ts";
import type { AuthCall } from "#server/http/serve-auth.ts";
import { AuthError, refuse, type WeakPasswordReason } from "#server/lib/auth-error.ts";
import { openSession, refreshSession, type SessionReply } from "#server/sessions/sessions.service.ts";
import { readRefreshToken } from "#server/sessions/refresh-tokens.service.ts";
import { readEmail, readPhone } from "./auth-inputs.service.ts";
import { beginPasswordTry, spendRefresh } from "./limits.service.ts";

/** A session whose password no longer meets the rules carries the reasons. */
type PasswordReply = SessionReply & { weak_password?: { message: string; reasons: WeakPasswordReason[] } };

/**
 * Signs in by password. Whether an address is confirmed is told only to who knows the password.
 *
 * @throws invalid_credentials, email_not_confirmed, phone_not_confirmed, user_banned, validation_failed, service_busy,
 *   over_request_rate_limit, email_provider_disabled, phone_provider_disabled
 */
export async function signInWithPassword(
  call: AuthCall,
  given: { email?: string | undefined; phone?: string | undefined; password: string },
): Promise<PasswordReply> {
  const account = readAccount(call, given);
  const attempt = await beginPasswordTry(call, Object.values(account).join(""), call.ip);
  const user = await findUser(call.db, account);
  const isRight = await isPassword(call, given.password, user?.password_hash ?? null).catch(async (error: unknown) => {
    // A try that nobody looked at is no wrong one.
    await attempt.succeeded();
    throw error;
  });
  if (!isRight || !user) {
    await audit(call, "sign_in_failed", user?.id ?? null, { details: { method: "password" } });
    // Answered like a try that was not let through, so that a guesser past the limit learns nothing.
    if (attempt.isProbation) refuse(429, "over_request_rate_limit", "Request rate limit reached");
    return refuse(400, "invalid_credentials", "Invalid login credentials");
  }
  await attempt.succeeded();
  await refuseUnready(call, user, "email" in account ? "email" : "phone");
  const session = await call.db.transaction().execute(async (tx) => {
    // Changed while the old one was looked at: it opens no session that the change would not end.
    if ((await lockUser(tx, user.id))?.password_hash !== user.password_hash) {
      refuse(400, "invalid_credentials", "Invalid login credentials");
    }
    await audit(call, "sign_in", user.id, { details: { method: "password" }, tx });
    return openSession(call, tx, user, { method: "password", origin: call });
  });
  const reason = await findWeakness(call, given.password, { email: user.email });
  if (!reason) return session;
  return { ...session, weak_password: { message: "Please choose a stronger password.", reasons: [reason.reason] } };
}

function readAccount(
  call: AuthCall,
  { email, phone }: { email?: string | undefined; phone?: string | undefined },
): { email: string } | { phone: string } {
  if (email) {
    if (!call.config.auth.isEmailOn) refuse(400, "email_provider_disabled", "Email logins are disabled");
    return { email: readEmail(email) };
  }
  if (phone) {
    if (!call.config.auth.isPhoneOn) refuse(400, "phone_provider_disabled", "Phone logins are disabled");
    return { phone: readPhone(phone) };
  }
  return refuse(400, "validation_failed", "missing email or phone");
}

async function refuseUnready(call: AuthCall, user: UserRow, by: "email" | "phone"): Promise<void> {
  const refusal = whyUnready(call, user, by);
  if (!refusal) return;
  await audit(call, "sign_in_failed", user.id, { details: { method: "password", code: refusal.code } });
  throw refusal;
}

function whyUnready(call: AuthCall, user: UserRow, by: "email" | "phone"): AuthError | undefined {
  if (user.banned_until && user.banned_until > call.clock.now()) {
    return new AuthError(400, "user_banned", "User is banned");
  }
  if (by === "email" && !user.email_confirmed_at)
    return new AuthError(400, "email_not_confirmed", "Email not confirmed");
  if (by === "phone" && !user.phone_confirmed_at)
    return new AuthError(400, "phone_not_confirmed", "Phone not confirmed");
  return undefined;
}

/**
 * New tokens for a refresh token; an old one that ends the session is written down.
 *
 * @throws as `refreshSession`, and service_busy
 */
export async function signInWithRefreshToken(call: AuthCall, text: string): Promise<SessionReply> {
  const token = readRefreshToken(text);
  if (typeof token === "object") await spendRefresh(call, token.sessionId);
  try {
    return await refreshSession(call, text, call);
  } catch (error) {
    if (error instanceof AuthError && error.code === "refresh_token_already_used") {
      const details = typeof token === "object" ? { session: token.sessionId } : {};
      await audit(call, "refresh_token_reused", null, { details });
    }
    throw error;
  }
}

/**
 * Ends a journey that came back with a code: the session, and what the provider gave for the client.
 *
 * @throws validation_failed, flow_state_not_found, flow_state_expired, bad_code_verifier, user_banned
 */
export async function signInWithAuthCode(
  call: AuthCall,
  given: { auth_code: string; code_verifier: string },
): Promise<SessionReply & ProviderTokens> {
  if (!given.auth_code || !given.code_verifier) {
    refuse(400, "validation_failed", "invalid request: both auth code and code verifier should be non-empty");
  }
  return call.db.transaction().execute(async (tx) => {
    const redeemed = await redeemAuthCode(call, tx, { authCode: given.auth_code, verifier: given.code_verifier });
    const user =
      (await findUser(tx, { id: redeemed.userId })) ??
      refuse(404, "flow_state_not_found", "invalid flow state, no valid flow state found");
    if (user.banned_until && user.banned_until > call.clock.now()) refuse(400, "user_banned", "User is banned");
    await audit(call, "sign_in", user.id, { details: { method: redeemed.method }, tx });
    const session = await openSession(call, tx, user, { method: redeemed.method, origin: call });
    return { ...session, ...redeemed.tokens };
  });
}
