import { transact } from "#server/db/db.ts";
import {
  deleteIdentities,
  listIdentities,
  lockUser,
  updateUser,
  type UserRow,
} from "#server/auth/accounts/accounts.service.ts";
import type { IdentityProvider } from "#server/db/schema.ts";
import { audit } from "#server/auth/audit/audit.service.ts";
import { requireStepUp } from "#server/auth/reauthentication/reauthentication.service.ts";
import { sendSecurityAlert } from "#server/auth/mails/auth-mails.service.ts";
import type { AuthenticatedUser } from "#server/auth/sessions/authenticate.service.ts";
import type { AuthContext } from "#server/auth/http/auth-http.ts";
import { failAuth } from "#server/auth/http/auth-error.ts";

/** Rejects the request if members may not link identities themselves. @throws manual_linking_disabled */
export function requireManualLinking(context: AuthContext): void {
  if (!context.config.auth.isManualLinkingOn) failAuth(404, "manual_linking_disabled", "Manual linking is disabled");
}

/**
 * Removes an identity of the signed-in user, but never the last one that signs in. Removing the e-mail identity also removes
 * the password, removing the phone identity the number.
 *
 * @throws manual_linking_disabled, user_not_found, identity_not_found, single_identity_not_deletable,
 *   reauthentication_needed, insufficient_aal
 */
export async function unlinkIdentity(
  context: AuthContext,
  me: AuthenticatedUser,
  identityId: string,
): Promise<Record<never, never>> {
  requireManualLinking(context);
  await requireStepUp(context, me.session);
  await transact(context.db, async (tx) => {
    // Concurrent removals must not remove the last identity.
    const user = (await lockUser(tx, me.user.id)) ?? failAuth(403, "user_not_found", "User not found");
    const identities = await listIdentities(tx, me.user.id);
    const identity =
      identities.find((row) => row.id === identityId) ?? failAuth(422, "identity_not_found", "Identity doesn't exist");
    const left = identity.provider === "email" ? { ...user, password_hash: null } : user;
    if (!identities.some((row) => row !== identity && isWayIn(left, row.provider))) {
      failAuth(422, "single_identity_not_deletable", "User must have at least 1 identity after unlinking");
    }
    await deleteIdentities(tx, me.user.id, { only: identity.id });
    const now = context.clock.now();
    if (identity.provider === "email") await updateUser(tx, me.user.id, { password_hash: null }, now);
    if (identity.provider === "phone") {
      await updateUser(tx, me.user.id, { phone: null, phone_confirmed_at: null, phone_proven_at: null }, now);
    }
    await audit(context, "identity_unlinked", me.user.id, { details: { provider: identity.provider }, tx });
    await sendSecurityAlert(tx, context, me.user.email, "identity_unlinked");
  });
  return {};
}

/** Whether this identity signs in. An address or a number that a service has only set, so that another may have it, does not. */
function isWayIn(user: UserRow, provider: IdentityProvider): boolean {
  if (provider !== "email" && provider !== "phone") return true;
  const [confirmedAt, provenAt] =
    provider === "email"
      ? [user.email_confirmed_at, user.email_proven_at]
      : [user.phone_confirmed_at, user.phone_proven_at];
  // A password signs in with what is confirmed; without one a code does, which only the owner gets.
  return confirmedAt !== null && (provenAt !== null || user.password_hash !== null);
}
