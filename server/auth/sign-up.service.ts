import { createAccount } from "#server/accounts/accounts.service.ts";
import { checkNewPassword, hashPassword } from "#server/accounts/passwords.service.ts";
import type { AuthCall } from "#server/http/serve-auth.ts";
import { refuse } from "#server/lib/auth-error.ts";
import { openSession, type SessionReply } from "#server/sessions/sessions.service.ts";
import { readEmail, readPhone } from "./auth-inputs.service.ts";

export interface SignUp {
  email?: string | undefined;
  phone?: string | undefined;
  password?: string | undefined;
  data: Record<string, unknown>;
}

/** Makes an account. */
export async function signUp(call: AuthCall, given: SignUp): Promise<SessionReply> {
  const { isSignupOn } = call.config.auth;
  if (!isSignupOn) refuse(422, "signup_disabled", "Signups not allowed for this instance");
  const password = given.password ?? refuse(400, "validation_failed", "Signup requires a valid password");
  const address = given.email ? { email: readEmail(given.email) } : { phone: readPhone(given.phone ?? "") };
  checkNewPassword(call, password);
  const passwordHash = await hashPassword(call, password);
  return call.db.transaction().execute(async (tx) => {
    const user = await createAccount(tx, {
      ...address,
      passwordHash,
      isEmailConfirmed: true,
      isPhoneConfirmed: true,
      userMetadata: given.data,
      now: call.clock.now(),
    });
    if (!user) return refuse(422, "user_already_exists", "User already registered");
    return openSession(call, tx, user, { method: "password", origin: call });
  });
}
