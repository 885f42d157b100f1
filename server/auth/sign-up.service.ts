import { randomUUID } from "node:crypto";
import { createAccount, deleteUser, findUser, type UserRow } from "#server/accounts/accounts.service.ts";
import { checkNewPassword, hashPassword } from "#server/accounts/passwords.service.ts";
import { presentUser, type UserObject } from "#server/accounts/user-objects.service.ts";
import { audit } from "#server/audit/audit.service.ts";
import type { AuthCall } from "#server/http/serve-auth.ts";
import { AuthError, refuse } from "#server/lib/auth-error.ts";
import { openSession, type SessionReply } from "#server/sessions/sessions.service.ts";
import { type Journey, readEmail, readPhone } from "./auth-inputs.service.ts";
import { checkSms } from "./letters.service.ts";
import { spendMail, spendRequest, spendSms } from "./limits.service.ts";
import { readChannel, sendMailCode, sendSmsCode } from "./send-codes.service.ts";

export interface SignUp {
  email?: string | undefined;
  phone?: string | undefined;
  password?: string | undefined;
  data: Record<string, unknown>;
  channel: string;
}

/**
 * Makes an account: with a session where addresses are confirmed by themselves, else with a code on its way. In the second
 * case nobody can tell whether the address had an account.
 *
 * @throws signup_disabled, validation_failed, weak_password, user_already_exists, email_provider_disabled,
 *   phone_provider_disabled, anonymous_provider_disabled, sms_send_failed, over_request_rate_limit,
 *   over_sms_send_rate_limit, over_email_send_rate_limit, service_busy
 */
export async function signUp(call: AuthCall, journey: Journey, given: SignUp): Promise<SessionReply | UserObject> {
  const { auth } = call.config;
  await spendRequest(call, "sendPerAddress", call.ip);
  if (!auth.isSignupOn) refuse(422, "signup_disabled", "Signups not allowed for this instance");
  if (given.email && given.phone) {
    refuse(400, "validation_failed", "Only an email address or phone number should be provided on signup.");
  }
  if (!given.email && !given.phone) return signUpAnonymously(call, given);
  if (!given.password) return refuse(400, "validation_failed", "Signup requires a valid password");
  return given.email
    ? signUpByEmail(call, journey, { ...given, password: given.password, email: readEmail(given.email) })
    : signUpByPhone(call, { ...given, password: given.password, phone: readPhone(given.phone ?? "") });
}

async function signUpAnonymously(call: AuthCall, given: SignUp): Promise<SessionReply> {
  if (!call.config.auth.isAnonymousOn) {
    refuse(422, "anonymous_provider_disabled", "Anonymous sign-ins are disabled");
  }
  await spendRequest(call, "anonymousPerAddress", call.ip);
  return openAccount(call, { userMetadata: given.data, isAnonymous: true }, "anonymous");
}

async function signUpByEmail(
  call: AuthCall,
  journey: Journey,
  { email, password, data }: { email: string; password: string; data: Record<string, unknown> },
): Promise<SessionReply | UserObject> {
  const { auth } = call.config;
  if (!auth.isEmailOn) refuse(400, "email_provider_disabled", "Email signups are disabled");
  await checkNewPassword(call, password, { email, username: nameOf(data) });
  const account = { email, userMetadata: data, passwordHash: await hashPassword(call, password) };
  if (auth.isMailAutoconfirmed) return openAccount(call, { ...account, isEmailConfirmed: true }, "password");

  const mayMail = await spendMail(call, "signup", email).then(
    () => true,
    (error: unknown) => {
      if (error instanceof AuthError) return false;
      throw error;
    },
  );
  const known = await findUser(call.db, { email });
  if (known?.email_confirmed_at) return inventUser(call, { email, data });
  if (!known && !mayMail) refuse(429, "over_email_send_rate_limit", "email rate limit exceeded");
  const user = known ?? (await makeAccount(call, account)) ?? (await findUser(call.db, { email }));
  if (!user) return inventUser(call, { email, data });
  if (mayMail) await sendMailCode(call, journey, { purpose: "confirmation", email, user });
  return presentUnconfirmed(call, user);
}

async function signUpByPhone(
  call: AuthCall,
  { phone, password, data, channel }: { phone: string; password: string } & Pick<SignUp, "data" | "channel">,
): Promise<SessionReply | UserObject> {
  const { auth } = call.config;
  if (!auth.isPhoneOn) refuse(400, "phone_provider_disabled", "Phone signups are disabled");
  await checkNewPassword(call, password, { username: nameOf(data) });
  const sentBy = readChannel(channel);
  if (!auth.isSmsAutoconfirmed) checkSms(call, phone, sentBy);
  const account = { phone, userMetadata: data, passwordHash: await hashPassword(call, password) };
  if (auth.isSmsAutoconfirmed) return openAccount(call, { ...account, isPhoneConfirmed: true }, "password");

  await spendSms(call, phone);
  const known = await findUser(call.db, { phone });
  if (known?.phone_confirmed_at) return inventUser(call, { phone, data });
  const made = known ? null : await makeAccount(call, account);
  const user = known ?? made;
  if (!user) return inventUser(call, { phone, data });
  try {
    await sendSmsCode(call, { purpose: "sms", phone, userId: user.id, channel: sentBy });
  } catch (error) {
    // Nobody could ever confirm it, and the number must stay free for another try.
    if (made) await deleteUser(call.db, made.id);
    throw error;
  }
  return presentUnconfirmed(call, user);
}

const nameOf = (data: Record<string, unknown>) => (typeof data["username"] === "string" ? data["username"] : null);

type Account = Omit<Parameters<typeof createAccount>[1], "now">;

async function makeAccount(call: AuthCall, account: Account): Promise<UserRow | null> {
  return call.db.transaction().execute(async (tx) => {
    const user = await createAccount(tx, { ...account, now: call.clock.now() });
    if (user) await audit(call, "account_created", user.id, { tx });
    return user;
  });
}

async function openAccount(call: AuthCall, account: Account, method: string): Promise<SessionReply> {
  return call.db.transaction().execute(async (tx) => {
    const user = await createAccount(tx, { ...account, now: call.clock.now() });
    if (!user) return refuse(422, "user_already_exists", "User already registered");
    await audit(call, "account_created", user.id, { tx });
    return openSession(call, tx, user, { method, origin: call });
  });
}

/** What an account waiting for its confirmation shows: the same as an invented one. */
async function presentUnconfirmed(call: AuthCall, user: UserRow): Promise<UserObject> {
  const fresh = (await findUser(call.db, { id: user.id })) ?? user;
  const sentAt = call.clock.now().toISOString();
  return { ...(await presentUser(call.db, fresh)), confirmation_sent_at: sentAt, identities: [], role: "" };
}

/** An answer like `presentUnconfirmed` for an address that has an account already. */
function inventUser(
  call: AuthCall,
  given: { email?: string; phone?: string; data: Record<string, unknown> },
): UserObject {
  const now = call.clock.now().toISOString();
  const provider = given.email === undefined ? "phone" : "email";
  return {
    id: randomUUID(),
    aud: "authenticated",
    role: "",
    email: given.email ?? "",
    phone: given.phone ?? "",
    confirmation_sent_at: now,
    app_metadata: { provider, providers: [provider] },
    user_metadata: given.data,
    identities: [],
    created_at: now,
    updated_at: now,
    is_anonymous: false,
  };
}
