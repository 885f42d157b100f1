import { transact, type Tx } from "#server/db/db.ts";
import { randomInt, randomUUID } from "node:crypto";
import { isDeepStrictEqual } from "node:util";
import { createAccount, deleteUser, findUser, type UserRow } from "#server/auth/accounts/accounts.service.ts";
import { checkNewPassword, hashPassword, isPassword } from "#server/auth/accounts/passwords.service.ts";
import type { UserObject } from "#server/auth/accounts/user-objects.service.ts";
import { findCode, isAwaited } from "#server/auth/codes/codes.service.ts";
import { audit } from "#server/auth/audit/audit.service.ts";
import { type AuthContext, AuthReply, requireUnanswered } from "#server/auth/http/auth-http.ts";
import { getSettings } from "#server/settings/settings.service.ts";
import { failAuth } from "#server/auth/http/auth-error.ts";
import {
  findSignUpOf,
  identifyBrowser,
  type PendingSignUp,
  storeSignUp,
} from "#server/auth/proofs/pending-sign-ups.service.ts";
import { openSession, type SessionReply } from "#server/auth/sessions/sessions.service.ts";
import { type FlowRequest, readEmail, readPhone } from "#server/auth/http/auth-inputs.ts";
import { checkSms, runInBackground } from "#server/auth/mails/auth-mails.service.ts";
import { spendRequest } from "#server/auth/http/request-limits.service.ts";
import { spendMail, spendSms } from "#server/auth/limits/sends.service.ts";
import {
  issueMailCode,
  mailExisting,
  mailIssued,
  readChannel,
  sendSmsCode,
  storeIdleSignUp,
} from "#server/auth/codes/send-codes.service.ts";

export interface SignUp {
  email?: string | undefined;
  phone?: string | undefined;
  password?: string | undefined;
  data: Record<string, unknown>;
  channel: string;
}

/**
 * Creates an account: with a session if addresses are confirmed automatically, else with a code to confirm. In the second
 * case the response does not reveal whether the address had an account.
 *
 * @throws signup_disabled, validation_failed, weak_password, user_already_exists, email_provider_disabled,
 *   phone_provider_disabled, anonymous_provider_disabled, sms_send_failed, over_request_rate_limit,
 *   over_sms_send_rate_limit, over_email_send_rate_limit, phone_locked, service_busy
 */
export async function signUp(
  context: AuthContext,
  flow: FlowRequest,
  given: SignUp,
): Promise<SessionReply | UserObject | AuthReply> {
  const { auth } = context.config;
  await spendRequest(context, "sendPerAddress");
  if (!auth.isSignupOn) failAuth(422, "signup_disabled", "Signups not allowed for this instance");
  if (given.email && given.phone) {
    failAuth(400, "validation_failed", "Only an email address or phone number should be provided on signup.");
  }
  if (!given.email && !given.phone) return signUpAnonymously(context, given);
  if (!given.password) return failAuth(400, "validation_failed", "Signup requires a valid password");
  return given.email
    ? signUpByEmail(context, flow, { ...given, password: given.password, email: readEmail(given.email) })
    : signUpByPhone(context, { ...given, password: given.password, phone: readPhone(given.phone ?? "") });
}

async function signUpAnonymously(context: AuthContext, given: SignUp): Promise<SessionReply> {
  if (!context.config.auth.isAnonymousOn) {
    failAuth(422, "anonymous_provider_disabled", "Anonymous sign-ins are disabled");
  }
  await spendRequest(context, "anonymousPerAddress");
  return openAccount(context, { userMetadata: given.data, isAnonymous: true }, "anonymous");
}

async function signUpByEmail(
  context: AuthContext,
  flow: FlowRequest,
  { email, password, data }: { email: string; password: string; data: Record<string, unknown> },
): Promise<SessionReply | AuthReply> {
  const { auth } = context.config;
  if (!auth.isEmailOn) failAuth(400, "email_provider_disabled", "Email signups are disabled");
  await checkNewPassword(context, password, { email, username: nameOf(data) });
  const passwordHash = await hashPassword(context, password);
  if (!(await getSettings(context)).emailVerification) {
    const account = { email, userMetadata: data, passwordHash, isEmailConfirmed: true, isUnproven: true };
    return openAccount(context, account, "password");
  }
  const browser = identifyBrowser(context);
  const earlier = await findSignUpOf(context, context.db, email);
  const isDue = await spendMail(context, "signup", email, { isSoonRefused: false });
  const isAgain = await isSubmittedAgain(context, earlier, { password, userData: data });
  // A different sign-up for the same address is never treated as a repetition: its confirmation is mailed at once.
  if (!isDue && !isAgain) await spendMail(context, "signup", email, { isResend: false });
  const { user } = await findOrMake(context, { email, userMetadata: {}, isPending: true }, { email });
  const isOpen = user.email_confirmed_at === null;
  if (isDue || !isAgain) {
    const confirmation = { purpose: "confirmation", email, user, isSignUp: true } as const;
    const signUp = { user_id: user.id, browser_hash: browser.hash, password_hash: passwordHash, user_data: data };
    const issued = await transact(context.db, async (tx) => {
      await storeSignUp(tx, { ...signUp, created_at: context.clock.now() }, isAgain ? earlier : undefined);
      if (isOpen) return issueMailCode(context, tx, flow, confirmation);
      await storeIdleSignUp(context, tx, flow, confirmation);
      return null;
    });
    runInBackground(context, "sending a confirmation", () =>
      issued ? mailIssued(context, flow, { ...confirmation, ...issued }) : mailExisting(context, email),
    );
  }
  const shown = presentPending(context, { id: isOpen ? user.id : fakeUserId(context, email), email, data });
  return new AuthReply(200, { "set-cookie": browser.cookie }, shown);
}

/** Whether the outstanding sign-up has the same data; takes as long if there is none. */
async function isSubmittedAgain(
  context: AuthContext,
  pending: (Pick<PendingSignUp, "user_data"> & { password_hash: string | null }) | undefined,
  given: { password: string; userData: Record<string, unknown> },
): Promise<boolean> {
  const isSame = await isPassword(context, given.password, pending?.password_hash ?? null);
  return isSame && isDeepStrictEqual(pending?.user_data, given.userData);
}

async function signUpByPhone(
  context: AuthContext,
  { phone, password, data, channel }: { phone: string; password: string } & Pick<SignUp, "data" | "channel">,
): Promise<SessionReply | UserObject> {
  const { auth } = context.config;
  if (!auth.isPhoneOn) failAuth(400, "phone_provider_disabled", "Phone signups are disabled");
  await checkNewPassword(context, password, { username: nameOf(data) });
  const sentBy = readChannel(channel);
  if (!auth.isSmsAutoconfirmed) checkSms(context, phone, sentBy);
  const passwordHash = await hashPassword(context, password);
  if (auth.isSmsAutoconfirmed) {
    const account = { phone, userMetadata: data, passwordHash, isPhoneConfirmed: true, isUnproven: true };
    return openAccount(context, account, "password");
  }
  await spendSms(context, phone);
  const { user, isMade } = await findOrMake(context, { phone, userMetadata: {}, isPending: true }, { phone });
  const isOpen = user.phone_confirmed_at === null;
  const pending = await findCode(context.db, "sms", phone);
  // Who waits for an earlier code may enter the next one, which must not confirm what somebody else submitted.
  const isAgain = await isSubmittedAgain(context, pending, { password, userData: data });
  const submitted = pending && isAwaited(context, pending) && !isAgain ? {} : { userData: data, passwordHash };
  try {
    // The owner of a confirmed number gets a code too: with it they sign in to the account that they have.
    await sendSmsCode(context, {
      purpose: "sms",
      phone,
      userId: user.id,
      channel: sentBy,
      ...submitted,
      isConfirmed: !isOpen,
    });
  } catch (error) {
    // Nobody could ever confirm it, and the number must stay free for another try.
    if (isMade) await deleteUser(context.db, user.id);
    throw error;
  }
  return presentPending(context, { id: isOpen ? user.id : fakeUserId(context, phone), phone, data });
}

const nameOf = (data: Record<string, unknown>) => (typeof data["username"] === "string" ? data["username"] : null);

type Account = Omit<Parameters<typeof createAccount>[1], "now">;

async function makeAccount(context: AuthContext, account: Account): Promise<UserRow | null> {
  return transact(context.db, async (tx) => {
    const user = await createAccount(tx, { ...account, now: context.clock.now() });
    if (user) await audit(context, "account_created", user.id, { tx });
    return user;
  });
}

/** The account of this address, created if there was none; takes as long either way. */
async function findOrMake(
  context: AuthContext,
  account: Account,
  address: { email: string } | { phone: string },
): Promise<{ user: UserRow; isMade: boolean }> {
  const known = await findUser(context.db, address);
  if (known) await simulateSignUp(context, account);
  const made = known ? null : await makeAccount(context, account);
  const user = known ?? made ?? (await findUser(context.db, address));
  if (!user) return failAuth(409, "conflict", "Another request changed the same thing, please try again");
  return { user, isMade: made !== null };
}

async function openAccount(context: AuthContext, account: Account, method: string): Promise<SessionReply> {
  return transact(context.db, async (tx) => {
    const user = await createAccount(tx, { ...account, now: context.clock.now() });
    if (!user) return failAuth(422, "user_already_exists", "User already registered");
    await audit(context, "account_created", user.id, { tx });
    const session = await openSession(context, tx, user, { method, origin: context });
    requireUnanswered(context);
    return session;
  });
}

/** Does the same work and rolls back, so response time does not reveal whether the address exists. */
async function simulateSignUp(context: AuthContext, account: Account): Promise<void> {
  const isByMail = account.email !== undefined;
  const nobody = isByMail ? { email: `${randomUUID()}@simulated.invalid` } : { phone: fakePhone() };
  await simulate(context, async (tx) => {
    const user = await createAccount(tx, { ...account, ...nobody, now: context.clock.now() });
    if (user) await audit(context, "account_created", user.id, { tx });
  });
}

/** Does the same work and rolls back, so that the response time does not reveal whether the address exists. */
async function simulate(context: AuthContext, work: (tx: Tx) => Promise<unknown>): Promise<null> {
  const thrownAway = new Error("a simulation");
  const simulating = transact(context.db, async (tx) => {
    await work(tx);
    throw thrownAway;
  });
  return simulating.catch((error: unknown) => {
    if (error !== thrownAway) throw error;
    return null;
  });
}

/** Unassigned digits. */
const fakePhone = () => `999${String(randomInt(1e11)).padStart(11, "0")}`;

/** The same each time for an address, like the id of an unconfirmed account. */
function fakeUserId(context: AuthContext, address: string): string {
  const hex = context.secrets.digest(`invented user ${address}`).toString("hex");
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-4${hex.slice(13, 16)}-a${hex.slice(17, 20)}-${hex.slice(20, 32)}`;
}

/** The response to an unconfirmed sign-up: the same for new and known addresses, derived only from the request. */
function presentPending(
  context: AuthContext,
  given: { id: string; email?: string; phone?: string; data: Record<string, unknown> },
): UserObject {
  const now = context.clock.now().toISOString();
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
