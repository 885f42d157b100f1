import type { MemberSession } from "#contract/sessions.ts";
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
 * Signs one session of the caller out; another member's is left alone. Writes `auth.sessions`.
 *
 * @throws auth.required
 */
export async function endOwnSession(call: Call, sessionId: string): Promise<void> {
  await deleteSessions(call.db, requireViewer(call).userId, { only: sessionId });
}

/**
 * Signs the caller out everywhere but here. Writes `auth.sessions`.
 *
 * @throws auth.required
 */
export async function endOtherSessions(call: Call): Promise<void> {
  const { userId, sessionId } = requireViewer(call);
  await deleteSessions(call.db, userId, { except: sessionId });
}

function requireViewer(call: Call): Viewer {
  return call.viewer ?? fail("auth.required");
}
