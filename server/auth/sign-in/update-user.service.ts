import {
  addEmailIdentity,
  findUser,
  lockUser,
  updateUser,
  type UserRow,
} from "#server/auth/accounts/accounts.service.ts";
import { checkNewPassword, hashPassword, isPassword } from "#server/auth/accounts/passwords.service.ts";
import { presentUserById, type UserObject } from "#server/auth/accounts/user-objects.service.ts";
import { audit } from "#server/auth/audit/audit.service.ts";
import { invalidateOutstanding, isCodeOpen, redeemCode } from "#server/auth/codes/codes.service.ts";
import { transact, type Tx } from "#server/db/db.ts";
import type { AuthContext } from "#server/auth/http/auth-http.ts";
import { failAuth } from "#server/auth/http/auth-error.ts";
import { deleteSessions, endRecovery, lockSession } from "#server/auth/sessions/sessions.service.ts";
import { mergeMetadata, readPhone } from "#server/auth/http/auth-inputs.ts";
import {
  requireRecentSignIn,
  requireSecondStep,
  requireStepUp,
} from "#server/auth/reauthentication/reauthentication.service.ts";
import { checkSms, passwordAlert, sendSecurityAlert } from "#server/auth/mails/auth-mails.service.ts";
import { checkCodeAttempt } from "#server/auth/limits/code-attempts.service.ts";
import { checkPasswordAttempt } from "#server/auth/limits/password-attempts.service.ts";
import { spendRequest } from "#server/auth/http/request-limits.service.ts";
import { spendSms } from "#server/auth/limits/sends.service.ts";
import { readChannel, sendSmsCode } from "#server/auth/codes/send-codes.service.ts";
import { findNames } from "#server/members/members.service.ts";
import type { AuthenticatedUser } from "#server/auth/sessions/authenticate.service.ts";

export interface UserUpdate {
  email?: string | undefined;
  phone?: string | undefined;
  password?: string | undefined;
  current_password?: string | undefined;
  nonce?: string | undefined;
  channel: string;
  data?: Record<string, unknown> | undefined;
  app_metadata?: unknown;
}

/**
 * Changes the signed-in user: password, phone (after its code), user data. A new password ends all
 * other sessions and every outstanding code; the address never changes.
 *
 * @throws validation_failed, not_admin, same_password, weak_password, insufficient_aal, current_password_required,
 *   current_password_invalid, reauthentication_needed, reauthentication_not_valid, phone_exists, sms_send_failed,
 *   over_request_rate_limit, over_sms_send_rate_limit, phone_locked, session_not_found, conflict
 */
export async function changeUser(context: AuthContext, me: AuthenticatedUser, given: UserUpdate): Promise<UserObject> {
  await spendRequest(context, "sendPerAddress");
  refuseFixed(me, given);
  // Everything is checked before anything is written, so that an error changes nothing.
  if (given.data !== undefined) await checkData(context, me, given.data);
  const phone = given.phone ? readPhone(given.phone) : me.user.phone;
  const isPhoneNew = phone !== null && phone !== me.user.phone;
  if (isPhoneNew) {
    await checkNewPhone(context, me, phone, given);
    await startPhoneChange(context, me, phone, given.channel);
  }
  if (given.password !== undefined) await changePassword(context, me, { ...given, password: given.password });
  if (given.data !== undefined) await mergeUserData(context, me, given.data);
  return (await presentUserById(context.db, me.user.id)) ?? failAuth(403, "user_not_found", "User not found");
}

/** What a member cannot change themselves. */
function refuseFixed({ user }: AuthenticatedUser, given: UserUpdate): void {
  if (given.app_metadata !== undefined) failAuth(403, "not_admin", "Updating app_metadata is not possible");
  if (given.email && given.email.trim().toLowerCase() !== (user.email ?? "")) {
    failAuth(422, "validation_failed", "The email address of an account cannot be changed");
  }
}

async function changePassword(
  context: AuthContext,
  { user, session }: AuthenticatedUser,
  given: UserUpdate & { password: string },
): Promise<void> {
  await requireSecondStep(context, session, {
    status: 401,
    message: "AAL2 session is required to update email or password when MFA is enabled.",
  });
  const names = await findNames(context.db, user.id);
  await checkNewPassword(context, given.password, { email: user.email, ...names });
  await proveOwner(context, { user, session }, given);
  if (user.password_hash && (await isPassword(context, given.password, user.password_hash))) {
    failAuth(422, "same_password", "New password should be different from the old password.");
  }
  const passwordHash = await hashPassword(context, given.password);
  const now = context.clock.now();
  await transact(context.db, async (tx) => {
    await lockUnchanged(tx, { user, session });
    await updateUser(tx, user.id, { password_hash: passwordHash }, now);
    await addEmailIdentity(tx, user, now);
    await deleteSessions(tx, user.id, { except: session.id });
    await invalidateOutstanding(tx, user.id);
    // The right to set a password without the old one is used up.
    await endRecovery(tx, session.id);
    await audit(context, "password_changed", user.id, { tx });
    await sendSecurityAlert(tx, context, user.email, passwordAlert(user.password_hash));
  });
}

/** Of two changes at once the later one proved itself by a password, or in a session, that is no more. */
async function lockUnchanged(tx: Tx, { user, session }: AuthenticatedUser): Promise<void> {
  const locked = await lockUser(tx, user.id);
  if (!(await lockSession(tx, session.id))) {
    failAuth(403, "session_not_found", "Session from session_id claim in JWT does not exist");
  }
  if (locked?.password_hash !== user.password_hash) {
    failAuth(409, "conflict", "The password was changed by another request");
  }
}

/** The old password, a mailed code, a recovery link, or, where there never was a password, a sign-in just now. */
async function proveOwner(context: AuthContext, me: AuthenticatedUser, given: UserUpdate): Promise<void> {
  const { user, session } = me;
  if (isRecovering(context, session) || !context.config.auth.password.isCurrentNeeded) return;
  if (given.nonce) return proveByCode(context, user, given.nonce);
  if (!user.password_hash) return requireRecentSignIn(context, session.id);
  if (!given.current_password) {
    return failAuth(400, "current_password_required", "Current password required when setting new password.");
  }
  const { current_password: current } = given;
  const account = { name: user.email ?? user.phone ?? user.id, userId: user.id };
  const { isRight } = await checkPasswordAttempt(context, account, () =>
    isPassword(context, current, user.password_hash),
  );
  if (!isRight) {
    await audit(context, "sign_in_failed", user.id, { details: { method: "current_password" } });
    return failAuth(400, "current_password_invalid", "Current password required when setting new password.");
  }
}

/** After a recovery link a new password can be set for as long as the link itself was valid. */
function isRecovering(context: AuthContext, session: AuthenticatedUser["session"]): boolean {
  const ageMs = context.clock.now().getTime() - session.created_at.getTime();
  return session.is_recovery && ageMs <= context.config.auth.codes.recoveryLink * 1_000;
}

async function proveByCode(context: AuthContext, user: UserRow, code: string): Promise<void> {
  const recipient = user.email ?? user.phone ?? "";
  const redeem = () =>
    transact(context.db, (tx) => redeemCode(context, tx, { purposes: ["reauthentication"], recipient, code }));
  const isOpen = await isCodeOpen(context, ["reauthentication"], recipient);
  const row = user.email === null ? await checkCodeAttempt(context, recipient, isOpen, redeem) : await redeem();
  if (row?.user_id === user.id) return;
  await audit(context, "code_failed", user.id, { details: { purpose: "reauthentication" } });
  failAuth(422, "reauthentication_not_valid", "Nonce has expired or is invalid");
}

async function checkData(context: AuthContext, me: AuthenticatedUser, data: Record<string, unknown>): Promise<void> {
  await requireSecondStep(context, me.session);
  mergeMetadata(me.user.user_metadata, data);
}

async function mergeUserData(
  context: AuthContext,
  { user }: AuthenticatedUser,
  data: Record<string, unknown>,
): Promise<void> {
  await transact(context.db, async (tx) => {
    const locked = await lockUser(tx, user.id);
    const merged = mergeMetadata(locked?.user_metadata ?? {}, data);
    await updateUser(tx, user.id, { user_metadata: merged }, context.clock.now());
  });
}

async function checkNewPhone(
  context: AuthContext,
  me: AuthenticatedUser,
  phone: string,
  { password, channel }: UserUpdate,
): Promise<void> {
  // The message may fail after the password is set, and a new password ends the code of an earlier message.
  if (password !== undefined) {
    failAuth(422, "validation_failed", "Password and phone number cannot be changed by one request");
  }
  const sentBy = readChannel(channel);
  await requireStepUp(context, me.session);
  checkSms(context, phone, sentBy);
  if (await findUser(context.db, { phone })) {
    failAuth(422, "phone_exists", "A user with this phone number has already been registered");
  }
}

async function startPhoneChange(
  context: AuthContext,
  me: AuthenticatedUser,
  phone: string,
  channel: string,
): Promise<void> {
  await spendSms(context, phone);
  await sendSmsCode(context, {
    purpose: "phone_change",
    phone,
    userId: me.user.id,
    channel: readChannel(channel),
    isConfirmed: false,
    accountId: me.user.id,
    sessionId: me.session.id,
  });
  const now = context.clock.now();
  await updateUser(context.db, me.user.id, { new_phone: phone, phone_change_sent_at: now }, now);
}
