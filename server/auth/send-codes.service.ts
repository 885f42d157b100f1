import { findUser, updateUser, type UserRow } from "#server/accounts/accounts.service.ts";
import { audit, maskPhone } from "#server/audit/audit.service.ts";
import { deleteCode, findCode, issueCode } from "#server/codes/codes.service.ts";
import type { CodePurpose } from "#server/db/schema.ts";
import type { AuthCall } from "#server/http/serve-auth.ts";
import { refuse } from "#server/lib/auth-error.ts";
import type { SmsChannel } from "#server/outside/sms.ts";
import { type Journey, readEmail, readPhone } from "./auth-inputs.service.ts";
import { checkSms, doLater, mailCode, mailNonce, textCode } from "./letters.service.ts";
import { spendMail, spendRequest, spendSms } from "./limits.service.ts";
import { startLinkFlow } from "./link-flows.service.ts";

type MailedPurpose = "confirmation" | "recovery" | "magiclink";

/** Makes a code and its link for this address and mails them. Writes `auth.one_time_codes`, `auth.flows`, `auth.users`. */
export async function sendMailCode(
  call: AuthCall,
  journey: Journey,
  given: { purpose: MailedPurpose; email: string; user: UserRow | null; userData?: Record<string, unknown> },
): Promise<void> {
  const { purpose, email, user } = given;
  const now = call.clock.now();
  const issued = await call.db.transaction().execute(async (tx) => {
    const flowId = await startLinkFlow(call, tx, { purpose, ...journey, userId: user?.id ?? null });
    if (user) {
      const sentAt = purpose === "confirmation" ? { confirmation_sent_at: now } : { recovery_sent_at: now };
      await updateUser(tx, user.id, sentAt, now);
    }
    return issueCode(call, tx, {
      purpose,
      recipient: email,
      userId: user?.id ?? null,
      flowId,
      ...(given.userData ? { userData: given.userData } : {}),
    });
  });
  mailCode(call, email, { purpose, redirectTo: journey.redirectTo, ...issued });
}

/**
 * Texts a fresh code to this number. When it cannot be sent nothing is kept.
 *
 * @returns The provider's id of the message.
 * @throws sms_send_failed
 */
export async function sendSmsCode(
  call: AuthCall,
  given: {
    purpose: Extract<CodePurpose, "sms" | "phone_change" | "reauthentication">;
    phone: string;
    userId: string | null;
    channel: SmsChannel;
    userData?: Record<string, unknown>;
  },
): Promise<string> {
  const { purpose, phone } = given;
  const { code } = await issueCode(call, call.db, {
    purpose,
    recipient: phone,
    userId: given.userId,
    ...(given.userData ? { userData: given.userData } : {}),
  });
  try {
    const id = await textCode(call, phone, { code, channel: given.channel });
    await audit(call, "code_sent", given.userId, { details: { purpose, phone: maskPhone(phone) } });
    return id;
  } catch (error) {
    await deleteCode(call.db, { purpose, recipient: phone });
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
 * Sends a sign-in code to an address, known or not: the right code signs in, or makes the account first.
 *
 * @throws validation_failed, otp_disabled, phone_provider_disabled, email_provider_disabled, sms_send_failed,
 *   over_email_send_rate_limit, over_sms_send_rate_limit, over_request_rate_limit
 */
export async function sendOneTimePassword(
  call: AuthCall,
  journey: Journey,
  given: OneTimePasswordRequest,
): Promise<{ message_id?: string }> {
  await spendRequest(call, "sendPerAddress", call.ip);
  if (given.email && given.phone) {
    refuse(400, "validation_failed", "Only an email address or phone number should be provided");
  }
  if (given.email) return sendOneTimeMail(call, journey, given, readEmail(given.email));
  if (given.phone) return sendOneTimeSms(call, given, readPhone(given.phone));
  return refuse(400, "validation_failed", "One of email or phone must be set");
}

async function sendOneTimeMail(
  call: AuthCall,
  journey: Journey,
  given: OneTimePasswordRequest,
  email: string,
): Promise<Record<never, never>> {
  const { auth } = call.config;
  if (!auth.isEmailOn) refuse(400, "email_provider_disabled", "Email logins are disabled");
  await spendMail(call, "magiclink", email);
  const user = (await findUser(call.db, { email })) ?? null;
  if (!user && !isForAnyone(call, given)) return passOverUnknown(auth.isMailAutoconfirmed);
  const userData = given.data;
  doLater(call, "sending a one-time code", () =>
    user
      ? sendMailCode(call, journey, { purpose: "magiclink", email, user })
      : sendMailCode(call, journey, { purpose: "confirmation", email, user, userData }),
  );
  return {};
}

async function sendOneTimeSms(
  call: AuthCall,
  given: OneTimePasswordRequest,
  phone: string,
): Promise<{ message_id?: string }> {
  const channel = readChannel(given.channel);
  checkSms(call, phone, channel);
  await spendSms(call, phone);
  const user = await findUser(call.db, { phone });
  const { isSmsAutoconfirmed } = call.config.auth;
  if (!user && !isForAnyone(call, given)) return passOverUnknown(isSmsAutoconfirmed);
  const sms = { purpose: "sms", phone, userId: user?.id ?? null, channel, userData: given.data } as const;
  if (isForAnyone(call, given) || isSmsAutoconfirmed) {
    const id = await sendSmsCode(call, sms);
    return id ? { message_id: id } : {};
  }
  // Only who has an account gets a message, so neither its id nor its failure may be told.
  doLater(call, "sending a sign-in code", async () => void (await sendSmsCode(call, sms)));
  return {};
}

/** Whether any address gets a code, known or not, because the right code makes the account. */
const isForAnyone = (call: AuthCall, given: OneTimePasswordRequest) => given.create_user && call.config.auth.isSignupOn;

/** A refusal is spoken only where sign-up tells the same anyway: where new addresses are confirmed by themselves. */
function passOverUnknown(isAutoconfirmed: boolean): Record<never, never> {
  return isAutoconfirmed ? refuse(422, "otp_disabled", "Signups not allowed for otp") : {};
}

/** The way a short message takes. @throws validation_failed */
export function readChannel(given: string): SmsChannel {
  if (given === "" || given === "sms") return "sms";
  if (given === "whatsapp") return "whatsapp";
  return refuse(400, "validation_failed", "Invalid channel, supported values are 'sms' or 'whatsapp'.");
}

/**
 * Mails a link and a code with which a new password can be set, if the address has an account.
 *
 * @throws validation_failed, over_email_send_rate_limit, over_request_rate_limit
 */
export async function sendRecovery(call: AuthCall, journey: Journey, given: string): Promise<Record<never, never>> {
  await spendRequest(call, "sendPerAddress", call.ip);
  if (given.trim() === "") refuse(400, "validation_failed", "Password recovery requires an email");
  const email = readEmail(given);
  await spendMail(call, "recovery", email);
  const user = await findUser(call.db, { email });
  if (!user) return {};
  doLater(call, "sending a recovery link", async () => {
    await audit(call, "recovery_requested", user.id);
    await sendMailCode(call, journey, { purpose: "recovery", email, user });
  });
  return {};
}

/**
 * Sends an outstanding code again; unknown and already confirmed addresses get the same answer and nothing else.
 *
 * @throws validation_failed, phone_provider_disabled, over_email_send_rate_limit, over_sms_send_rate_limit,
 *   over_request_rate_limit
 */
export async function resendCode(
  call: AuthCall,
  journey: Journey,
  given: { type: string; email?: string | undefined; phone?: string | undefined },
): Promise<Record<never, never>> {
  await spendRequest(call, "sendPerAddress", call.ip);
  const { type } = given;
  if (type === "signup" || type === "email_change") {
    if (given.phone || !given.email) refuse(400, "validation_failed", "Type provided requires an email address");
    await resendMail(call, journey, type, readEmail(given.email));
    return {};
  }
  if (type === "sms" || type === "phone_change") {
    if (given.email || !given.phone) refuse(400, "validation_failed", "Type provided requires a phone number");
    return resendSms(call, type, readPhone(given.phone));
  }
  return refuse(400, "validation_failed", "Missing one of these types: signup, email_change, sms, phone_change");
}

async function resendMail(call: AuthCall, journey: Journey, type: string, email: string): Promise<void> {
  await spendMail(call, type, email);
  if (type === "email_change") return;
  doLater(call, "sending a confirmation again", async () => {
    const user = (await findUser(call.db, { email })) ?? null;
    if (user?.email_confirmed_at) return;
    const pending = await findCode(call.db, "confirmation", email);
    if (!user && !pending) return;
    const userData = pending?.user_data ?? {};
    await sendMailCode(call, journey, { purpose: "confirmation", email, user, userData });
  });
}

async function resendSms(call: AuthCall, type: "sms" | "phone_change", phone: string): Promise<Record<never, never>> {
  checkSms(call, phone, "sms");
  await spendSms(call, phone);
  doLater(call, "sending a code again", async () => {
    const pending = await findCode(call.db, type, phone);
    if (!pending) return;
    const { user_id: userId, user_data: userData } = pending;
    await sendSmsCode(call, { purpose: type, phone, userId, channel: "sms", userData });
  });
  return {};
}

/**
 * Sends the signed-in user a code that proves it is still them.
 *
 * @throws validation_failed, email_not_confirmed, phone_not_confirmed, over_email_send_rate_limit,
 *   over_sms_send_rate_limit, sms_send_failed
 */
export async function sendReauthentication(call: AuthCall, user: UserRow): Promise<Record<never, never>> {
  const now = call.clock.now();
  if (user.email) {
    if (!user.email_confirmed_at) refuse(422, "email_not_confirmed", "Please verify your email first.");
    await spendMail(call, "reauthentication", user.email);
    const { code } = await issueCode(call, call.db, {
      purpose: "reauthentication",
      recipient: user.email,
      userId: user.id,
    });
    mailNonce(call, user.email, code);
  } else if (user.phone) {
    if (!user.phone_confirmed_at) refuse(422, "phone_not_confirmed", "Please verify your phone first.");
    await spendSms(call, user.phone);
    await sendSmsCode(call, { purpose: "reauthentication", phone: user.phone, userId: user.id, channel: "sms" });
  } else {
    refuse(400, "validation_failed", "Reauthentication requires the user to have an email or a phone number");
  }
  await updateUser(call.db, user.id, { reauthentication_sent_at: now }, now);
  return {};
}
