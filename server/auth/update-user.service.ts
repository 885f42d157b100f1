import { findUser, listFactors, lockUser, updateUser, type UserRow } from "#server/accounts/accounts.service.ts";
import { checkNewPassword, hashPassword, isPassword } from "#server/accounts/passwords.service.ts";
import { presentUserById, type UserObject } from "#server/accounts/user-objects.service.ts";
import { audit } from "#server/audit/audit.service.ts";
import { endOutstanding, redeemCode } from "#server/codes/codes.service.ts";
import type { Tx } from "#server/db/db.ts";
import type { AuthCall } from "#server/http/serve-auth.ts";
import { refuse } from "#server/lib/auth-error.ts";
import { deleteSessions, endRecovery, lockSession } from "#server/sessions/sessions.service.ts";
import { mergeMetadata, readPhone } from "./auth-inputs.service.ts";
import { requireFresh, requireTrusted } from "./fresh.service.ts";
import { checkSms, mailNotice } from "./letters.service.ts";
import { beginPasswordTry, spendRequest, spendSms } from "./limits.service.ts";
import { readChannel, sendSmsCode } from "./send-codes.service.ts";
import type { SignedIn } from "./signed-in.service.ts";

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
 * Changes the signed-in user: password, phone (after its code), what they tell about themselves. A new password ends all
 * other sessions and every outstanding code; the address never changes.
 *
 * @throws validation_failed, not_admin, same_password, weak_password, insufficient_aal, current_password_required,
 *   current_password_invalid, reauthentication_needed, reauthentication_not_valid, phone_exists, sms_send_failed,
 *   over_request_rate_limit, over_sms_send_rate_limit, session_not_found, conflict
 */
export async function changeUser(call: AuthCall, me: SignedIn, given: UserUpdate): Promise<UserObject> {
  await spendRequest(call, "sendPerAddress", call.ip);
  refuseFixed(me, given);
  // All is checked before anything is written, so that a refusal leaves everything as it was.
  if (given.data !== undefined) mergeMetadata(me.user.user_metadata, given.data);
  const phone = given.phone ? readPhone(given.phone) : me.user.phone;
  const isPhoneNew = phone !== null && phone !== me.user.phone;
  if (isPhoneNew) await checkNewPhone(call, me, phone, given.channel);
  if (given.password !== undefined) await changePassword(call, me, { ...given, password: given.password });
  if (given.data !== undefined) await mergeUserData(call, me, given.data);
  if (isPhoneNew) await startPhoneChange(call, me, phone, given.channel);
  return (await presentUserById(call.db, me.user.id)) ?? refuse(403, "user_not_found", "User not found");
}

/** What a member cannot change themselves. */
function refuseFixed({ user }: SignedIn, given: UserUpdate): void {
  if (given.app_metadata !== undefined) refuse(403, "not_admin", "Updating app_metadata is not possible");
  if (given.email && given.email.trim().toLowerCase() !== (user.email ?? "")) {
    refuse(422, "validation_failed", "The email address of an account cannot be changed");
  }
}

async function changePassword(
  call: AuthCall,
  { user, session }: SignedIn,
  given: UserUpdate & { password: string },
): Promise<void> {
  const factors = await listFactors(call.db, user.id);
  if (session.assurance === "aal1" && factors.some((factor) => factor.status === "verified")) {
    refuse(401, "insufficient_aal", "AAL2 session is required to update email or password when MFA is enabled.");
  }
  await checkNewPassword(call, given.password, { email: user.email });
  await proveOwner(call, { user, session }, given);
  if (user.password_hash && (await isPassword(call, given.password, user.password_hash))) {
    refuse(422, "same_password", "New password should be different from the old password.");
  }
  const passwordHash = await hashPassword(call, given.password);
  const now = call.clock.now();
  await call.db.transaction().execute(async (tx) => {
    await lockUnchanged(tx, { user, session });
    await updateUser(tx, user.id, { password_hash: passwordHash }, now);
    await deleteSessions(tx, user.id, { except: session.id });
    await endOutstanding(tx, user.id);
    // The right to set a password without the old one is used up.
    await endRecovery(tx, session.id);
    await audit(call, "password_changed", user.id, { tx });
  });
  mailNotice(call, user.email, "password_changed");
}

/** Of two changes at once the later one proved itself by a password, or in a session, that is no more. */
async function lockUnchanged(tx: Tx, { user, session }: SignedIn): Promise<void> {
  const locked = await lockUser(tx, user.id);
  if (!(await lockSession(tx, session.id))) {
    refuse(403, "session_not_found", "Session from session_id claim in JWT does not exist");
  }
  if (locked?.password_hash !== user.password_hash) {
    refuse(409, "conflict", "The password was changed by another request");
  }
}

/** The old password, a mailed code, a recovery link, or, where there never was a password, a sign-in just now. */
async function proveOwner(call: AuthCall, me: SignedIn, given: UserUpdate): Promise<void> {
  const { user, session } = me;
  if (isRecovering(call, session) || !call.config.auth.password.isCurrentNeeded) return;
  if (given.nonce) return proveByCode(call, user, given.nonce);
  if (!user.password_hash) return requireFresh(call, session);
  if (!given.current_password) {
    return refuse(400, "current_password_required", "Current password required when setting new password.");
  }
  const attempt = await beginPasswordTry(call, user.email ?? user.phone ?? user.id, call.ip);
  if (!(await isPassword(call, given.current_password, user.password_hash))) {
    await audit(call, "sign_in_failed", user.id, { details: { method: "current_password" } });
    return refuse(400, "current_password_invalid", "Current password required when setting new password.");
  }
  return attempt.succeeded();
}

/** A recovery link lets a new password be set for as long as the link itself could have been used. */
function isRecovering(call: AuthCall, session: SignedIn["session"]): boolean {
  const ageMs = call.clock.now().getTime() - session.created_at.getTime();
  return session.is_recovery && ageMs <= call.config.auth.codes.recoveryLink * 1_000;
}

async function proveByCode(call: AuthCall, user: UserRow, code: string): Promise<void> {
  const recipient = user.email ?? user.phone ?? "";
  const row = await call.db
    .transaction()
    .execute((tx) => redeemCode(call, tx, { purposes: ["reauthentication"], recipient, code }));
  if (row?.user_id !== user.id) refuse(422, "reauthentication_not_valid", "Nonce has expired or is invalid");
}

async function mergeUserData(call: AuthCall, { user }: SignedIn, data: Record<string, unknown>): Promise<void> {
  await call.db.transaction().execute(async (tx) => {
    const locked = await lockUser(tx, user.id);
    const merged = mergeMetadata(locked?.user_metadata ?? {}, data);
    await updateUser(tx, user.id, { user_metadata: merged }, call.clock.now());
  });
}

async function checkNewPhone(call: AuthCall, me: SignedIn, phone: string, channel: string): Promise<void> {
  const sentBy = readChannel(channel);
  await requireTrusted(call, me.session);
  checkSms(call, phone, sentBy);
  if (await findUser(call.db, { phone })) {
    refuse(422, "phone_exists", "A user with this phone number has already been registered");
  }
}

async function startPhoneChange(call: AuthCall, me: SignedIn, phone: string, channel: string): Promise<void> {
  await spendSms(call, phone);
  const now = call.clock.now();
  await updateUser(call.db, me.user.id, { new_phone: phone, phone_change_sent_at: now }, now);
  await sendSmsCode(call, { purpose: "phone_change", phone, userId: me.user.id, channel: readChannel(channel) });
}
