import { audit } from "#server/audit/audit.service.ts";
import type { AuthCall } from "#server/http/serve-auth.ts";
import { refuse } from "#server/lib/auth-error.ts";
import { deleteSessions } from "#server/sessions/sessions.service.ts";
import type { SignedIn } from "./signed-in.service.ts";

/**
 * Ends the caller's sessions: all (`global`), this one (`local`), or all but this one (`others`).
 *
 * @throws validation_failed
 */
export async function signOut(call: AuthCall, { user, session }: SignedIn, scope: string): Promise<void> {
  const scopes: Record<string, { only?: string; except?: string }> = {
    global: {},
    local: { only: session.id },
    others: { except: session.id },
  };
  const which = Object.hasOwn(scopes, scope) ? scopes[scope] : undefined;
  if (!which) refuse(400, "validation_failed", `Unsupported logout scope "${scope.slice(0, 40)}"`);
  await deleteSessions(call.db, user.id, which);
  await audit(call, "sign_out", user.id, { details: { scope } });
}
