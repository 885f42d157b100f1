import { audit } from "#server/auth/audit/audit.service.ts";
import { deleteAllCodes } from "#server/auth/codes/codes.service.ts";
import { deleteFactor, listSealedFactors } from "#server/auth/factors/factors.service.ts";
import { deleteAllFlows } from "#server/auth/flows/flows.service.ts";
import { deleteAllSessions, findAnySession } from "#server/auth/sessions/sessions.service.ts";
import { deleteStoredKeys, listStoredKeys } from "#server/auth/sessions/signing-keys.service.ts";
import { transact } from "#server/db/db.ts";
import type { AppContext } from "#server/http/context.ts";
import { deletePushKeys, doPushKeysOpen } from "#server/notifications/push-keys.service.ts";

/**
 * Gives up what only the lost secret could open, so that the site starts again: signing keys, push keys and subscriptions,
 * sessions, codes, links and second factors by app, in one transaction. Nothing is touched while the secret fits. Writes the
 * audit trail.
 *
 * @returns Sentences that say what happened.
 */
export async function resetKeys(app: AppContext): Promise<string> {
  if (await doesSecretFit(app)) return "The secret opens every key of this database: nothing was reset";
  return transact(app.db, async (tx) => {
    await deleteStoredKeys(tx);
    await deleteAllCodes(tx);
    await deleteAllFlows(tx);
    const subscriptions = await deletePushKeys(tx);
    const sessions = await deleteAllSessions(tx);
    const lost = (await listSealedFactors(tx)).filter(({ id, secret }) => app.secrets.open(secret, id) === null);
    for (const { id, userId } of lost) {
      await deleteFactor(tx, id);
      const details = { type: "totp", reason: "reset-keys" };
      await audit({ ...app, ip: "", userAgent: "" }, "factor_removed", userId, { actor: "admin-cli", details, tx });
    }
    return [
      `Reset: ${sessions} sessions ended, ${lost.length} second factors by app and ${subscriptions} push subscriptions removed.`,
      "Members sign in again; links in old mails, tickets and calendar addresses no longer work.",
      "The next start makes new keys. Back up DATA_DIR/auth-secret, or AUTH_SECRET, with the database from now on.",
    ].join("\n");
  });
}

async function doesSecretFit(app: AppContext): Promise<boolean> {
  const keys = await listStoredKeys(app.db);
  const session = await findAnySession(app.db);
  const factors = await listSealedFactors(app.db);
  return (
    (await doPushKeysOpen(app)) &&
    keys.every(({ kid, sealedPrivateJwk }) => app.secrets.open(sealedPrivateJwk, kid) !== null) &&
    (!session || app.secrets.open(session.refresh_key, session.id) !== null) &&
    factors.every(({ id, secret }) => app.secrets.open(secret, id) !== null)
  );
}
