import type { AdminMember, Role } from "#contract/admin-members.ts";
import type { Done } from "#contract/page.ts";
import { eraseAccount } from "#server/account/erasure.service.ts";
import { type AuditRecord, auditOrigin, recordAudit } from "#server/admin/audit-log.service.ts";
import { requireOtherAdmin, requireRecentAdmin } from "#server/admin/require-admin.service.ts";
import { transact, type Tx } from "#server/db/db.ts";
import { removeAllFactors } from "#server/auth/factors/factors.service.ts";
import type { RequestContext } from "#server/http/context.ts";
import { fail, failField } from "#server/lib/app-error.ts";
import { recordAction } from "#server/moderation/actions.service.ts";
import {
  lockMemberAccount,
  reinstateMember,
  suspendMember,
  suspensionEnd,
} from "#server/moderation/suspensions.service.ts";
import { notify } from "#server/notifications/notifications.service.ts";
import { correctBalance } from "#server/points/points.service.ts";
import { lockRole, replaceRole } from "#server/auth/roles/roles.service.ts";
import { deleteSessions } from "#server/auth/sessions/sessions.service.ts";
import { presentMember } from "./member-admin.service.ts";

/**
 * Gives a member exactly one role; a member who stops being an admin is refused on the next request.
 *
 * @throws auth.required, auth.forbidden, auth.second_factor_required, auth.recent_sign_in_required, profile.not_found,
 *   member.last_admin, member.is_banned
 */
export async function setRole(
  context: RequestContext,
  memberId: string,
  { role, reason }: { role: Role; reason: string | null },
): Promise<AdminMember> {
  await requireRecentAdmin(context);
  await transact(context.db, async (tx) => {
    // In the order of deletions (prevents deadlocks).
    await lockRole(tx, memberId);
    const { bannedUntil } = (await lockMemberAccount(tx, memberId)) ?? fail("profile.not_found");
    if (role === "admin" && bannedUntil !== null && bannedUntil > context.clock.now()) fail("member.is_banned");
    const before = await replaceRole(tx, memberId, role);
    if (before === "last-admin") fail("member.last_admin");
    if (before === role) return;
    await recordAudit(tx, {
      ...auditOrigin(context),
      action: "member.role_changed",
      target: { type: "member", id: memberId },
      before: { role: before },
      after: { role },
      reason,
    });
  });
  return presentMember(context, memberId);
}

/**
 * Suspends a member for some days or permanently: all sessions and live connections end at once, outfits leave the
 * lists, and the member reads the reason on the account status page.
 *
 * @throws auth.required, auth.forbidden, auth.second_factor_required, auth.recent_sign_in_required, profile.not_found,
 *   member.is_self, member.is_admin
 */
export async function suspend(
  context: RequestContext,
  memberId: string,
  { days, reason }: { days: number | null; reason: string },
): Promise<AdminMember> {
  const { userId } = await requireRecentAdmin(context);
  if (memberId === userId) fail("member.is_self");
  const until = suspensionEnd(context.clock.now(), days);
  await transact(context.db, async (tx) => {
    const { username } = await suspendMember(tx, context, memberId, until);
    await recordAudit(tx, {
      ...auditOrigin(context),
      action: "member.suspended",
      target: { type: "member", id: memberId },
      after: { until: days === null ? "permanent" : until.toISOString() },
      reason,
    });
    await recordAction(tx, context, {
      memberId,
      kind: "suspended",
      target: { type: "profile", id: memberId },
      excerpt: username,
      reason,
      decidedBy: userId,
      endsAt: days === null ? null : until,
    });
  });
  return presentMember(context, memberId);
}

/**
 * Ends a suspension and notifies the member; one who is not suspended stays as they are.
 *
 * @throws auth.required, auth.forbidden, auth.second_factor_required, auth.recent_sign_in_required, profile.not_found
 */
export async function reinstate(
  context: RequestContext,
  memberId: string,
  { reason }: { reason: string },
): Promise<AdminMember> {
  await requireRecentAdmin(context);
  await transact(context.db, async (tx) => {
    if (!(await lockMemberAccount(tx, memberId))) fail("profile.not_found");
    if (!(await reinstateMember(tx, context, memberId))) return;
    const target = { type: "member", id: memberId } as const;
    await recordAudit(tx, { ...auditOrigin(context), action: "member.reinstated", target, reason });
    const message = "Your suspension has been lifted.";
    await notify(tx, context, { userId: memberId, type: "moderation", actorId: null, referenceId: memberId, message });
  });
  return presentMember(context, memberId);
}

/** Changes the sign-in of a member and records it, in one transaction. */
async function changeSignIn(
  context: RequestContext,
  memberId: string,
  {
    action,
    reason,
    change,
  }: {
    action: AuditRecord["action"];
    reason: string;
    change: (tx: Tx) => Promise<Pick<AuditRecord, "before" | "after">>;
  },
): Promise<Done> {
  await requireRecentAdmin(context);
  await transact(context.db, async (tx) => {
    if (!(await lockMemberAccount(tx, memberId))) fail("profile.not_found");
    const target = { type: "member", id: memberId } as const;
    await recordAudit(tx, { ...auditOrigin(context), action, target, reason, ...(await change(tx)) });
  });
  return { ok: true };
}

/**
 * Ends all sessions of a member, live connections included.
 *
 * @throws auth.required, auth.forbidden, auth.second_factor_required, auth.recent_sign_in_required, profile.not_found
 */
export async function endSessions(
  context: RequestContext,
  memberId: string,
  { reason }: { reason: string },
): Promise<Done> {
  const change = async (tx: Tx) => ({ after: { sessions: await deleteSessions(tx, memberId) } });
  return changeSignIn(context, memberId, { action: "member.sessions_ended", reason, change });
}

/**
 * Removes all second factors of a member who lost theirs; sessions that rest on them lose their rank, and the member is
 * notified by mail.
 *
 * @throws auth.required, auth.forbidden, auth.second_factor_required, auth.recent_sign_in_required, profile.not_found
 */
export async function resetFactors(
  context: RequestContext,
  memberId: string,
  { reason }: { reason: string },
): Promise<Done> {
  const change = async (tx: Tx) => ({ before: { factors: await removeAllFactors(tx, context, memberId) } });
  return changeSignIn(context, memberId, { action: "member.factors_reset", reason, change });
}

/**
 * Adds a reasoned correction to a member's ledger; the same id again changes nothing. Points that it gives settle what the
 * member owes first. Updates the member's open tabs. An admin's own points are corrected by another one, where there is one.
 *
 * @throws auth.required, auth.forbidden, auth.second_factor_required, auth.recent_sign_in_required, profile.not_found,
 *   member.too_few_points, decision.own; request.invalid where the id belongs to another entry
 */
export async function correctPoints(
  context: RequestContext,
  memberId: string,
  { id, points, reason }: { id: string; points: number; reason: string },
): Promise<AdminMember> {
  const { userId } = await requireRecentAdmin(context);
  await transact(context.db, async (tx) => {
    if (!(await lockMemberAccount(tx, memberId))) fail("profile.not_found");
    await requireOtherAdmin(tx, { userId, memberId });
    const done = await correctBalance(tx, context, { id, userId: memberId, points, note: reason });
    if (done === "too_few") fail("member.too_few_points");
    if (done === "taken") failField("id", "This id belongs to another entry");
    if (done === "known") return;
    await recordAudit(tx, {
      ...auditOrigin(context),
      action: "member.points_corrected",
      target: { type: "member", id: memberId },
      after: { points },
      reason,
    });
  });
  return presentMember(context, memberId);
}

/**
 * Erases an account with all its data, at once. Admins lose their role first, which protects the last one.
 *
 * @throws auth.required, auth.forbidden, auth.second_factor_required, auth.recent_sign_in_required, profile.not_found,
 *   member.is_self, member.is_admin; request.invalid where the username is another one
 */
export async function removeMember(
  context: RequestContext,
  memberId: string,
  { username, reason }: { username: string; reason: string },
): Promise<Done> {
  const { userId } = await requireRecentAdmin(context);
  if (memberId === userId) fail("member.is_self");
  await transact(context.db, async (tx) => {
    const member = (await lockMemberAccount(tx, memberId)) ?? fail("profile.not_found");
    if (member.role === "admin") fail("member.is_admin");
    if (member.username !== username) failField("username", "Type the username exactly as it is shown");
    await eraseAccount(tx, context, memberId);
    const target = { type: "member", id: memberId } as const;
    await recordAudit(tx, { ...auditOrigin(context), action: "member.deleted", target, reason });
  });
  return { ok: true };
}
