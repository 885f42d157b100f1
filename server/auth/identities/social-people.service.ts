import { randomUUID } from "node:crypto";
import {
  isBannedFromSignIn,
  createAccount,
  findIdentity,
  findUser,
  insertIdentity,
  lockUser,
  updateIdentity,
  type UserRow,
} from "#server/auth/accounts/accounts.service.ts";
import { audit } from "#server/auth/audit/audit.service.ts";
import { sendSecurityAlert } from "#server/auth/mails/auth-mails.service.ts";
import { lockSession } from "#server/auth/sessions/sessions.service.ts";
import { proveAddress } from "#server/auth/proofs/first-proof.service.ts";
import type { Tx } from "#server/db/db.ts";
import type { AuthContext } from "#server/auth/http/auth-http.ts";
import { AuthError } from "#server/auth/http/auth-error.ts";
import type { SocialPerson, SocialProvider } from "#server/outside/oauth.ts";

/** A person verified by a provider. */
export interface VerifiedProfile {
  provider: SocialProvider;
  person: SocialPerson;
}

const alreadyExists = (message: string) => new AuthError(422, "identity_already_exists", message);

/**
 * The account for this person: the one with this identity; else the one with the same address, if the
 * provider verified it; else a new one. Part of the caller's transaction.
 *
 * @throws identity_already_exists, signup_disabled, user_banned
 * @see docs/security.md#s-17 and docs/security.md#s-19
 */
export async function findOrCreatePerson(context: AuthContext, tx: Tx, vouched: VerifiedProfile): Promise<UserRow> {
  const { provider, person } = vouched;
  const now = context.clock.now();
  const identity = await findIdentity(tx, provider, person.providerId);
  if (identity) {
    await updateIdentity(tx, identity.id, { identity_data: person.claims, last_sign_in_at: now }, now);
    return refuseBanned(context, await findUser(tx, { id: identity.user_id }));
  }
  const owner = person.email === null ? undefined : await findUser(tx, { email: person.email });
  if (!owner) return createPerson(context, tx, vouched);
  if (!person.isEmailVerified) {
    throw alreadyExists("This email has an account. Sign in to it, then link this provider in Settings.");
  }
  refuseBanned(context, owner);
  await proveAddress(context, tx, owner, {
    submitted: { passwordHash: null, userData: person.claims },
    isByProvider: true,
  });
  await addIdentity(context, tx, owner, vouched);
  return refuseBanned(context, await findUser(tx, { id: owner.id }));
}

/**
 * Links an identity to the account that requested it, unless the session that did is over.
 *
 * @throws identity_already_exists, user_banned, session_not_found
 */
export async function linkPerson(
  context: AuthContext,
  tx: Tx,
  { userId, sessionId }: { userId: string; sessionId: string | null },
  vouched: VerifiedProfile,
): Promise<UserRow> {
  const user = refuseBanned(context, await lockUser(tx, userId));
  // It may have been ended while the provider was asked: then anyone who used it has lost the account.
  if (sessionId !== null && !(await lockSession(tx, sessionId))) {
    throw new AuthError(403, "session_not_found", "The session that asked for the link has ended");
  }
  const identity = await findIdentity(tx, vouched.provider, vouched.person.providerId);
  if (identity?.user_id === userId) throw alreadyExists("Identity is already linked");
  if (identity) throw alreadyExists("Identity is already linked to another user");
  await addIdentity(context, tx, user, vouched);
  return user;
}

async function createPerson(context: AuthContext, tx: Tx, { provider, person }: VerifiedProfile): Promise<UserRow> {
  if (!context.config.auth.isSignupOn) {
    throw new AuthError(422, "signup_disabled", "Signups not allowed for this instance");
  }
  const made = await createAccount(tx, {
    // An unverified address is not added to the account: its real owner may sign up later.
    ...(person.email !== null && person.isEmailVerified ? { email: person.email, isEmailConfirmed: true } : {}),
    userMetadata: person.claims,
    social: { provider, providerId: person.providerId, data: person.claims },
    now: context.clock.now(),
  });
  if (!made) throw alreadyExists("This email has an account already");
  await audit(context, "account_created", made.id, { details: { provider }, tx });
  return made;
}

async function addIdentity(
  context: AuthContext,
  tx: Tx,
  user: UserRow,
  { provider, person }: VerifiedProfile,
): Promise<void> {
  const isLinked = await insertIdentity(tx, {
    id: randomUUID(),
    user_id: user.id,
    provider,
    provider_id: person.providerId,
    identity_data: person.claims,
    created_at: context.clock.now(),
  });
  if (!isLinked) throw alreadyExists("Identity is already linked to another user");
  await audit(context, "identity_linked", user.id, { details: { provider }, tx });
  await sendSecurityAlert(tx, context, user.email, "identity_linked");
}

function refuseBanned(context: AuthContext, user: UserRow | undefined): UserRow {
  if (!user) throw new AuthError(403, "user_not_found", "User not found");
  if (isBannedFromSignIn(user, context.clock.now())) {
    throw new AuthError(403, "user_banned", "User is banned");
  }
  return user;
}
