import type { Updateable } from "kysely";
import {
  createAccount,
  deleteUser,
  findUser,
  listUsers,
  countUsers,
  lockUser,
  mergeIdentityData,
  updateUser,
  type UserRow,
} from "#server/accounts/accounts.service.ts";
import { checkNewPassword, hashPassword } from "#server/accounts/passwords.service.ts";
import { presentUser, type UserObject } from "#server/accounts/user-objects.service.ts";
import { audit } from "#server/audit/audit.service.ts";
import { endOutstanding } from "#server/codes/codes.service.ts";
import { transact, type Tx } from "#server/db/db.ts";
import type { UserTable } from "#server/db/schema.ts";
import type { AuthCall } from "#server/http/serve-auth.ts";
import { findCountedWith, recountRows } from "#server/jobs/jobs.service.ts";
import { refuse } from "#server/lib/auth-error.ts";
import { deleteSessions } from "#server/sessions/sessions.service.ts";
import { mergeMetadata, readEmail, readPhone } from "./auth-inputs.service.ts";

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
export async function getUser(call: AuthCall, userId: string): Promise<UserRow> {
  return (await findUser(call.db, { id: userId })) ?? refuse(404, "user_not_found", "User not found");
}

/** A page of users, newest first, and how many there are in all. */
export async function listAllUsers(
  call: AuthCall,
  { page, perPage }: { page: number; perPage: number },
): Promise<{ users: UserObject[]; total: number }> {
  const rows = await listUsers(call.db, { limit: perPage, offset: (page - 1) * perPage });
  const users = await Promise.all(rows.map((row) => presentUser(call.db, row)));
  return { users, total: await countUsers(call.db) };
}

/**
 * Makes an account for somebody.
 *
 * @throws validation_failed, weak_password, email_exists, phone_exists
 */
export async function createUserForService(call: AuthCall, given: AdminUser): Promise<UserObject> {
  const email = given.email ? readEmail(given.email) : undefined;
  const phone = given.phone ? readPhone(given.phone) : undefined;
  if (email === undefined && phone === undefined) {
    refuse(400, "validation_failed", "Cannot create a user without either an email or phone");
  }
  if (given.password) await checkNewPassword(call, given.password, { email: email ?? null });
  const passwordHash = given.password ? await hashPassword(call, given.password) : undefined;
  const user = await call.db.transaction().execute(async (tx) => {
    await refuseTaken(tx, { email, phone });
    const made = await createAccount(tx, {
      email,
      phone,
      passwordHash,
      isEmailConfirmed: given.email_confirm ?? false,
      isPhoneConfirmed: given.phone_confirm ?? false,
      userMetadata: mergeMetadata({}, given.user_metadata ?? {}),
      appMetadata: mergeMetadata({}, given.app_metadata ?? {}),
      now: call.clock.now(),
    });
    if (!made) return refuse(422, "email_exists", "A user with this email address has already been registered");
    await audit(call, "account_created", made.id, { actor, tx });
    if (given.ban_duration) await setBan(call, tx, made, given.ban_duration);
    return made;
  });
  return presentUser(call.db, await getUser(call, user.id));
}

async function refuseTaken(
  tx: Tx,
  { email, phone, except }: { email?: string | undefined; phone?: string | undefined; except?: string },
): Promise<void> {
  const byEmail = email === undefined ? undefined : await findUser(tx, { email });
  if (byEmail && byEmail.id !== except) {
    refuse(422, "email_exists", "A user with this email address has already been registered");
  }
  const byPhone = phone === undefined ? undefined : await findUser(tx, { phone });
  if (byPhone && byPhone.id !== except) {
    refuse(422, "phone_exists", "A user with this phone number has already been registered");
  }
}

/**
 * Changes an account; a new password or a ban ends its sessions.
 *
 * @throws user_not_found, validation_failed, weak_password, email_exists, phone_exists
 */
export async function changeUserForService(call: AuthCall, userId: string, given: AdminUser): Promise<UserObject> {
  const user = await getUser(call, userId);
  const email = given.email ? readEmail(given.email) : undefined;
  const phone = given.phone ? readPhone(given.phone) : undefined;
  if (given.password) await checkNewPassword(call, given.password, { email: email ?? user.email });
  const passwordHash = given.password ? await hashPassword(call, given.password) : undefined;
  const now = call.clock.now();
  await call.db.transaction().execute(async (tx) => {
    await refuseTaken(tx, { email, phone, except: user.id });
    // What is merged is read under the lock, so that of two changes at once none is lost.
    const locked = (await lockUser(tx, user.id)) ?? refuse(404, "user_not_found", "User not found");
    await updateUser(tx, user.id, toChanges(locked, given, { email, phone, passwordHash, now }), now);
    if (email !== undefined) await mergeIdentityData(tx, user.id, "email", { email }, now);
    if (given.email_confirm) await mergeIdentityData(tx, user.id, "email", { email_verified: true }, now);
    if (passwordHash !== undefined) {
      await deleteSessions(tx, user.id);
      await endOutstanding(tx, user.id);
    }
    if (given.ban_duration) await setBan(call, tx, user, given.ban_duration);
    const changed = Object.keys(given).filter((name) => given[name as keyof AdminUser] !== undefined);
    await audit(call, "account_changed_by_admin", user.id, { actor, details: { changed }, tx });
  });
  return presentUser(call.db, await getUser(call, user.id));
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
    ...(given.user_metadata ? { user_metadata: mergeMetadata(user.user_metadata, given.user_metadata) } : {}),
    ...(given.app_metadata ? { app_metadata: mergeMetadata(user.app_metadata, given.app_metadata) } : {}),
  };
}

async function setBan(call: AuthCall, tx: Tx, user: UserRow, duration: string): Promise<void> {
  const now = call.clock.now();
  const ms = readDurationMs(duration);
  if (ms !== null && ms > banMsMax) refuse(400, "validation_failed", "invalid format for ban duration: too long");
  await updateUser(tx, user.id, { banned_until: ms === null ? null : new Date(now.getTime() + ms) }, now);
  if (ms !== null) await deleteSessions(tx, user.id);
}

const banMsMax = 200 * 365 * 86_400_000;
const unitMs: Record<string, number> = { h: 3_600_000, m: 60_000, s: 1_000, ms: 1 };

/** Milliseconds of `24h`, `1h30m`, `300ms`; null for `none`. @throws validation_failed */
function readDurationMs(text: string): number | null {
  if (text === "none") return null;
  if (!/^(\d+(\.\d+)?(h|ms|m|s))+$/.test(text)) refuse(400, "validation_failed", "invalid format for ban duration");
  const parts = [...text.matchAll(/(\d+(?:\.\d+)?)(h|ms|m|s)/g)];
  return parts.reduce((sum, [, count, unit]) => sum + Number(count) * (unitMs[unit ?? ""] ?? 0), 0);
}

/**
 * Removes an account and all that hangs on it: profile, outfits, comments, reactions, threads. What counted them counts
 * anew in the same transaction; the files of the pictures go with the next collection.
 *
 * @throws user_not_found
 */
export async function deleteUserForService(call: AuthCall, userId: string): Promise<Record<never, never>> {
  const user = await getUser(call, userId);
  await transact(call.db, async (tx) => {
    const counted = await findCountedWith(tx, user.id);
    await deleteUser(tx, user.id);
    await recountRows(tx, counted);
    await audit(call, "account_deleted", user.id, { actor, tx });
  });
  return {};
}
