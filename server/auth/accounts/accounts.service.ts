import { insertWelcomeJob } from "#server/auth/mails/welcome.service.ts";
import { randomUUID } from "node:crypto";
import type { Tx } from "#server/db/db.ts";
import type { IdentityProvider } from "#server/db/schema.ts";
import { createProfile } from "#server/members/new-profiles.service.ts";
import { findUsername } from "#server/members/members.service.ts";
import {
  findUser,
  insertIdentity,
  insertUser,
  lockUser,
  mergeIdentityData,
  updateUser,
  type UserRow,
} from "./accounts.store.ts";

export {
  countUsers,
  deleteIdentities,
  deletePendingUsers,
  deleteUser,
  findIdentity,
  findUser,
  insertIdentity,
  listFactors,
  listIdentities,
  listUnconfirmedMembers,
  listUsers,
  lockUser,
  mergeIdentityData,
  updateIdentity,
  updateUser,
} from "./accounts.store.ts";
export type { UserRow } from "./accounts.store.ts";

/** Whether an account may not sign in at all now: it is banned, and not by a suspension. */
export function isBannedFromSignIn(user: Pick<UserRow, "banned_until" | "is_suspension">, now: Date): boolean {
  return user.banned_until !== null && user.banned_until > now && !user.is_suspension;
}

export interface NewAccount {
  email?: string | undefined;
  phone?: string | undefined;
  passwordHash?: string | undefined;
  isEmailConfirmed?: boolean;
  isPhoneConfirmed?: boolean;
  /** Confirmed automatically, without verification. */
  isUnproven?: boolean;
  isAnonymous?: boolean;
  isInvited?: boolean;
  /** A sign-up that waits for its confirmation: its profile is made with its first session. */
  isPending?: boolean;
  /** Data from the caller; `username` and `bio` also fill the profile. Never a source of permissions. */
  userMetadata: Record<string, unknown>;
  appMetadata?: Record<string, unknown>;
  /** An external identity, instead of the e-mail and phone identities. */
  social?: { provider: "google" | "facebook"; providerId: string; data: Record<string, unknown> };
  now: Date;
}

/**
 * Creates a user with its identities and, unless it is pending, its profile, or returns null if e-mail or phone is taken.
 * Writes `auth.users`, `auth.identities`, `profiles`, `user_roles`; part of the caller's transaction.
 */
export async function createAccount(tx: Tx, account: NewAccount): Promise<UserRow | null> {
  const { now, userMetadata } = account;
  const id = randomUUID();
  const isInserted = await insertUser(tx, toUserRow(id, account));
  if (!isInserted) return null;
  for (const identity of identitiesOf(id, account)) {
    const isLinked = await insertIdentity(tx, { ...identity, id: randomUUID(), user_id: id, created_at: now });
    if (!isLinked) throw new Error("An identity of a new account was linked meanwhile");
  }
  if (!account.isPending) await createProfile(tx, { userId: id, ...profileDataOf(userMetadata), now });
  if (account.email !== undefined && account.isEmailConfirmed) await insertWelcomeJob(tx, id);
  const created = await findUser(tx, { id });
  if (!created) throw new Error("A user that was just made cannot be read");
  return created;
}

/**
 * Makes the profile of a confirmed sign-up, which nobody could see before; part of the caller's transaction. Writes
 * `profiles` and `user_roles`.
 */
export async function ensureProfile(tx: Tx, userId: string, now: Date): Promise<void> {
  if ((await findUsername(tx, userId)) !== undefined) return;
  // Of two first sessions at once the second finds the profile of the first.
  const user = await lockUser(tx, userId);
  if (!user || (await findUsername(tx, userId)) !== undefined) return;
  await createProfile(tx, { userId, ...profileDataOf(user.user_metadata), now });
}

/** The profile data in user data: the name that the username is derived from, and the bio. */
export function profileDataOf(userMetadata: Record<string, unknown>): { name: string; bio: string | null } {
  const { username, name, full_name: fullName, bio } = userMetadata;
  return { name: [username, name, fullName].find(isText) ?? "", bio: isText(bio) ? bio : null };
}

const isText = (value: unknown): value is string => typeof value === "string";

function confirmedTimes(account: NewAccount) {
  const emailConfirmedAt = account.email !== undefined && account.isEmailConfirmed ? account.now : null;
  const phoneConfirmedAt = account.phone !== undefined && account.isPhoneConfirmed ? account.now : null;
  return {
    email_confirmed_at: emailConfirmedAt,
    phone_confirmed_at: phoneConfirmedAt,
    email_proven_at: account.isUnproven ? null : emailConfirmedAt,
    phone_proven_at: account.isUnproven ? null : phoneConfirmedAt,
  };
}

function toUserRow(id: string, account: NewAccount): Parameters<typeof insertUser>[1] {
  const { email = null, phone = null, now } = account;
  const confirmed = confirmedTimes(account);
  const emailConfirmedAt = confirmed.email_confirmed_at;
  return {
    id,
    email,
    phone,
    password_hash: account.passwordHash ?? null,
    ...confirmed,
    invited_at: account.isInvited ? now : null,
    user_metadata: emailConfirmedAt ? { ...account.userMetadata, email_verified: true } : account.userMetadata,
    app_metadata: account.appMetadata ?? {},
    is_anonymous: account.isAnonymous ?? false,
    created_at: now,
    updated_at: now,
  };
}

function identitiesOf(
  userId: string,
  account: NewAccount,
): { provider: IdentityProvider; provider_id: string; identity_data: Record<string, unknown> }[] {
  const { email, phone, social, userMetadata } = account;
  if (social) {
    return [{ provider: social.provider, provider_id: social.providerId, identity_data: social.data }];
  }
  const base = {
    sub: userId,
    email_verified: account.isEmailConfirmed ?? false,
    phone_verified: account.isPhoneConfirmed ?? false,
  };
  return [
    ...(email === undefined
      ? []
      : [{ provider: "email" as const, provider_id: userId, identity_data: { ...userMetadata, ...base, email } }]),
    ...(phone === undefined
      ? []
      : [{ provider: "phone" as const, provider_id: userId, identity_data: { ...userMetadata, ...base, phone } }]),
  ];
}

/** Marks the user's e-mail address as verified. Writes `auth.users` and `auth.identities`. */
export async function confirmEmail(tx: Tx, user: UserRow, now: Date): Promise<void> {
  if (user.email_confirmed_at === null) await insertWelcomeJob(tx, user.id);
  await updateUser(
    tx,
    user.id,
    {
      email_confirmed_at: user.email_confirmed_at ?? now,
      email_proven_at: user.email_proven_at ?? now,
      user_metadata: { ...user.user_metadata, email_verified: true },
    },
    now,
  );
  await mergeIdentityData(tx, user.id, "email", { email_verified: true }, now);
}

/** Marks the user's phone number as verified, and adds its identity. Writes `auth.users` and `auth.identities`. */
export async function confirmPhone(tx: Tx, user: UserRow, phone: string, now: Date): Promise<void> {
  await updateUser(tx, user.id, { phone, phone_confirmed_at: now, phone_proven_at: now, new_phone: null }, now);
  await setIdentity(tx, user.id, { provider: "phone", data: { phone, phone_verified: true } }, now);
}

/** Adds the user's e-mail or phone identity, or changes its data. Writes `auth.identities`. */
export async function setIdentity(
  tx: Tx,
  userId: string,
  { provider, data }: { provider: "email" | "phone"; data: Record<string, unknown> },
  now: Date,
): Promise<void> {
  const isNew = await insertIdentity(tx, {
    id: randomUUID(),
    user_id: userId,
    provider,
    provider_id: userId,
    identity_data: { sub: userId, ...data },
    created_at: now,
  });
  if (!isNew) await mergeIdentityData(tx, userId, provider, data, now);
}

/**
 * Adds the identity of a confirmed e-mail address that signs in by password now, and not only through a provider; one that is
 * there stays as it is. Writes `auth.identities`.
 */
export async function addEmailIdentity(tx: Tx, user: UserRow, now: Date): Promise<void> {
  if (user.email === null || user.email_confirmed_at === null) return;
  await insertIdentity(tx, {
    id: randomUUID(),
    user_id: user.id,
    provider: "email",
    provider_id: user.id,
    identity_data: { sub: user.id, email: user.email, email_verified: true },
    created_at: now,
  });
}
