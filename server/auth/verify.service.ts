import {
  confirmEmail,
  confirmPhone,
  createAccount,
  findUser,
  mergeIdentityData,
  updateUser,
  type UserRow,
} from "#server/accounts/accounts.service.ts";
import { audit, maskPhone } from "#server/audit/audit.service.ts";
import {
  type CodeRow,
  deleteCodesOfUser,
  findCode,
  isCodeOpen,
  redeemCode,
  redeemLink,
} from "#server/codes/codes.service.ts";
import type { Tx } from "#server/db/db.ts";
import type { CodePurpose } from "#server/db/schema.ts";
import { issueAuthCode, lockFlow } from "#server/flows/flows.service.ts";
import { type AuthCall, AuthReply } from "#server/http/serve-auth.ts";
import { AuthError, refuse } from "#server/lib/auth-error.ts";
import { openSession, type SessionReply } from "#server/sessions/sessions.service.ts";
import { readEmail, readPhone } from "./auth-inputs.service.ts";
import { mailNotice } from "./letters.service.ts";
import { countWrongSmsCode, maySmsCodeBeTried, spendRequest } from "./limits.service.ts";
import { chooseRedirect } from "./redirects.service.ts";

/** What a `type` on the wire may use up. */
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
/** The word for the way in, in the token of a session that a code challenge ends. */
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
interface HalfDone {
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
export async function verify(call: AuthCall, given: Verification): Promise<SessionReply | HalfDone> {
  await spendRequest(call, "verifyPerAddress", call.ip);
  const purposes =
    purposesOf.get(given.type) ?? refuse(400, "validation_failed", "Verify requires a verification type");
  if (given.token_hash) {
    const token = given.token_hash;
    return settle(call, badLink, (tx) => redeemLink(call, tx, { purposes, token }));
  }
  if (!given.token) refuse(400, "validation_failed", "Verify requires either a token or a token hash");
  const code = given.token;
  if (given.email && given.phone) refuseAddresses();
  if (given.phone) return verifyPhone(call, purposes, { phone: readPhone(given.phone), code });
  const recipient = readEmail(given.email || refuseAddresses());
  const mailed = purposes.filter((purpose) => purpose !== "sms" && purpose !== "phone_change");
  return settle(call, badToken, (tx) => redeemCode(call, tx, { purposes: mailed, recipient, code }));
}

const refuseAddresses = () =>
  refuse(400, "validation_failed", "Only an email address or phone number should be provided on verify");

async function verifyPhone(
  call: AuthCall,
  purposes: CodePurpose[],
  { phone, code }: { phone: string; code: string },
): Promise<SessionReply | HalfDone> {
  const texted = purposes.filter((purpose) => purpose === "sms" || purpose === "phone_change");
  if (!(await maySmsCodeBeTried(call, phone))) throw badToken();
  const isGuess = await isCodeOpen(call, texted, phone);
  try {
    return await settle(call, badToken, (tx) => redeemCode(call, tx, { purposes: texted, recipient: phone, code }));
  } catch (error) {
    if (error instanceof AuthError && error.code === "otp_expired") {
      // Where no code could have been right nobody may close the number either.
      if (isGuess) await countWrongSmsCode(call, phone);
      await audit(call, "code_failed", null, { details: { phone: maskPhone(phone) } });
    }
    throw error;
  }
}

/** Redeems and acts in one transaction, so that of many tries at once one gets the session. */
async function settle(
  call: AuthCall,
  refusal: () => AuthError,
  redeem: (tx: Tx) => Promise<CodeRow | null>,
): Promise<SessionReply | HalfDone> {
  const result = await call.db.transaction().execute(async (tx) => {
    const row = await redeem(tx);
    // A wrong try is counted, so this transaction commits, and the refusal comes after it.
    if (!row) return null;
    const done = await complete(call, tx, row);
    if (!("user" in done)) return done;
    await audit(call, "sign_in", done.user.id, { details: { method: "otp", purpose: row.purpose }, tx });
    const isRecovery = row.purpose === "recovery";
    return openSession(call, tx, done.user, { method: "otp", origin: call, isRecovery });
  });
  if (!result) throw refusal();
  return result;
}

/** Does what the code was for, and gives the user who may now sign in. */
async function complete(call: AuthCall, tx: Tx, row: CodeRow): Promise<{ user: UserRow } | HalfDone> {
  const user = row.user_id ? await findUser(tx, { id: row.user_id }) : await createFromCode(call, tx, row);
  if (!user) throw badToken();
  if (user.banned_until && user.banned_until > call.clock.now()) refuse(403, "user_banned", "User is banned");
  if (row.purpose === "email_change_current" || row.purpose === "email_change_new") {
    return changeEmail(call, tx, row, user);
  }
  const now = call.clock.now();
  if (row.purpose === "sms" || row.purpose === "phone_change") {
    await provePhone(call, tx, row, user);
  } else {
    await proveEmail(call, tx, row, user);
  }
  return { user: (await findUser(tx, { id: user.id })) ?? { ...user, updated_at: now } };
}

async function createFromCode(call: AuthCall, tx: Tx, row: CodeRow): Promise<UserRow | undefined> {
  if (!call.config.auth.isSignupOn) refuse(422, "signup_disabled", "Signups not allowed for this instance");
  const address = row.purpose === "sms" ? { phone: row.recipient } : { email: row.recipient };
  const made = await createAccount(tx, {
    ...address,
    isEmailConfirmed: true,
    isPhoneConfirmed: true,
    userMetadata: row.user_data,
    now: call.clock.now(),
  });
  if (made) await audit(call, "account_created", made.id, { tx });
  // Somebody made the account since the code was sent: the code proves that it is theirs.
  return made ?? findUser(tx, address);
}

async function proveEmail(call: AuthCall, tx: Tx, row: CodeRow, user: UserRow): Promise<void> {
  const now = call.clock.now();
  const isFirstProof = user.email_confirmed_at === null;
  await confirmEmail(tx, user, now);
  if (!isFirstProof) return;
  await audit(call, "email_confirmed", user.id, { tx });
  await deleteCodesOfUser(tx, user.id);
  // Whoever set that password never proved to be the owner of the address, unless this is the answer to that sign-up.
  if (row.purpose !== "confirmation") await updateUser(tx, user.id, { password_hash: null }, now);
}

async function provePhone(call: AuthCall, tx: Tx, row: CodeRow, user: UserRow): Promise<void> {
  const now = call.clock.now();
  if (row.purpose === "phone_change") {
    const owner = await findUser(tx, { phone: row.recipient });
    if (user.new_phone !== row.recipient || (owner && owner.id !== user.id)) throw badToken();
    await audit(call, "phone_changed", user.id, { details: { phone: maskPhone(row.recipient) }, tx });
    mailNotice(call, user.email, "phone_changed");
  }
  await confirmPhone(tx, user, row.recipient, now);
}

/** Both the old and the new address must say yes; each half clears its own code. */
async function changeEmail(call: AuthCall, tx: Tx, row: CodeRow, user: UserRow): Promise<{ user: UserRow } | HalfDone> {
  const now = call.clock.now();
  if (!user.new_email) throw badToken();
  const owner = await findUser(tx, { email: user.new_email });
  if (owner && owner.id !== user.id) throw badToken();
  const other = row.purpose === "email_change_current" ? "email_change_new" : "email_change_current";
  const otherAddress = other === "email_change_new" ? user.new_email : (user.email ?? "");
  const isOtherOpen = (await findCode(tx, other, otherAddress))?.user_id === user.id;
  if (isOtherOpen) {
    return { msg: "Confirmation link accepted. Please proceed to confirm link sent to the other email", code: "200" };
  }
  await updateUser(tx, user.id, { email: user.new_email, new_email: null, email_confirmed_at: now }, now);
  await mergeIdentityData(tx, user.id, "email", { email: user.new_email, email_verified: true }, now);
  await audit(call, "email_changed", user.id, { tx });
  const changed = await findUser(tx, { id: user.id });
  return changed ? { user: changed } : refuse(403, "user_not_found", "User not found");
}

/**
 * Follows a mailed link: uses it up and goes on to where it was to lead, with a code for the client's verifier or, where
 * the client sent no challenge, with the tokens behind the `#`. What fails is told there too.
 */
export async function followLink(
  call: AuthCall,
  given: { token: string; type: string; redirect_to?: string | undefined },
): Promise<AuthReply> {
  const redirectTo = chooseRedirect(call.config.auth, [given.redirect_to, call.referer]);
  const isChallenged = given.token.startsWith("pkce_");
  try {
    await spendRequest(call, "verifyPerAddress", call.ip);
    const purposes =
      purposesOf.get(given.type) ?? refuse(400, "validation_failed", "Verify requires a verification type");
    if (!isChallenged) {
      const session = await settle(call, badLink, (tx) => redeemLink(call, tx, { purposes, token: given.token }));
      return goTo(redirectTo, { hash: "msg" in session ? { message: session.msg } : toFragment(session, given.type) });
    }
    return goTo(redirectTo, { query: await followChallenged(call, purposes, given.token) });
  } catch (error) {
    if (!(error instanceof AuthError)) throw error;
    const told = {
      error: "access_denied",
      error_code: error.code,
      error_description: error.message,
    };
    return goTo(redirectTo, { hash: { ...told, sb: "" }, ...(isChallenged ? { query: told } : {}) });
  }
}

async function followChallenged(
  call: AuthCall,
  purposes: CodePurpose[],
  token: string,
): Promise<Record<string, string>> {
  const outcome = await call.db.transaction().execute(async (tx): Promise<Record<string, string> | null> => {
    const row = await redeemLink(call, tx, { purposes, token });
    const flow = row?.flow_id ? await lockFlow(tx, { id: row.flow_id }) : undefined;
    if (!row || !flow) return null;
    const done = await complete(call, tx, row);
    if (!("user" in done)) return { message: done.msg };
    const method = methodOf[row.purpose] ?? "otp";
    return { code: await issueAuthCode(call, tx, flow.id, { userId: done.user.id, method }) };
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

/** A redirect that a GET follows, with parameters added to the query or behind the `#`. */
export function goTo(
  place: string,
  added: { query?: Record<string, string>; hash?: Record<string, string> },
  status = 303,
): AuthReply {
  const url = new URL(place);
  for (const [name, value] of Object.entries(added.query ?? {})) url.searchParams.set(name, value);
  if (added.hash) url.hash = new URLSearchParams(added.hash).toString();
  return new AuthReply(status, { location: url.href });
}
