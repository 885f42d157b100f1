import type { MemberSession } from "#contract/sessions.ts";
import { findUser } from "#server/accounts/accounts.service.ts";
import { audit } from "#server/audit/audit.service.ts";
import type { Call, Viewer } from "#server/http/call.ts";
import { fail } from "#server/lib/app-error.ts";
import { deleteSessions, listSessions } from "./sessions.store.ts";

/**
 * Where the caller is signed in: the asking session first, then last used first. Sessions that ran out are left out.
 *
 * @throws auth.required
 * @see security.md row 27
 */
export async function listOwnSessions(call: Call): Promise<MemberSession[]> {
  const { userId, sessionId } = requireViewer(call);
  const nowMs = call.clock.now().getTime();
  const idleMs = call.config.auth.session.idle * 1_000;
  const rows = await listSessions(call.db, userId);
  const living = rows.filter((row) => row.ends_at.getTime() > nowMs && row.refreshed_at.getTime() + idleMs > nowMs);
  const sessions = living.map((row) => ({
    id: row.id,
    isCurrent: row.id === sessionId,
    userAgent: row.user_agent,
    ip: row.ip,
    createdAt: row.created_at.toISOString(),
    lastUsedAt: row.refreshed_at.toISOString(),
  }));
  return sessions.toSorted((a, b) => Number(b.isCurrent) - Number(a.isCurrent));
}

/**
 * Signs one session of the caller out; another member's is left alone. Writes `auth.sessions` and `auth.audit`.
 *
 * @throws auth.required
 */
export async function endOwnSession(call: Call, sessionId: string): Promise<void> {
  const { userId } = requireViewer(call);
  await endAndTell(call, userId, { only: sessionId });
}

/**
 * Signs the caller out everywhere but here. Writes `auth.sessions` and `auth.audit`.
 *
 * @throws auth.required
 */
export async function endOtherSessions(call: Call): Promise<void> {
  const { userId, sessionId } = requireViewer(call);
  await endAndTell(call, userId, { except: sessionId });
}

/**
 * Signs a member out everywhere, as an admin. Writes `auth.sessions` and `auth.audit`.
 *
 * @throws auth.required, auth.forbidden, profile.not_found
 * @see security.md row 27
 */
export async function endSessionsOfMember(call: Call, memberId: string): Promise<void> {
  if (requireViewer(call).role !== "admin") fail("auth.forbidden");
  if (!(await findUser(call.db, { id: memberId }))) fail("profile.not_found");
  await endAndTell(call, memberId, {});
}

async function endAndTell(call: Call, userId: string, which: { only?: string; except?: string }): Promise<void> {
  await call.db.transaction().execute(async (tx) => {
    const sessions = await deleteSessions(tx, userId, which);
    if (sessions === 0) return;
    const actor = call.userId !== null && call.userId !== userId ? { actor: call.userId } : {};
    await audit(call, "session_ended", userId, { details: { sessions }, ...actor, tx });
  });
}

function requireViewer(call: Call): Viewer {
  return call.viewer ?? fail("auth.required");
}
