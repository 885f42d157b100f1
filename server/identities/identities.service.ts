import { deleteIdentities, listIdentities, lockUser, updateUser } from "#server/accounts/accounts.service.ts";
import { audit } from "#server/audit/audit.service.ts";
import { requireTrusted } from "#server/auth/fresh.service.ts";
import { mailNotice } from "#server/auth/letters.service.ts";
import type { SignedIn } from "#server/auth/signed-in.service.ts";
import type { AuthCall } from "#server/http/serve-auth.ts";
import { refuse } from "#server/lib/auth-error.ts";

/** Refuses where members may not add and remove ways in themselves. @throws manual_linking_disabled */
export function requireManualLinking(call: AuthCall): void {
  if (!call.config.auth.isManualLinkingOn) refuse(404, "manual_linking_disabled", "Manual linking is disabled");
}

/**
 * Removes a way in of the signed-in user; the last one stays. With the e-mail identity its password goes, with the phone
 * identity the number.
 *
 * @throws manual_linking_disabled, identity_not_found, single_identity_not_deletable, reauthentication_needed,
 *   insufficient_aal
 */
export async function unlinkIdentity(call: AuthCall, me: SignedIn, identityId: string): Promise<Record<never, never>> {
  requireManualLinking(call);
  await requireTrusted(call, me.session);
  await call.db.transaction().execute(async (tx) => {
    // Two removals at once must not leave the account without a way in.
    await lockUser(tx, me.user.id);
    const identities = await listIdentities(tx, me.user.id);
    const identity =
      identities.find((row) => row.id === identityId) ?? refuse(422, "identity_not_found", "Identity doesn't exist");
    if (identities.length < 2) {
      refuse(422, "single_identity_not_deletable", "User must have at least 1 identity after unlinking");
    }
    await deleteIdentities(tx, me.user.id, { only: identity.id });
    const now = call.clock.now();
    if (identity.provider === "email") await updateUser(tx, me.user.id, { password_hash: null }, now);
    if (identity.provider === "phone") {
      await updateUser(tx, me.user.id, { phone: null, phone_confirmed_at: null }, now);
    }
    await audit(call, "identity_unlinked", me.user.id, { details: { provider: identity.provider }, tx });
  });
  mailNotice(call, me.user.email, "identity_unlinked");
  return {};
}
