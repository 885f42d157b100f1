import type { UserRow } from "#server/auth/accounts/accounts.service.ts";
import { audit } from "#server/auth/audit/audit.service.ts";
import { failAuth } from "#server/auth/http/auth-error.ts";
import type { AuthContext } from "#server/auth/http/auth-http.ts";
import { findSession, openSession, replyWithTokens, type SessionReply } from "./sessions.service.ts";
import type { Tx } from "#server/db/db.ts";

/**
 * A new session or, after linking a provider, the one that asked for it: it keeps its second step, and the device is not
 * listed twice. Part of the caller's transaction. Writes `auth.sessions`, `auth.session_methods` and `auth.audit`.
 *
 * @throws session_not_found
 */
export async function openOrContinueSession(
  context: AuthContext,
  tx: Tx,
  user: UserRow,
  { linkingSessionId, ...details }: { method: string; provider?: string; linkingSessionId: string | null },
): Promise<SessionReply> {
  if (linkingSessionId === null) {
    await audit(context, "sign_in", user.id, { details, tx });
    return openSession(context, tx, user, { method: details.method, origin: context });
  }
  const session =
    (await findSession(tx, linkingSessionId)) ??
    failAuth(403, "session_not_found", "The session that asked for the link has ended");
  return replyWithTokens(context, tx, session);
}
