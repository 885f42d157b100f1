import { listFactors } from "#server/auth/accounts/accounts.service.ts";
import { isPassword } from "#server/auth/accounts/passwords.service.ts";
import { audit } from "#server/auth/audit/audit.service.ts";
import { failAuth } from "#server/auth/http/auth-error.ts";
import type { AuthContext } from "#server/auth/http/auth-http.ts";
import { checkPasswordAttempt } from "#server/auth/limits/password-attempts.service.ts";
import type { AuthenticatedUser } from "#server/auth/sessions/authenticate.service.ts";
import { upsertMethod } from "#server/auth/sessions/sessions.service.ts";

/**
 * Notes that the session's member knows the password just now, as a new sign-in would, but in the same session. Where the
 * account has a second step, only that counts. Writes `auth.session_methods`; `auth.audit` for a wrong password.
 *
 * @throws insufficient_aal, invalid_credentials, over_request_rate_limit, service_busy
 */
export async function confirmPassword(
  context: AuthContext,
  { user, session }: AuthenticatedUser,
  password: string,
): Promise<Record<never, never>> {
  const factors = await listFactors(context.db, user.id);
  if (factors.some(({ status }) => status === "verified")) {
    failAuth(403, "insufficient_aal", "The second step is required to confirm this account");
  }
  const account = { name: user.email ?? user.phone ?? user.id, userId: user.id };
  const { isRight } = await checkPasswordAttempt(context, account, () =>
    isPassword(context, password, user.password_hash),
  );
  if (!isRight) {
    await audit(context, "sign_in_failed", user.id, { details: { method: "current_password" } });
    failAuth(400, "invalid_credentials", "Invalid login credentials");
  }
  await upsertMethod(context.db, session.id, "password", context.clock.now());
  return {};
}
