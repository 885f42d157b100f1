import { transact } from "#server/db/db.ts";
import type { MemberSession } from "#contract/sessions.ts";
import { audit } from "#server/auth/audit/audit.service.ts";
import type { AppContext, RequestContext } from "#server/http/context.ts";
import { requireMember } from "#server/http/require-member.ts";
import type { Viewer } from "#server/http/viewer.ts";
import { deleteSessions, listSessions } from "./sessions.store.ts";

/**
 * Where the caller is signed in: the asking session first, then last used first. Sessions that ran out are left out.
 *
 * @throws auth.required
 * @see docs/security.md#s-27
 */
export async function listOwnSessions(context: RequestContext): Promise<MemberSession[]> {
  const { userId, sessionId } = requireViewer(context);
  const sessions = (await listSessionsOf(context, userId)).map((session) => ({
    ...session,
    isCurrent: session.id === sessionId,
  }));
  return sessions.toSorted((a, b) => Number(b.isCurrent) - Number(a.isCurrent));
}

/** The sessions of a member that have not run out, last used first. */
export async function listSessionsOf(
  app: Pick<AppContext, "db" | "clock" | "config">,
  userId: string,
): Promise<Omit<MemberSession, "isCurrent">[]> {
  const nowMs = app.clock.now().getTime();
  const idleMs = app.config.auth.session.idle * 1_000;
  const rows = await listSessions(app.db, userId);
  const living = rows.filter((row) => row.ends_at.getTime() > nowMs && row.refreshed_at.getTime() + idleMs > nowMs);
  return living.map((row) => ({
    id: row.id,
    userAgent: row.user_agent,
    ip: row.ip,
    createdAt: row.created_at.toISOString(),
    lastUsedAt: row.refreshed_at.toISOString(),
  }));
}

/**
 * Signs one session of the caller out; another member's is left alone. Writes `auth.sessions` and `auth.audit`.
 *
 * @throws auth.required
 */
export async function endOwnSession(context: RequestContext, sessionId: string): Promise<void> {
  const { userId } = requireViewer(context);
  await endAndNotify(context, userId, { only: sessionId });
}

/**
 * Signs the caller out everywhere but here. Writes `auth.sessions` and `auth.audit`.
 *
 * @throws auth.required
 */
export async function endOtherSessions(context: RequestContext): Promise<void> {
  const { userId, sessionId } = requireViewer(context);
  await endAndNotify(context, userId, { except: sessionId });
}

async function endAndNotify(
  context: RequestContext,
  userId: string,
  which: { only?: string; except?: string },
): Promise<void> {
  await transact(context.db, async (tx) => {
    const sessions = await deleteSessions(tx, userId, which);
    if (sessions === 0) return;
    const actor = context.userId !== null && context.userId !== userId ? { actor: context.userId } : {};
    await audit(context, "session_ended", userId, { details: { sessions }, ...actor, tx });
  });
}

function requireViewer(context: RequestContext): Viewer {
  return requireMember(context);
}
