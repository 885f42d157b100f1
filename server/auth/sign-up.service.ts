import { randomInt, randomUUID } from "node:crypto";
import { createAccount, deleteUser, findUser, type UserRow } from "#server/accounts/accounts.service.ts";
import { checkNewPassword, hashPassword } from "#server/accounts/passwords.service.ts";
import type { UserObject } from "#server/accounts/user-objects.service.ts";
import { audit } from "#server/audit/audit.service.ts";
import type { AuthCall } from "#server/http/serve-auth.ts";
import { refuse } from "#server/lib/auth-error.ts";
import { openSession, type SessionReply } from "#server/sessions/sessions.service.ts";
import { type Journey, readEmail, readPhone } from "./auth-inputs.service.ts";
import { checkSms, doLater } from "./letters.service.ts";
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

  const isDue = await spendMail(call, "signup", email, { isSoonRefused: false });
  const { user } = await findOrMake(call, account, { email });
  const isOpen = user.email_confirmed_at === null;
  if (isOpen && isDue) {
    doLater(call, "sending a confirmation", () =>
      sendMailCode(call, journey, { purpose: "confirmation", email, user }),
    );
  }
  return presentPending(call, { id: isOpen ? user.id : inventId(call, email), email, data });
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
  const { user, isMade } = await findOrMake(call, account, { phone });
  try {
    // The owner of a confirmed number gets a code too: with it they sign in to the account that they have.
    await sendSmsCode(call, { purpose: "sms", phone, userId: user.id, channel: sentBy });
  } catch (error) {
    // Nobody could ever confirm it, and the number must stay free for another try.
    if (isMade) await deleteUser(call.db, user.id);
    throw error;
  }
  const isOpen = user.phone_confirmed_at === null;
  return presentPending(call, { id: isOpen ? user.id : inventId(call, phone), phone, data });
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

/** The account of this address, made where there was none; it takes as long either way. */
async function findOrMake(
  call: AuthCall,
  account: Account,
  address: { email: string } | { phone: string },
): Promise<{ user: UserRow; isMade: boolean }> {
  const known = await findUser(call.db, address);
  if (known) await rehearse(call, account);
  const made = known ? null : await makeAccount(call, account);
  const user = known ?? made ?? (await findUser(call.db, address));
  if (!user) return refuse(409, "conflict", "Another request changed the same thing, please try again");
  return { user, isMade: made !== null };
}

async function openAccount(call: AuthCall, account: Account, method: string): Promise<SessionReply> {
  return call.db.transaction().execute(async (tx) => {
    const user = await createAccount(tx, { ...account, now: call.clock.now() });
    if (!user) return refuse(422, "user_already_exists", "User already registered");
    await audit(call, "account_created", user.id, { tx });
    return openSession(call, tx, user, { method, origin: call });
  });
}

/** Does all that making the account takes and throws it away, so that a known address takes as long as a new one. */
async function rehearse(call: AuthCall, account: Account): Promise<void> {
  const thrownAway = new Error("a rehearsal");
  const isByMail = account.email !== undefined;
  const nobody = isByMail ? { email: `${randomUUID()}@rehearsal.invalid` } : { phone: inventPhone() };
  const rehearsing = call.db.transaction().execute(async (tx) => {
    const user = await createAccount(tx, { ...account, ...nobody, now: call.clock.now() });
    if (user) await audit(call, "account_created", user.id, { tx });
    throw thrownAway;
  });
  await rehearsing.catch((error: unknown) => {
    if (error !== thrownAway) throw error;
  });
}

/** Digits that no country has given to anybody. */
const inventPhone = () => `999${String(randomInt(1e11)).padStart(11, "0")}`;

/** The same each time for an address, as the id of an account that waits for its confirmation is. */
function inventId(call: AuthCall, address: string): string {
  const hex = call.secrets.digest(`invented user ${address}`).toString("hex");
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-4${hex.slice(13, 16)}-a${hex.slice(17, 20)}-${hex.slice(20, 32)}`;
}

/** What a sign-up answers that waits for its confirmation: the same for new and known addresses, made of the request alone. */
function presentPending(
  call: AuthCall,
  given: { id: string; email?: string; phone?: string; data: Record<string, unknown> },
): UserObject {
  const now = call.clock.now().toISOString();
  const provider = given.email === undefined ? "phone" : "email";
  return {
    id: given.id,
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
