import { isDeepStrictEqual } from "node:util";
import {
  confirmEmail,
  confirmPhone,
  deleteIdentities,
  findUser,
  listIdentities,
  profileDataOf,
  updateUser,
  type UserRow,
} from "#server/auth/accounts/accounts.service.ts";
import { audit } from "#server/auth/audit/audit.service.ts";
import { invalidateOutstanding } from "#server/auth/codes/codes.service.ts";
import { deleteFactorsOf } from "#server/auth/factors/factors.service.ts";
import type { AuthContext } from "#server/auth/http/auth-http.ts";
import { deleteSessions } from "#server/auth/sessions/sessions.service.ts";
import type { Tx } from "#server/db/db.ts";
import { deletePendingSignUps } from "./pending-sign-ups.service.ts";
import { replaceProfile } from "#server/members/new-profiles.service.ts";

/** The data submitted with the proof: the sign-up of the code, or the profile from a provider. */
interface Submitted {
  passwordHash: string | null;
  userData: Record<string, unknown>;
}

interface Proof {
  /** Set if a phone number was verified; otherwise it was the e-mail address. */
  phone?: string;
  submitted: Submitted;
  /** The flow that continues with this proof. */
  flowId?: string | null;
  /** Verified by a provider, whose identity stays linked. */
  isByProvider?: boolean;
}

/**
 * Records that an address or a number of this account was verified. The first verification revokes all earlier access,
 * because the verified owner set none of it: password, sessions, factors, codes, flows and other identities are deleted,
 * and what was submitted with the proof replaces them. Part of the caller's transaction.
 *
 * @returns The account after the change.
 * @see docs/security.md#s-19
 */
export async function proveAddress(context: AuthContext, tx: Tx, user: UserRow, proof: Proof): Promise<UserRow> {
  const now = context.clock.now();
  const { phone } = proof;
  const isFirst = phone === undefined ? user.email_proven_at === null : !isAnythingProven(user);
  if (isFirst) await revokeUnprovenAccess(context, tx, user, proof);
  const current = isFirst ? ((await findUser(tx, { id: user.id })) ?? user) : user;
  if (phone === undefined) await confirmEmail(tx, current, now);
  else await confirmPhone(tx, current, phone, now);
  return (await findUser(tx, { id: user.id })) ?? current;
}

/** Whether the account has a verified address or number. */
const isAnythingProven = (user: UserRow) => user.email_proven_at !== null || user.phone_proven_at !== null;

async function revokeUnprovenAccess(
  context: AuthContext,
  tx: Tx,
  user: UserRow,
  { phone, submitted, flowId = null, isByProvider = false }: Proof,
): Promise<void> {
  const now = context.clock.now();
  const kind = phone === undefined ? "email" : "phone";
  await endAccess(tx, user.id, { exceptProvider: isByProvider ? null : kind, flowId });
  await storeSubmitted(tx, user, { kind, submitted, now });
  await audit(context, kind === "email" ? "email_confirmed" : "phone_confirmed", user.id, { tx });
}

/** Stores in the account only what was submitted for this proof: its password and its profile data. */
async function storeSubmitted(
  tx: Tx,
  user: UserRow,
  { kind, submitted, now }: { kind: "email" | "phone"; submitted: Proof["submitted"]; now: Date },
): Promise<void> {
  const wasInUse = user.email_confirmed_at !== null || user.phone_confirmed_at !== null;
  // A pending sign-up stores nothing in the account: what is there was set by a trusted service.
  const isNewProfile = !wasInUse && Object.keys(submitted.userData).length > 0;
  const passwordHash = submitted.passwordHash ?? (wasInUse ? null : user.password_hash);
  const noPhone = { phone: null, phone_confirmed_at: null, phone_proven_at: null };
  await updateUser(
    tx,
    user.id,
    {
      password_hash: passwordHash,
      ...(kind === "email" && noPhone),
      new_phone: null,
      new_email: null,
      ...(isNewProfile && { user_metadata: submitted.userData }),
    },
    now,
  );
  if (isNewProfile && !isDeepStrictEqual(user.user_metadata, submitted.userData)) {
    await replaceProfile(tx, { userId: user.id, ...profileDataOf(submitted.userData), now });
  }
}

/** Deletes all access except the identity of `exceptProvider`: identities, sessions, codes, flows, sign-ups and factors. */
async function endAccess(
  tx: Tx,
  userId: string,
  { exceptProvider, flowId }: { exceptProvider: "email" | "phone" | null; flowId: string | null },
): Promise<void> {
  for (const identity of await listIdentities(tx, userId)) {
    if (identity.provider !== exceptProvider) await deleteIdentities(tx, userId, { only: identity.id });
  }
  await deleteSessions(tx, userId);
  await invalidateOutstanding(tx, userId, flowId);
  await deletePendingSignUps(tx, userId);
  await deleteFactorsOf(tx, userId);
}
