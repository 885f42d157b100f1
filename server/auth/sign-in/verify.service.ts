import {
  isBannedFromSignIn,
  confirmPhone,
  createAccount,
  findUser,
  mergeIdentityData,
  updateUser,
  type UserRow,
} from "#server/auth/accounts/accounts.service.ts";
import { serviceTokenPrefix } from "#contract/service-links.ts";
import { audit, maskPhone } from "#server/auth/audit/audit.service.ts";
import {
  type CodeRow,
  findCode,
  isCodeOpen,
  keepCode,
  redeemCode,
  redeemLink,
} from "#server/auth/codes/codes.service.ts";
import { transact, type Tx } from "#server/db/db.ts";
import type { CodePurpose } from "#server/db/schema.ts";
import { issueAuthCode, lockFlow } from "#server/auth/flows/flows.service.ts";
import { type AuthContext, type AuthReply, requireUnanswered } from "#server/auth/http/auth-http.ts";
import { proveAddress } from "#server/auth/proofs/first-proof.service.ts";
import { chooseSubmitted } from "#server/auth/proofs/pending-sign-ups.service.ts";
import { AuthError, failAuth } from "#server/auth/http/auth-error.ts";
import { openSession, type SessionReply } from "#server/auth/sessions/sessions.service.ts";
import { readEmail, readPhone, readRedirect } from "#server/auth/http/auth-inputs.ts";
import { describeFailure, redirectWith } from "#server/auth/http/redirects.ts";
import { sendSecurityAlert } from "#server/auth/mails/auth-mails.service.ts";
import { checkCodeAttempt } from "#server/auth/limits/code-attempts.service.ts";
import { spendRequest } from "#server/auth/http/request-limits.service.ts";

/** The codes that a `type` in the API may use. */
const purposesOf = new Map<string, CodePurpose[]>(
  Object.entries({
    signup: ["confirmation"],
    invite: ["confirmation"],
    recovery: ["recovery"],
    magiclink: ["magiclink"],
    email: ["confirmation", "magiclink"],
    email_change: ["email_change_current", "email_change_new"],
    sms: ["sms"],
    phone_change: ["phone_change"],
  }),
);
/** The authentication method in the token of a session from a code challenge. */
const methodOf: Partial<Record<CodePurpose, string>> = {
  confirmation: "email/signup",
  recovery: "recovery",
  magiclink: "magiclink",
  email_change_current: "email_change",
  email_change_new: "email_change",
};

export interface Verification {
  type: string;
  token?: string | undefined;
  token_hash?: string | undefined;
  email?: string | undefined;
  phone?: string | undefined;
}

/** The first of the two confirmations that a change of address needs. */
interface PendingSecondConfirmation {
  msg: string;
  code: string;
}

const badToken = () => new AuthError(403, "otp_expired", "Token has expired or is invalid");
const badLink = () => new AuthError(403, "otp_expired", "Email link is invalid or has expired");

/**
 * Uses up a code, or the token of a link, and signs in.
 *
 * @throws validation_failed, otp_expired, user_banned, over_request_rate_limit, signup_disabled
 */
export async function verify(
  context: AuthContext,
  given: Verification,
): Promise<SessionReply | PendingSecondConfirmation> {
  await spendRequest(context, "verifyPerAddress");
  const purposes =
    purposesOf.get(given.type) ?? failAuth(400, "validation_failed", "Verify requires a verification type");
  if (given.token_hash) {
    const token = given.token_hash;
    return settle(context, given.type, badLink, (tx) =>
      redeemToken(context, tx, { type: given.type, purposes, token }),
    );
  }
  if (!given.token) failAuth(400, "validation_failed", "Verify requires either a token or a token hash");
  const code = given.token;
  if (given.email && given.phone) refuseAddresses();
  if (given.phone) {
    const phone = readPhone(given.phone);
    const attempt = () => verifyPhone(context, { type: given.type, purposes, phone, code });
    return noteRefusal(context, given.type, attempt, maskPhone(phone));
  }
  const recipient = readEmail(given.email || refuseAddresses());
  const mailed = purposes.filter((purpose) => purpose !== "sms" && purpose !== "phone_change");
  return settle(context, given.type, badToken, (tx) => redeemCode(context, tx, { purposes: mailed, recipient, code }));
}

/**
 * Uses up the token of a link. No invitation are tokens that no service made: who was invited asks for as many as they like,
 * and could lead others into the account with them, docs/security.md#s-164.
 */
async function redeemToken(
  context: AuthContext,
  tx: Tx,
  { type, purposes, token }: { type: string; purposes: CodePurpose[]; token: string },
): Promise<CodeRow | null> {
  if (type === "invite" && !token.startsWith(serviceTokenPrefix)) return null;
  return redeemLink(context, tx, { purposes, token });
}

const refuseAddresses = () =>
  failAuth(400, "validation_failed", "Only an email address or phone number should be provided on verify");

async function verifyPhone(
  context: AuthContext,
  { type, purposes, phone, code }: { type: string; purposes: CodePurpose[]; phone: string; code: string },
): Promise<SessionReply | PendingSecondConfirmation> {
  const texted = purposes.filter((purpose) => purpose === "sms" || purpose === "phone_change");
  const isOpen = await isCodeOpen(context, texted, phone);
  const outcome = await checkCodeAttempt(context, phone, isOpen, () =>
    trySettle(context, type, (tx) => redeemCode(context, tx, { purposes: texted, recipient: phone, code })),
  );
  if (outcome) return outcome;
  throw badToken();
}

/** Redeems and acts in one transaction, so that of many tries at once one gets the session. Writes down what is refused. */
async function settle(
  context: AuthContext,
  type: string,
  refusal: () => AuthError,
  redeem: (tx: Tx) => Promise<CodeRow | null>,
): Promise<SessionReply | PendingSecondConfirmation> {
  return noteRefusal(context, type, async () => (await trySettle(context, type, redeem)) ?? raise(refusal()));
}

function raise(error: AuthError): never {
  throw error;
}

/** As many lines as the limit per address lets requests through. Writes `auth.audit`. */
async function noteRefusal<T>(
  context: AuthContext,
  type: string,
  work: () => Promise<T>,
  maskedPhone?: string,
): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (error instanceof AuthError) {
      await audit(context, "code_failed", null, {
        details: { purpose: type, code: error.code, ...(maskedPhone && { phone: maskedPhone }) },
      });
    }
    throw error;
  }
}

/** As `settle`, but null for what is wrong, late or used. */
async function trySettle(
  context: AuthContext,
  type: string,
  redeem: (tx: Tx) => Promise<CodeRow | null>,
): Promise<SessionReply | PendingSecondConfirmation | null> {
  return transact(context.db, async (tx) => {
    const row = await redeem(tx);
    // A wrong attempt is counted, so this transaction commits, and the error is thrown after it.
    if (!row) return null;
    const done = await complete(context, tx, row);
    const outcome = "user" in done ? await openFor(context, tx, { type, purpose: row.purpose }, done.user) : done;
    requireUnanswered(context);
    return outcome;
  });
}

type Use = Pick<CodeRow, "purpose"> & { type: string };

async function openFor(context: AuthContext, tx: Tx, { type, purpose }: Use, user: UserRow): Promise<SessionReply> {
  // Anybody can get such a link by signing up, and send it to somebody who would then use the sender's account as their own.
  if (type === "invite" && user.invited_at === null) throw badToken();
  await audit(context, "sign_in", user.id, { details: { method: "otp", purpose }, tx });
  // Who is invited chooses a password, whatever password a service has set before.
  const isRecovery = purpose === "recovery" || type === "invite";
  return openSession(context, tx, user, { method: "otp", origin: context, isRecovery });
}

/** Applies the code's purpose and returns the user who may now sign in. */
async function complete(
  context: AuthContext,
  tx: Tx,
  row: CodeRow,
): Promise<{ user: UserRow } | PendingSecondConfirmation> {
  const user = row.user_id ? await findUser(tx, { id: row.user_id }) : await createFromCode(context, tx, row);
  if (!user || !isStillTheirs(row, user)) throw badToken();
  if (isBannedFromSignIn(user, context.clock.now())) failAuth(403, "user_banned", "User is banned");
  if (row.purpose === "email_change_current" || row.purpose === "email_change_new") {
    return changeEmail(context, tx, row, user);
  }
  const now = context.clock.now();
  if (row.purpose === "sms" || row.purpose === "phone_change") {
    await provePhone(context, tx, row, user);
  } else {
    const chosen = row.is_sign_up ? await chooseSubmitted(context, tx, user.id) : undefined;
    await proveAddress(context, tx, user, { submitted: chosen ?? submittedWith(row), flowId: row.flow_id });
  }
  return { user: (await findUser(tx, { id: user.id })) ?? { ...user, updated_at: now } };
}

/**
 * Whether the address or the number that the code went to is still the account's. One that was removed or replaced
 * meanwhile may be in other hands; a change's own new address or number is compared where the change is made.
 */
function isStillTheirs({ purpose, recipient }: CodeRow, user: UserRow): boolean {
  if (purpose === "sms") return user.phone === recipient;
  const isOfChange = purpose === "phone_change" || purpose === "email_change_current" || purpose === "email_change_new";
  return isOfChange || user.email?.toLowerCase() === recipient;
}

async function createFromCode(context: AuthContext, tx: Tx, row: CodeRow): Promise<UserRow | undefined> {
  if (!context.config.auth.isSignupOn) failAuth(422, "signup_disabled", "Signups not allowed for this instance");
  const address = row.purpose === "sms" ? { phone: row.recipient } : { email: row.recipient };
  const made = await createAccount(tx, {
    ...address,
    isEmailConfirmed: true,
    isPhoneConfirmed: true,
    userMetadata: row.user_data,
    now: context.clock.now(),
  });
  if (made) await audit(context, "account_created", made.id, { tx });
  // The account was created after the code was sent: the code verifies its address.
  return made ?? findUser(tx, address);
}

async function provePhone(context: AuthContext, tx: Tx, row: CodeRow, user: UserRow): Promise<void> {
  if (row.purpose === "sms") {
    await proveAddress(context, tx, user, { phone: row.recipient, submitted: submittedWith(row) });
    return;
  }
  const owner = await findUser(tx, { phone: row.recipient });
  if (user.new_phone !== row.recipient || (owner && owner.id !== user.id)) throw badToken();
  await audit(context, "phone_changed", user.id, { details: { phone: maskPhone(row.recipient) }, tx });
  await sendSecurityAlert(tx, context, user.email, "phone_changed");
  await confirmPhone(tx, user, row.recipient, context.clock.now());
}

const submittedWith = (row: CodeRow) => ({ passwordHash: row.password_hash, userData: row.user_data });

/** Both the old and the new address must confirm; each confirmation clears its own code. */
async function changeEmail(
  context: AuthContext,
  tx: Tx,
  row: CodeRow,
  user: UserRow,
): Promise<{ user: UserRow } | PendingSecondConfirmation> {
  const now = context.clock.now();
  if (!user.new_email) throw badToken();
  // Of an earlier change, which was meant for another address.
  if (row.purpose === "email_change_new" && row.recipient !== user.new_email) throw badToken();
  const owner = await findUser(tx, { email: user.new_email });
  if (owner && owner.id !== user.id) throw badToken();
  const other = row.purpose === "email_change_current" ? "email_change_new" : "email_change_current";
  const otherAddress = other === "email_change_new" ? user.new_email : (user.email ?? "");
  const isOtherOpen = (await findCode(tx, other, otherAddress))?.user_id === user.id;
  if (isOtherOpen) {
    return { msg: "Confirmation link accepted. Please proceed to confirm link sent to the other email", code: "200" };
  }
  await updateUser(
    tx,
    user.id,
    { email: user.new_email, new_email: null, email_confirmed_at: now, email_proven_at: now },
    now,
  );
  await mergeIdentityData(tx, user.id, "email", { email: user.new_email, email_verified: true }, now);
  await audit(context, "email_changed", user.id, { tx });
  const changed = await findUser(tx, { id: user.id });
  return changed ? { user: changed } : failAuth(403, "user_not_found", "User not found");
}

/**
 * Follows a mailed link: consumes it and redirects to its target, with a code for the client's verifier or, if
 * the client sent no challenge, with the tokens in the fragment.
 *
 * @throws validation_failed, otp_expired, user_banned, over_request_rate_limit, signup_disabled, request_timeout
 */
export async function followLink(
  context: AuthContext,
  given: { token: string; type: string; redirect_to?: string | undefined },
): Promise<AuthReply> {
  const redirectTo = readRedirect(context, given);
  await spendRequest(context, "verifyPerAddress");
  const purposes =
    purposesOf.get(given.type) ?? failAuth(400, "validation_failed", "Verify requires a verification type");
  if (!isChallenged(given.token)) {
    const { type, token } = given;
    const session = await settle(context, type, badLink, (tx) => redeemToken(context, tx, { type, purposes, token }));
    return redirectWith(redirectTo, {
      hash: "msg" in session ? { message: session.msg } : toFragment(session, type),
    });
  }
  return redirectWith(redirectTo, {
    query: await noteRefusal(context, given.type, () => followChallenged(context, purposes, given.token)),
  });
}

const isChallenged = (token = "") => token.startsWith("pkce_");

/** Leads a browser that followed a mailed link to the page that shows why it failed. */
export function reportLinkFailure(context: AuthContext, error: AuthError, query: Record<string, string>): AuthReply {
  const recipients = describeFailure(error);
  return redirectWith(
    readRedirect(context, query),
    { hash: { ...recipients, sb: "" }, ...(isChallenged(query["token"]) ? { query: recipients } : {}) },
    { failure: error.status },
  );
}

async function followChallenged(
  context: AuthContext,
  purposes: CodePurpose[],
  token: string,
): Promise<Record<string, string>> {
  const outcome = await transact(context.db, async (tx): Promise<Record<string, string> | null> => {
    const row = await redeemLink(context, tx, { purposes, token });
    const flow = row?.flow_id ? await lockFlow(tx, { id: row.flow_id }) : undefined;
    if (!row || !flow) return null;
    const done = await complete(context, tx, row);
    if (!("user" in done)) return { message: done.msg };
    await keepCode(tx, row, done.user.id);
    const method = methodOf[row.purpose] ?? "otp";
    const code = await issueAuthCode(context, tx, flow.id, { userId: done.user.id, method });
    requireUnanswered(context);
    return { code };
  });
  if (!outcome) throw badLink();
  return outcome;
}

function toFragment(session: SessionReply, type: string): Record<string, string> {
  return {
    access_token: session.access_token,
    expires_at: String(session.expires_at),
    expires_in: String(session.expires_in),
    refresh_token: session.refresh_token,
    sb: "",
    token_type: session.token_type,
    type,
  };
}
