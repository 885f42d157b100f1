import { randomUUID } from "node:crypto";
import {
  createAccount,
  deleteIdentities,
  findIdentity,
  findUser,
  insertIdentity,
  listIdentities,
  lockUser,
  updateIdentity,
  updateUser,
  type UserRow,
} from "#server/accounts/accounts.service.ts";
import { audit } from "#server/audit/audit.service.ts";
import { mailNotice } from "#server/auth/letters.service.ts";
import { endOutstanding } from "#server/codes/codes.service.ts";
import type { Tx } from "#server/db/db.ts";
import { deleteFactorsOf } from "#server/factors/factors.service.ts";
import type { AuthCall } from "#server/http/serve-auth.ts";
import { AuthError } from "#server/lib/auth-error.ts";
import type { SocialPerson, SocialProvider } from "#server/outside/oauth.ts";
import { deleteSessions } from "#server/sessions/sessions.service.ts";

/** Somebody whom a provider vouches for. */
export interface Vouched {
  provider: SocialProvider;
  person: SocialPerson;
}

const alreadyExists = (message: string) => new AuthError(422, "identity_already_exists", message);

/**
 * The account that this person signs in to: the one with this very identity; else the one with the same address, if the
 * provider proved it; else a new one. Part of the caller's transaction.
 *
 * @throws identity_already_exists, signup_disabled, user_banned
 * @see security.md rows 17 and 19
 */
export async function findOrCreatePerson(call: AuthCall, tx: Tx, vouched: Vouched): Promise<UserRow> {
  const { provider, person } = vouched;
  const now = call.clock.now();
  const identity = await findIdentity(tx, provider, person.providerId);
  if (identity) {
    await updateIdentity(tx, identity.id, { identity_data: person.claims, last_sign_in_at: now }, now);
    return refuseBanned(call, await findUser(tx, { id: identity.user_id }));
  }
  const owner = person.email === null ? undefined : await findUser(tx, { email: person.email });
  if (!owner) return createPerson(call, tx, vouched);
  if (!person.isEmailVerified) {
    throw alreadyExists("This email has an account. Sign in to it, then link this provider in the settings.");
  }
  refuseBanned(call, owner);
  await takeFromStrangers(call, tx, owner);
  await addIdentity(call, tx, owner, vouched);
  return refuseBanned(call, await findUser(tx, { id: owner.id }));
}

/**
 * Adds a way in to the account that asked for it.
 *
 * @throws identity_already_exists, user_banned
 */
export async function linkPerson(call: AuthCall, tx: Tx, userId: string, vouched: Vouched): Promise<UserRow> {
  const user = refuseBanned(call, await lockUser(tx, userId));
  const identity = await findIdentity(tx, vouched.provider, vouched.person.providerId);
  if (identity?.user_id === userId) throw alreadyExists("Identity is already linked");
  if (identity) throw alreadyExists("Identity is already linked to another user");
  await addIdentity(call, tx, user, vouched);
  return user;
}

async function createPerson(call: AuthCall, tx: Tx, { provider, person }: Vouched): Promise<UserRow> {
  if (!call.config.auth.isSignupOn) {
    throw new AuthError(422, "signup_disabled", "Signups not allowed for this instance");
  }
  const made = await createAccount(tx, {
    // An address that nobody proved stays out of the account: its real owner may come one day.
    ...(person.email !== null && person.isEmailVerified ? { email: person.email, isEmailConfirmed: true } : {}),
    userMetadata: person.claims,
    social: { provider, providerId: person.providerId, data: person.claims },
    now: call.clock.now(),
  });
  if (!made) throw alreadyExists("This email has an account already");
  await audit(call, "account_created", made.id, { details: { provider }, tx });
  return made;
}

async function addIdentity(call: AuthCall, tx: Tx, user: UserRow, { provider, person }: Vouched): Promise<void> {
  const isLinked = await insertIdentity(tx, {
    id: randomUUID(),
    user_id: user.id,
    provider,
    provider_id: person.providerId,
    identity_data: person.claims,
    created_at: call.clock.now(),
  });
  if (!isLinked) throw alreadyExists("Identity is already linked to another user");
  await audit(call, "identity_linked", user.id, { details: { provider }, tx });
  mailNotice(call, user.email, "identity_linked");
}

/**
 * Whoever made an account with an address that they never proved loses every hold on it when the owner of the address
 * comes: password, sessions, second steps, codes and the other unproven ways in.
 */
async function takeFromStrangers(call: AuthCall, tx: Tx, user: UserRow): Promise<void> {
  const identities = await listIdentities(tx, user.id);
  const isProven = (data: Record<string, unknown>) =>
    data["email_verified"] === true || data["phone_verified"] === true;
  const isAddressProven =
    user.email_confirmed_at !== null &&
    identities.some(({ provider, identity_data: data }) => provider !== "facebook" && data["email_verified"] === true);
  if (isAddressProven) return;
  const now = call.clock.now();
  for (const identity of identities) {
    if (!isProven(identity.identity_data)) await deleteIdentities(tx, user.id, { only: identity.id });
  }
  await deleteSessions(tx, user.id);
  await endOutstanding(tx, user.id);
  await deleteFactorsOf(tx, user.id);
  await updateUser(tx, user.id, { password_hash: null, email_confirmed_at: now }, now);
}

function refuseBanned(call: AuthCall, user: UserRow | undefined): UserRow {
  if (!user) throw new AuthError(403, "user_not_found", "User not found");
  if (user.banned_until && user.banned_until > call.clock.now()) {
    throw new AuthError(403, "user_banned", "User is banned");
  }
  return user;
}
