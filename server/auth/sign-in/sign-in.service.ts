import { isBannedFromSignIn, findUser, lockUser, type UserRow } from "#server/auth/accounts/accounts.service.ts";
import { transact } from "#server/db/db.ts";
import { findWeakness, isPassword } from "#server/auth/accounts/passwords.service.ts";
import { audit } from "#server/auth/audit/audit.service.ts";
import { deleteCodeOfFlow, findCode } from "#server/auth/codes/codes.service.ts";
import { type ProviderTokens, redeemAuthCode } from "#server/auth/flows/flows.service.ts";
import { type AuthContext, requireUnanswered } from "#server/auth/http/auth-http.ts";
import { findSignUpOf } from "#server/auth/proofs/pending-sign-ups.service.ts";
import { AuthError, failAuth, type WeakPasswordReason } from "#server/auth/http/auth-error.ts";
import { openOrContinueSession } from "#server/auth/sessions/continued-sessions.service.ts";
import { openSession, refreshSession, type SessionReply } from "#server/auth/sessions/sessions.service.ts";
import { readRefreshToken } from "#server/auth/sessions/refresh-tokens.ts";
import { readEmail, readPhone } from "#server/auth/http/auth-inputs.ts";
import { checkPasswordAttempt } from "#server/auth/limits/password-attempts.service.ts";
import { spendRefresh, spendRequest } from "#server/auth/http/request-limits.service.ts";

/** A session whose password no longer meets the rules carries the reasons. */
type PasswordReply = SessionReply & { weak_password?: { message: string; reasons: WeakPasswordReason[] } };

/** The fields of all grants; each reads its own. */
interface Grant {
  email?: string | undefined;
  phone?: string | undefined;
  password: string;
  refresh_token: string;
  auth_code: string;
  code_verifier: string;
}

/**
 * Opens or refreshes a session by the grant `password`, `refresh_token` or `pkce`.
 *
 * @throws as the grant; validation_failed, web3_provider_disabled, invalid_credentials for any other
 */
export async function signIn(context: AuthContext, grantType: string, given: Grant): Promise<object> {
  switch (grantType) {
    case "password":
      return signInWithPassword(context, given);
    case "refresh_token":
      return signInWithRefreshToken(context, given.refresh_token);
    case "pkce":
      await spendRequest(context, "changesPerAddress");
      return signInWithAuthCode(context, given).catch((error: unknown) => noteFailedExchange(context, error));
    case "id_token":
      return failAuth(400, "validation_failed", "Provider (issuer) of this ID token is not enabled");
    case "web3":
      return failAuth(422, "web3_provider_disabled", "Web3 provider is disabled");
    default:
      return failAuth(400, "invalid_credentials", "unsupported_grant_type");
  }
}

/**
 * Signs in by password. Whether an address is confirmed is revealed only with the right password.
 *
 * @throws invalid_credentials, email_not_confirmed, phone_not_confirmed, user_banned, validation_failed, service_busy,
 *   over_request_rate_limit, email_provider_disabled, phone_provider_disabled, request_timeout
 */
async function signInWithPassword(
  context: AuthContext,
  given: { email?: string | undefined; phone?: string | undefined; password: string },
): Promise<PasswordReply> {
  const account = readAccount(context, given);
  const user = await findUser(context.db, account);
  const hashes = await findPasswordHashes(context, account, user);
  const name = Object.values(account).join("");
  let isOfSignUp = false;
  const { isRight, probationSeconds } = await checkPasswordAttempt(
    context,
    { name, userId: user?.id ?? null },
    async () => {
      if (await isPassword(context, given.password, hashes.own)) return true;
      if (!hashes.isSignUpPending) return false;
      isOfSignUp = await isPassword(context, given.password, hashes.ofSignUp);
      return isOfSignUp;
    },
  );
  if (!isRight || !user) {
    await audit(context, "sign_in_failed", user?.id ?? null, { details: { method: "password" } });
    // The same response as for a rejected attempt, so that guessing past the limit reveals nothing.
    if (probationSeconds !== null) {
      failAuth(429, "over_request_rate_limit", "Request rate limit reached", { retryAfterSeconds: probationSeconds });
    }
    return failAuth(400, "invalid_credentials", "Invalid login credentials");
  }
  const by = "email" in account ? "email" : "phone";
  await refuseUnready(context, user, isOfSignUp ? notConfirmed(by) : whyUnready(context, user, by));
  // May ask another service, so it comes first: once the session is open nothing may take long.
  const reason = await findWeakness(context, given.password, { email: user.email });
  const session = await transact(context.db, async (tx) => {
    // The password changed during the check: do not open a session that the change would have ended.
    if ((await lockUser(tx, user.id))?.password_hash !== user.password_hash) {
      failAuth(400, "invalid_credentials", "Invalid login credentials");
    }
    await audit(context, "sign_in", user.id, { details: { method: "password" }, tx });
    const opened = await openSession(context, tx, user, { method: "password", origin: context });
    requireUnanswered(context);
    return opened;
  });
  if (!reason) return session;
  return { ...session, weak_password: { message: "Please choose a stronger password.", reasons: [reason.reason] } };
}

/**
 * Of the account or, while it is unconfirmed, of the sign-up that waits for its confirmation; and of such a sign-up for
 * a confirmed account, which gets the same answer. While a sign-up is pending, both are checked, whatever there is.
 */
async function findPasswordHashes(
  context: AuthContext,
  account: { email: string } | { phone: string },
  user: UserRow | undefined,
): Promise<{ own: string | null; ofSignUp: string | null; isSignUpPending: boolean }> {
  const [purpose, recipient] =
    "email" in account ? (["confirmation", account.email] as const) : (["sms", account.phone] as const);
  const pending =
    ("email" in account ? await findSignUpOf(context, context.db, account.email) : undefined) ??
    (await findCode(context.db, purpose, recipient));
  const isOpen =
    user !== undefined && ("email" in account ? user.email_confirmed_at : user.phone_confirmed_at) !== null;
  const pendingHash = pending?.password_hash ?? null;
  const isSignUpPending = pendingHash !== null;
  return isOpen
    ? { own: user.password_hash, ofSignUp: pendingHash, isSignUpPending }
    : { own: pendingHash, ofSignUp: null, isSignUpPending };
}

function readAccount(
  context: AuthContext,
  { email, phone }: { email?: string | undefined; phone?: string | undefined },
): { email: string } | { phone: string } {
  if (email) {
    if (!context.config.auth.isEmailOn) failAuth(400, "email_provider_disabled", "Email logins are disabled");
    return { email: readEmail(email) };
  }
  if (phone) {
    if (!context.config.auth.isPhoneOn) failAuth(400, "phone_provider_disabled", "Phone logins are disabled");
    return { phone: readPhone(phone) };
  }
  return failAuth(400, "validation_failed", "missing email or phone");
}

async function refuseUnready(context: AuthContext, user: UserRow, refusal: AuthError | undefined): Promise<void> {
  if (!refusal) return;
  await audit(context, "sign_in_failed", user.id, { details: { method: "password", code: refusal.code } });
  throw refusal;
}

function whyUnready(context: AuthContext, user: UserRow, by: "email" | "phone"): AuthError | undefined {
  if (isBannedFromSignIn(user, context.clock.now())) {
    return new AuthError(400, "user_banned", "User is banned");
  }
  const confirmedAt = by === "email" ? user.email_confirmed_at : user.phone_confirmed_at;
  return confirmedAt ? undefined : notConfirmed(by);
}

const notConfirmed = (by: "email" | "phone") =>
  by === "email"
    ? new AuthError(400, "email_not_confirmed", "Email not confirmed")
    : new AuthError(400, "phone_not_confirmed", "Phone not confirmed");

/**
 * New tokens for a refresh token; an old one that ends the session is written down.
 *
 * @throws as `refreshSession`, and service_busy
 */
async function signInWithRefreshToken(context: AuthContext, text: string): Promise<SessionReply> {
  const token = readRefreshToken(text);
  if (typeof token === "object") await spendRefresh(context, token.sessionId);
  try {
    return await refreshSession(context, text, context);
  } catch (error) {
    if (error instanceof AuthError && error.code === "refresh_token_already_used") {
      const details = typeof token === "object" ? { session: token.sessionId } : {};
      await audit(context, "refresh_token_reused", null, { details });
    }
    throw error;
  }
}

/** Writes `auth.audit`, and throws what was thrown. */
async function noteFailedExchange(context: AuthContext, error: unknown): Promise<never> {
  if (error instanceof AuthError) {
    await audit(context, "sign_in_failed", null, { details: { method: "pkce", code: error.code } });
  }
  throw error;
}

/**
 * Completes a flow with its code: returns the session and the provider's tokens for the client.
 *
 * @throws validation_failed, flow_state_not_found, flow_state_expired, bad_code_verifier, user_banned, session_not_found,
 *   request_timeout
 */
async function signInWithAuthCode(
  context: AuthContext,
  given: { auth_code: string; code_verifier: string },
): Promise<SessionReply & ProviderTokens> {
  if (!given.auth_code || !given.code_verifier) {
    failAuth(400, "validation_failed", "invalid request: both auth code and code verifier should be non-empty");
  }
  return transact(context.db, async (tx) => {
    const redeemed = await redeemAuthCode(context, tx, { authCode: given.auth_code, verifier: given.code_verifier });
    await deleteCodeOfFlow(tx, redeemed);
    const user =
      (await findUser(tx, { id: redeemed.userId })) ??
      failAuth(404, "flow_state_not_found", "invalid flow state, no valid flow state found");
    if (isBannedFromSignIn(user, context.clock.now())) failAuth(400, "user_banned", "User is banned");
    const { method, linkingSessionId } = redeemed;
    const session = await openOrContinueSession(context, tx, user, { method, linkingSessionId });
    requireUnanswered(context);
    return { ...session, ...redeemed.tokens };
  });
}
