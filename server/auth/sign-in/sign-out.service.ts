import { audit } from "#server/auth/audit/audit.service.ts";
import type { AuthContext } from "#server/auth/http/auth-http.ts";
import { failAuth } from "#server/auth/http/auth-error.ts";
import { deleteSessions } from "#server/auth/sessions/sessions.service.ts";
import { requireSecondStep } from "#server/auth/reauthentication/reauthentication.service.ts";
import type { AuthenticatedUser } from "#server/auth/sessions/authenticate.service.ts";

/**
 * Ends the caller's sessions: all (`global`), this one (`local`), or all but this one (`others`).
 *
 * @throws validation_failed, insufficient_aal (unless `local`)
 */
export async function signOut(
  context: AuthContext,
  { user, session }: AuthenticatedUser,
  scope: string,
): Promise<void> {
  const scopes: Record<string, { only?: string; except?: string }> = {
    global: {},
    local: { only: session.id },
    others: { except: session.id },
  };
  const which = Object.hasOwn(scopes, scope) ? scopes[scope] : undefined;
  if (!which) failAuth(400, "validation_failed", `Unsupported logout scope "${scope.slice(0, 40)}"`);
  if (scope !== "local") await requireSecondStep(context, session);
  await deleteSessions(context.db, user.id, which);
  await audit(context, "sign_out", user.id, { details: { scope } });
}
