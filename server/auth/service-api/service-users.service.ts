import type { Updateable } from "kysely";
import { dayMs } from "#contract/durations.ts";
import { eraseAccount } from "#server/account/erasure.service.ts";
import {
  addEmailIdentity,
  ensureProfile,
  createAccount,
  findUser,
  listUsers,
  countUsers,
  lockUser,
  mergeIdentityData,
  setIdentity,
  updateUser,
  type UserRow,
} from "#server/auth/accounts/accounts.service.ts";
import { checkNewPassword, hashPassword } from "#server/auth/accounts/passwords.service.ts";
import { presentUser, type UserObject } from "#server/auth/accounts/user-objects.service.ts";
import { audit } from "#server/auth/audit/audit.service.ts";
import { invalidateOutstanding } from "#server/auth/codes/codes.service.ts";
import { passwordAlert, sendSecurityAlert } from "#server/auth/mails/auth-mails.service.ts";
import { lockRole } from "#server/auth/roles/roles.service.ts";
import { transact, type Tx } from "#server/db/db.ts";
import type { UserTable } from "#server/db/schema.ts";
import { type AuthContext, AuthReply } from "#server/auth/http/auth-http.ts";
import { banMember, unbanMember } from "#server/bans/bans.service.ts";
import { failAuth } from "#server/auth/http/auth-error.ts";
import { deleteSessions } from "#server/auth/sessions/sessions.service.ts";
import { mergeMetadata, readEmail, readPhone } from "#server/auth/http/auth-inputs.ts";

const actor = "service";

export interface AdminUser {
  email?: string | undefined;
  phone?: string | undefined;
  password?: string | undefined;
  email_confirm?: boolean | undefined;
  phone_confirm?: boolean | undefined;
  user_metadata?: Record<string, unknown> | undefined;
  app_metadata?: Record<string, unknown> | undefined;
  ban_duration?: string | undefined;
}

/** A user by id. @throws user_not_found */
export async function getUser(context: AuthContext, userId: string): Promise<UserRow> {
  return (await findUser(context.db, { id: userId })) ?? failAuth(404, "user_not_found", "User not found");
}

const perPageMax = 1_000;

/**
 * A page of users, newest first; headers have their number and links to the next and the last page.
 *
 * @param asked As in the query; empty for the first page and for 50 users.
 * @throws validation_failed
 */
export async function listUsersPage(
  context: AuthContext,
  asked: { page: string; perPage: string },
): Promise<AuthReply> {
  const [page, perPage] = [asked.page || "1", asked.perPage || "50"].map((text) =>
    /^\d{1,9}$/.test(text) ? Number(text) : 0,
  );
  if (!page || !perPage) {
    return failAuth(400, "validation_failed", "Bad Pagination Parameters: page and per_page start at 1");
  }
  const size = Math.min(perPage, perPageMax);
  const rows = await listUsers(context.db, { limit: size, offset: (page - 1) * size });
  const users = await Promise.all(rows.map((row) => presentUser(context.db, row)));
  const total = await countUsers(context.db);
  const last = Math.max(1, Math.ceil(total / size));
  const at = (number: number, rel: string) =>
    `<${context.config.auth.publicUrl}/admin/users?page=${number}&per_page=${size}>; rel="${rel}"`;
  const link = [...(page < last ? [at(page + 1, "next")] : []), at(last, "last")].join(", ");
  return new AuthReply(200, { "x-total-count": String(total), link }, { users, aud: "authenticated" });
}

/**
 * Creates an account.
 *
 * @throws validation_failed, weak_password, email_exists, phone_exists
 */
export async function createUserForService(context: AuthContext, given: AdminUser): Promise<UserObject> {
  const email = given.email ? readEmail(given.email) : undefined;
  const phone = given.phone ? readPhone(given.phone) : undefined;
  if (email === undefined && phone === undefined) {
    failAuth(400, "validation_failed", "Cannot create a user without either an email or phone");
  }
  if (given.password) await checkNewPassword(context, given.password, { email: email ?? null });
  const passwordHash = given.password ? await hashPassword(context, given.password) : undefined;
  const user = await transact(context.db, async (tx) => {
    await refuseTaken(tx, { email, phone });
    const made = await createAccount(tx, {
      email,
      phone,
      passwordHash,
      isEmailConfirmed: given.email_confirm ?? false,
      isPhoneConfirmed: given.phone_confirm ?? false,
      userMetadata: mergeMetadata({}, given.user_metadata ?? {}),
      appMetadata: mergeMetadata({}, given.app_metadata ?? {}),
      now: context.clock.now(),
    });
    if (!made) return failAuth(422, "email_exists", "A user with this email address has already been registered");
    await audit(context, "account_created", made.id, { actor, tx });
    if (given.ban_duration) await setBan(context, tx, made, given.ban_duration);
    return made;
  });
  return presentUser(context.db, await getUser(context, user.id));
}

async function refuseTaken(
  tx: Tx,
  { email, phone, except }: { email?: string | undefined; phone?: string | undefined; except?: string },
): Promise<void> {
  const byEmail = email === undefined ? undefined : await findUser(tx, { email });
  if (byEmail && byEmail.id !== except) {
    failAuth(422, "email_exists", "A user with this email address has already been registered");
  }
  const byPhone = phone === undefined ? undefined : await findUser(tx, { phone });
  if (byPhone && byPhone.id !== except) {
    failAuth(422, "phone_exists", "A user with this phone number has already been registered");
  }
}

/**
 * Changes an account; a new password or a ban ends its sessions, and the owner gets a mail about the password.
 *
 * @throws user_not_found, validation_failed (also for a ban of the last admin), weak_password, email_exists, phone_exists
 */
export async function changeUserForService(
  context: AuthContext,
  userId: string,
  given: AdminUser,
): Promise<UserObject> {
  const user = await getUser(context, userId);
  const email = given.email ? readEmail(given.email) : undefined;
  const phone = given.phone ? readPhone(given.phone) : undefined;
  if (given.password) await checkNewPassword(context, given.password, { email: email ?? user.email });
  const passwordHash = given.password ? await hashPassword(context, given.password) : undefined;
  const now = context.clock.now();
  await transact(context.db, async (tx) => {
    if (given.ban_duration && given.ban_duration !== "none") await keepLastAdmin(tx, user.id);
    await refuseTaken(tx, { email, phone, except: user.id });
    // Read under the lock before merging, so that no concurrent change is lost.
    const locked = (await lockUser(tx, user.id)) ?? failAuth(404, "user_not_found", "User not found");
    await updateUser(tx, user.id, toChanges(locked, given, { email, phone, passwordHash, now }), now);
    await followIdentities(tx, locked, given, now);
    if (passwordHash !== undefined) {
      await deleteSessions(tx, user.id);
      await invalidateOutstanding(tx, user.id);
      // To the address that was theirs so far.
      await sendSecurityAlert(tx, context, locked.email, passwordAlert(locked.password_hash), { isByOwner: false });
    }
    if (given.ban_duration) await setBan(context, tx, user, given.ban_duration);
    const changed = Object.keys(given).filter((name) => given[name as keyof AdminUser] !== undefined);
    await audit(context, "account_changed_by_admin", user.id, { actor, details: { changed }, tx });
  });
  return presentUser(context.db, await getUser(context, user.id));
}

/**
 * What a member signs in with, and sees under Security, are the identities: they follow the changed account. An address or a
 * number that is new is verified only where it is confirmed, whatever was confirmed before.
 */
async function followIdentities(tx: Tx, before: UserRow, given: AdminUser, now: Date): Promise<void> {
  const user = (await findUser(tx, { id: before.id })) ?? before;
  const { id, email, phone } = user;
  if (email !== before.email) {
    await setIdentity(tx, id, { provider: "email", data: { email, email_verified: false } }, now);
  }
  if (phone !== before.phone) {
    await setIdentity(tx, id, { provider: "phone", data: { phone, phone_verified: false } }, now);
  }
  if (given.email_confirm) await mergeIdentityData(tx, id, "email", { email_verified: true }, now);
  if (given.phone_confirm) await mergeIdentityData(tx, id, "phone", { phone_verified: true }, now);
  if (given.email || given.password) await addEmailIdentity(tx, user, now);
}

function toChanges(
  user: UserRow,
  given: AdminUser,
  read: { email: string | undefined; phone: string | undefined; passwordHash: string | undefined; now: Date },
): Updateable<UserTable> {
  return {
    ...(read.email === undefined ? {} : { email: read.email }),
    ...(read.phone === undefined ? {} : { phone: read.phone }),
    ...(read.passwordHash === undefined ? {} : { password_hash: read.passwordHash }),
    ...(given.email_confirm && !user.email_confirmed_at ? { email_confirmed_at: read.now } : {}),
    ...(given.phone_confirm && !user.phone_confirmed_at ? { phone_confirmed_at: read.now } : {}),
    ...provenChanges(user, given, read),
    ...(given.user_metadata ? { user_metadata: mergeMetadata(user.user_metadata, given.user_metadata) } : {}),
    ...(given.app_metadata ? { app_metadata: mergeMetadata(user.app_metadata, given.app_metadata) } : {}),
  };
}

/** An address that a trusted service confirms is verified; one that it only sets is not. */
function provenChanges(
  user: UserRow,
  given: AdminUser,
  read: { email: string | undefined; phone: string | undefined; now: Date },
): Updateable<UserTable> {
  const isEmailNew = read.email !== undefined && read.email !== user.email;
  const isPhoneNew = read.phone !== undefined && read.phone !== user.phone;
  return {
    ...(isEmailNew ? { email_proven_at: null } : {}),
    ...(isPhoneNew ? { phone_proven_at: null } : {}),
    ...(given.email_confirm ? { email_proven_at: read.now } : {}),
    ...(given.phone_confirm ? { phone_proven_at: read.now } : {}),
  };
}

/** Role changes then wait until the transaction ends. @throws validation_failed */
async function keepLastAdmin(tx: Tx, userId: string): Promise<void> {
  if ((await lockRole(tx, userId)) !== "last-admin") return;
  failAuth(422, "validation_failed", "The last admin can be neither banned nor deleted");
}

async function setBan(context: AuthContext, tx: Tx, user: UserRow, duration: string): Promise<void> {
  const now = context.clock.now();
  // An account that has never had a session has no profile, and a ban unlists one.
  await ensureProfile(tx, user.id, now);
  const ms = readDurationMs(duration);
  if (ms !== null && ms > banMsMax) failAuth(400, "validation_failed", "invalid format for ban duration: too long");
  if (ms === null) await unbanMember(tx, context, user.id);
  else await banMember(tx, context, user.id, new Date(now.getTime() + ms));
}

const banMsMax = 200 * 365 * dayMs;
const unitMs: Record<string, number> = { h: 3_600_000, m: 60_000, s: 1_000, ms: 1 };

/** Milliseconds of `24h`, `1h30m`, `300ms`; null for `none`. @throws validation_failed */
function readDurationMs(text: string): number | null {
  if (text === "none") return null;
  if (!/^(\d+(\.\d+)?(h|ms|m|s))+$/.test(text)) failAuth(400, "validation_failed", "invalid format for ban duration");
  const parts = [...text.matchAll(/(\d+(?:\.\d+)?)(h|ms|m|s)/g)];
  return parts.reduce((sum, [, count, unit]) => sum + Number(count) * (unitMs[unit ?? ""] ?? 0), 0);
}

/**
 * Erases an account with all that belongs to it, as `eraseAccount` does for members and admins.
 *
 * @throws user_not_found, validation_failed for the last admin
 */
export async function deleteUserForService(context: AuthContext, userId: string): Promise<Record<never, never>> {
  const user = await getUser(context, userId);
  await transact(context.db, async (tx) => {
    await keepLastAdmin(tx, user.id);
    await eraseAccount(tx, context, user.id);
    await audit(context, "account_deleted", user.id, { actor, tx });
  });
  return {};
}
