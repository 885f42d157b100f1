import { getSettings } from "#server/settings/settings.service.ts";
import { transact, type Tx } from "#server/db/db.ts";
import { findUser, updateUser, type UserRow } from "#server/auth/accounts/accounts.service.ts";
import { audit, maskPhone } from "#server/auth/audit/audit.service.ts";
import { chooseData, deleteCode, findCode, issueCode } from "./codes.service.ts";
import type { CodePurpose } from "#server/db/schema.ts";
import type { AuthContext } from "#server/auth/http/auth-http.ts";
import { failAuth } from "#server/auth/http/auth-error.ts";
import type { SmsChannel } from "#server/outside/sms.ts";
import { type FlowRequest, readEmail, readPhone } from "#server/auth/http/auth-inputs.ts";
import {
  checkSms,
  runInBackground,
  mailAccountExists,
  mailCode,
  mailReauthenticationCode,
  textCode,
} from "#server/auth/mails/auth-mails.service.ts";
import { requireSecondStep } from "#server/auth/reauthentication/reauthentication.service.ts";
import type { AuthenticatedUser } from "#server/auth/sessions/authenticate.service.ts";
import { lockSession } from "#server/auth/sessions/sessions.service.ts";
import { spendRequest } from "#server/auth/http/request-limits.service.ts";
import { spendMail, spendSent, spendSms } from "#server/auth/limits/sends.service.ts";
import { startLinkFlow } from "#server/auth/flows/link-flows.service.ts";

type MailedPurpose = "confirmation" | "recovery" | "magiclink";

const isConfirmed = (at: Date | null | undefined) => at !== null && at !== undefined;

/** The data submitted at sign-up, which applies when this code is used. */
interface Submitted {
  userData?: Record<string, unknown>;
  passwordHash?: string | null;
}

interface MailCode extends Submitted {
  purpose: MailedPurpose;
  email: string;
  user: UserRow | null;
  /** Confirms what was submitted at sign-up, which waits elsewhere. */
  isSignUp?: boolean;
}

/** Creates a code and its link for this address and mails them. Writes `auth.one_time_codes`, `auth.flows`, `auth.users`. */
async function sendMailCode(context: AuthContext, flow: FlowRequest, given: MailCode): Promise<void> {
  const issued = await transact(context.db, (tx) => issueMailCode(context, tx, flow, given));
  await mailIssued(context, flow, { ...given, ...issued });
}

/** Creates a code and its link, as part of the caller's transaction. Writes `auth.one_time_codes`, `auth.flows`, `auth.users`. */
export async function issueMailCode(
  context: AuthContext,
  tx: Tx,
  flow: FlowRequest,
  { purpose, email, user, userData = {}, passwordHash = null, isSignUp = false }: MailCode,
): Promise<{ code: string; linkToken: string }> {
  const now = context.clock.now();
  const userId = user?.id ?? null;
  const flowId = await startLinkFlow(context, tx, { purpose, ...flow, userId });
  if (user) {
    const sentAt = purpose === "confirmation" ? { confirmation_sent_at: now } : { recovery_sent_at: now };
    await updateUser(tx, user.id, sentAt, now);
  }
  return issueCode(context, tx, { purpose, recipient: email, userId, flowId, userData, passwordHash, isSignUp });
}

/**
 * Stores a sign-up for an address that is confirmed already: the same work as for a new one, which changes nothing for the
 * owner, and the same answers to what follows. Part of the caller's transaction. Writes `auth.one_time_codes`, `auth.flows`.
 */
export async function storeIdleSignUp(
  context: AuthContext,
  tx: Tx,
  flow: FlowRequest,
  { purpose, email, user }: MailCode & { user: UserRow },
): Promise<void> {
  const flowId = await startLinkFlow(context, tx, { purpose, ...flow, userId: user.id });
  await updateUser(tx, user.id, {}, user.updated_at);
  const row = { purpose, recipient: email, userId: user.id, flowId, isSignUp: true };
  await issueCode(context, tx, { ...row, isUnusable: true });
}

/** Mails the issued code, unless the site has reached its limit. */
export async function mailIssued(
  context: AuthContext,
  flow: FlowRequest,
  { purpose, email, user, code, linkToken }: MailCode & { code: string; linkToken: string },
): Promise<void> {
  if (!(await spendSent(context, "mail", { isConfirmed: isConfirmed(user?.email_confirmed_at) }))) return;
  mailCode(context, email, { purpose, redirectTo: flow.redirectTo, code, linkToken });
}

/** Mails that the address has an account, unless the site has reached its limit. */
export async function mailExisting(context: AuthContext, email: string): Promise<void> {
  if (await spendSent(context, "mail", { isConfirmed: true })) mailAccountExists(context, email);
}

/**
 * Texts a new code to this number. If it cannot be sent, nothing is stored.
 *
 * @returns The provider's id of the message.
 * @throws sms_send_failed, session_not_found
 */
export async function sendSmsCode(
  context: AuthContext,
  given: {
    purpose: Extract<CodePurpose, "sms" | "phone_change" | "reauthentication">;
    phone: string;
    userId: string | null;
    channel: SmsChannel;
    /** The number is known to be the account's own. */
    isConfirmed: boolean;
    /** Of the signed-in member who requested it. */
    accountId?: string;
    /** The session that asked for a change: the code ends with it. */
    sessionId?: string | null;
  } & Submitted,
): Promise<string> {
  const { purpose, phone, sessionId = null } = given;
  const isSent = !context.config.auth.codes.test.has(phone);
  if (isSent && !(await spendSent(context, "sms", given))) return "";
  const { code } = await transact(context.db, async (tx) => {
    if (sessionId !== null && !(await lockSession(tx, sessionId))) {
      failAuth(403, "session_not_found", "Session from session_id claim in JWT does not exist");
    }
    return issueCode(context, tx, {
      purpose,
      recipient: phone,
      userId: given.userId,
      userData: given.userData ?? {},
      passwordHash: given.passwordHash ?? null,
      sessionId,
    });
  });
  try {
    const id = await textCode(context, phone, { code, channel: given.channel, purpose });
    await audit(context, "code_sent", given.userId, { details: { purpose, phone: maskPhone(phone) } });
    return id;
  } catch (error) {
    await deleteCode(context.db, { purpose, recipient: phone });
    throw error;
  }
}

export interface OneTimePasswordRequest {
  email?: string | undefined;
  phone?: string | undefined;
  create_user: boolean;
  data: Record<string, unknown>;
  channel: string;
}

/**
 * Sends a sign-in code to an address, known or not: the right code signs in, or creates the account first.
 *
 * @throws validation_failed, otp_disabled, phone_provider_disabled, email_provider_disabled, sms_send_failed,
 *   over_email_send_rate_limit, over_sms_send_rate_limit, over_request_rate_limit, phone_locked
 */
export async function sendOneTimePassword(
  context: AuthContext,
  flow: FlowRequest,
  given: OneTimePasswordRequest,
): Promise<{ message_id?: string }> {
  await spendRequest(context, "sendPerAddress");
  if (given.email && given.phone) {
    failAuth(400, "validation_failed", "Only an email address or phone number should be provided");
  }
  if (given.email) return sendOneTimeMail(context, flow, given, readEmail(given.email));
  if (given.phone) return sendOneTimeSms(context, given, readPhone(given.phone));
  return failAuth(400, "validation_failed", "One of email or phone must be set");
}

async function sendOneTimeMail(
  context: AuthContext,
  flow: FlowRequest,
  given: OneTimePasswordRequest,
  email: string,
): Promise<Record<never, never>> {
  const { auth } = context.config;
  if (!auth.isEmailOn) failAuth(400, "email_provider_disabled", "Email logins are disabled");
  await spendMail(context, "magiclink", email);
  const user = (await findUser(context.db, { email })) ?? null;
  if (!user && !isForAnyone(context, given)) return hideUnknownUser(!(await getSettings(context)).emailVerification);
  runInBackground(context, "sending a one-time code", async () => {
    // What anybody sends along must not become the profile of a sign-up that waits for its confirmation.
    if (user) return sendMailCode(context, flow, { purpose: "magiclink", email, user });
    const userData = await chooseData(context, { purpose: "confirmation", recipient: email, data: given.data });
    return sendMailCode(context, flow, { purpose: "confirmation", email, user, userData });
  });
  return {};
}

async function sendOneTimeSms(
  context: AuthContext,
  given: OneTimePasswordRequest,
  phone: string,
): Promise<{ message_id?: string }> {
  const channel = readChannel(given.channel);
  checkSms(context, phone, channel);
  await spendSms(context, phone);
  const user = await findUser(context.db, { phone });
  const { isSmsAutoconfirmed } = context.config.auth;
  if (!user && !isForAnyone(context, given)) return hideUnknownUser(isSmsAutoconfirmed);
  const sms = {
    purpose: "sms",
    phone,
    userId: user?.id ?? null,
    channel,
    userData: await chooseData(context, { purpose: "sms", recipient: phone, data: given.data }),
    isConfirmed: isConfirmed(user?.phone_confirmed_at),
  } as const;
  if (isForAnyone(context, given) || isSmsAutoconfirmed) {
    const id = await sendSmsCode(context, sms);
    return id ? { message_id: id } : {};
  }
  // Only existing accounts get a message, so neither its id nor a failure may be returned.
  runInBackground(context, "sending a sign-in code", async () => void (await sendSmsCode(context, sms)));
  return {};
}

/** Whether every address gets a code, known or not, because the right code creates the account. */
const isForAnyone = (context: AuthContext, given: OneTimePasswordRequest) =>
  given.create_user && context.config.auth.isSignupOn;

/** An error is returned only if sign-up reveals the same anyway: where new addresses are confirmed automatically. */
function hideUnknownUser(isAutoconfirmed: boolean): Record<never, never> {
  return isAutoconfirmed ? failAuth(422, "otp_disabled", "Signups not allowed for otp") : {};
}

/** The channel of a short message. @throws validation_failed */
export function readChannel(given: string): SmsChannel {
  if (given === "" || given === "sms") return "sms";
  if (given === "whatsapp") return "whatsapp";
  return failAuth(400, "validation_failed", "Invalid channel, supported values are 'sms' or 'whatsapp'.");
}

/**
 * Mails a link and a code with which a new password can be set, if the address has an account.
 *
 * @throws validation_failed, over_email_send_rate_limit, over_request_rate_limit
 */
export async function sendRecovery(
  context: AuthContext,
  flow: FlowRequest,
  given: string,
): Promise<Record<never, never>> {
  await spendRequest(context, "sendPerAddress");
  if (given.trim() === "") failAuth(400, "validation_failed", "Password recovery requires an email");
  const email = readEmail(given);
  await spendMail(context, "recovery", email);
  runInBackground(context, "sending a recovery link", async () => {
    const user = await findUser(context.db, { email });
    if (!user) return;
    await audit(context, "recovery_requested", user.id);
    await sendMailCode(context, flow, { purpose: "recovery", email, user });
  });
  return {};
}

/**
 * Sends an outstanding code again; unknown and already confirmed addresses get the same response, and of them only the
 * confirmed ones a mail, which says that there is an account.
 *
 * @throws validation_failed, phone_provider_disabled, over_email_send_rate_limit, over_sms_send_rate_limit,
 *   over_request_rate_limit, phone_locked
 */
export async function resendCode(
  context: AuthContext,
  flow: FlowRequest,
  given: { type: string; email?: string | undefined; phone?: string | undefined },
): Promise<Record<never, never>> {
  await spendRequest(context, "sendPerAddress");
  const { type } = given;
  if (type === "signup" || type === "email_change") {
    if (given.phone || !given.email) failAuth(400, "validation_failed", "Type provided requires an email address");
    await resendMail(context, flow, type, readEmail(given.email));
    return {};
  }
  if (type === "sms" || type === "phone_change") {
    if (given.email || !given.phone) failAuth(400, "validation_failed", "Type provided requires a phone number");
    return resendSms(context, type, readPhone(given.phone));
  }
  return failAuth(400, "validation_failed", "Missing one of these types: signup, email_change, sms, phone_change");
}

async function resendMail(context: AuthContext, flow: FlowRequest, type: string, email: string): Promise<void> {
  await spendMail(context, type, email);
  if (type === "email_change") return;
  runInBackground(context, "sending a confirmation again", async () => {
    const user = (await findUser(context.db, { email })) ?? null;
    if (user?.email_confirmed_at) return mailExisting(context, email);
    const pending = await findCode(context.db, "confirmation", email);
    if (!user && !pending) return;
    await sendMailCode(context, flow, {
      purpose: "confirmation",
      email,
      user,
      // What was submitted at sign-up waits longer than its code; without either there is only what a service set.
      isSignUp: pending?.is_sign_up ?? true,
      userData: pending?.user_data ?? {},
      passwordHash: pending?.password_hash ?? null,
    });
  });
}

async function resendSms(
  context: AuthContext,
  type: "sms" | "phone_change",
  phone: string,
): Promise<Record<never, never>> {
  checkSms(context, phone, "sms");
  await spendSms(context, phone);
  runInBackground(context, "sending a code again", async () => {
    const pending = await findCode(context.db, type, phone);
    if (!pending) return;
    const { user_id: userId, user_data: userData, password_hash: passwordHash, session_id: sessionId } = pending;
    const owner = userId === null ? undefined : await findUser(context.db, { id: userId });
    await sendSmsCode(context, {
      purpose: type,
      phone,
      userId,
      channel: "sms",
      userData,
      passwordHash,
      sessionId,
      isConfirmed: owner?.phone === phone && isConfirmed(owner.phone_confirmed_at),
    });
  });
  return {};
}

/**
 * Sends the signed-in user a code for reauthentication.
 *
 * @throws insufficient_aal, validation_failed, email_not_confirmed, phone_not_confirmed, over_email_send_rate_limit,
 *   over_sms_send_rate_limit, phone_locked, sms_send_failed
 */
export async function sendReauthentication(
  context: AuthContext,
  { user, session }: AuthenticatedUser,
): Promise<Record<never, never>> {
  await requireSecondStep(context, session);
  const now = context.clock.now();
  if (user.email) {
    if (!user.email_confirmed_at) failAuth(422, "email_not_confirmed", "Please verify your email first.");
    await spendMail(context, "reauthentication", user.email);
    const { email } = user;
    // After the response: whether this network has mails left would tell which addresses were mailed before.
    runInBackground(context, "sending a reauthentication code", async () => {
      await spendSent(context, "mail", { isConfirmed: true });
      const code = { purpose: "reauthentication", recipient: email, userId: user.id } as const;
      mailReauthenticationCode(context, email, (await issueCode(context, context.db, code)).code);
    });
  } else if (user.phone) {
    if (!user.phone_confirmed_at) failAuth(422, "phone_not_confirmed", "Please verify your phone first.");
    await spendSms(context, user.phone);
    await sendSmsCode(context, {
      purpose: "reauthentication",
      phone: user.phone,
      userId: user.id,
      channel: "sms",
      isConfirmed: true,
      accountId: user.id,
    });
  } else {
    failAuth(400, "validation_failed", "Reauthentication requires the user to have an email or a phone number");
  }
  await updateUser(context.db, user.id, { reauthentication_sent_at: now }, now);
  return {};
}
