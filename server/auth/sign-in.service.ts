import { findUser, type UserRow } from "#server/accounts/accounts.service.ts";
import { isPassword } from "#server/accounts/passwords.service.ts";
import type { AuthCall } from "#server/http/serve-auth.ts";
import { refuse } from "#server/lib/auth-error.ts";
import { openSession, type SessionReply } from "#server/sessions/sessions.service.ts";
import { readEmail, readPhone } from "./auth-inputs.service.ts";

/** Tells an unknown account, a missing and a wrong password apart for nobody. */
const wrong = () => refuse(400, "invalid_credentials", "Invalid login credentials");

/**
 * Signs in by password. Whether an address is confirmed is told only to who knows the password.
 *
 * @throws invalid_credentials, email_not_confirmed, phone_not_confirmed, user_banned, validation_failed, service_busy,
 *   over_request_rate_limit, email_provider_disabled, phone_provider_disabled
 */
export async function signInWithPassword(
  call: AuthCall,
  given: { email?: string | undefined; phone?: string | undefined; password: string },
): Promise<SessionReply> {
  const account = readAccount(call, given);
  const user = await findUser(call.db, account);
  if (!(await isPassword(call, given.password, user?.password_hash ?? null)) || !user) return wrong();
  refuseUnready(call, user, "email" in account ? "email" : "phone");
  return call.db.transaction().execute((tx) => openSession(call, tx, user, { method: "password", origin: call }));
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

function refuseUnready(call: AuthCall, user: UserRow, by: "email" | "phone"): void {
  if (user.banned_until && user.banned_until > call.clock.now()) refuse(400, "user_banned", "User is banned");
  if (by === "email" && !user.email_confirmed_at) refuse(400, "email_not_confirmed", "Email not confirmed");
  if (by === "phone" && !user.phone_confirmed_at) refuse(400, "phone_not_confirmed", "Phone not confirmed");
}
