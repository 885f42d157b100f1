import type { AdminMember, AdminMemberDetail, LedgerEntry, MemberReport } from "#contract/admin-members.ts";
import type { Page } from "#contract/page.ts";
import { requireAdmin } from "#server/admin/require-admin.service.ts";
import type { RequestContext } from "#server/http/context.ts";
import { fail } from "#server/lib/app-error.ts";
import { listActions } from "#server/moderation/actions.service.ts";
import { listSessionsOf } from "#server/auth/sessions/own-sessions.service.ts";
import { findMemberFacts, listLedger, listMemberReports } from "./member-detail.store.ts";
import { findAdminMember, listMembers, type MemberListQuery } from "./member-list.store.ts";

interface PageOf {
  cursor?: string | undefined;
  limit: number;
}
const actionsShownMax = 50;

/**
 * Members that the query lets through.
 *
 * @throws auth.required, auth.forbidden, auth.second_factor_required
 */
export async function listAdminMembers(context: RequestContext, query: MemberListQuery): Promise<Page<AdminMember>> {
  await requireAdmin(context);
  return listMembers(context.db, query, context.clock.now());
}

/** A member as the admin lists show them, after a change. @throws profile.not_found */
export async function presentMember(context: RequestContext, memberId: string): Promise<AdminMember> {
  return (await findAdminMember(context.db, memberId, context.clock.now())) ?? fail("profile.not_found");
}

/**
 * All that admins need to know of one member.
 *
 * @throws auth.required, auth.forbidden, auth.second_factor_required, profile.not_found
 */
export async function getAdminMember(context: RequestContext, memberId: string): Promise<AdminMemberDetail> {
  const { userId } = await requireAdmin(context);
  const member = await presentMember(context, memberId);
  const facts = (await findMemberFacts(context.db, memberId, userId)) ?? fail("profile.not_found");
  const { upheld, dismissed, deleteAt, ...rest } = facts;
  const actions = await listActions(context.db, memberId, actionsShownMax);
  const sessions = await listSessionsOf(context, memberId);
  return {
    ...member,
    ...rest,
    deleteAt: deleteAt?.toISOString() ?? null,
    reporterRecord: { upheld, dismissed },
    sessions: sessions.map(({ id, userAgent, ip, createdAt, lastUsedAt }) => ({
      id,
      userAgent,
      ip,
      createdAt,
      lastUsedAt,
    })),
    actions: actions.map((action) => ({
      id: action.id,
      kind: action.kind,
      reason: action.reason,
      excerpt: action.excerpt,
      endsAt: action.ends_at?.toISOString() ?? null,
      revokedAt: action.revoked_at?.toISOString() ?? null,
      createdAt: action.created_at.toISOString(),
    })),
  };
}

/**
 * A member's points, newest first.
 *
 * @throws auth.required, auth.forbidden, auth.second_factor_required, profile.not_found
 */
export async function listMemberLedger(
  context: RequestContext,
  memberId: string,
  query: PageOf,
): Promise<Page<LedgerEntry>> {
  await requireAdmin(context);
  await presentMember(context, memberId);
  return listLedger(context.db, memberId, query);
}

/**
 * Reports by or against a member, newest first. Who reported the caller, and in which words, stays unknown to them.
 *
 * @throws auth.required, auth.forbidden, auth.second_factor_required, profile.not_found
 */
export async function listReportsOfMember(
  context: RequestContext,
  memberId: string,
  query: PageOf & { side: "by" | "against" },
): Promise<Page<MemberReport>> {
  const { userId } = await requireAdmin(context);
  await presentMember(context, memberId);
  const reports = await listMemberReports(context.db, { memberId, adminId: userId }, query);
  if (query.side === "by" || memberId !== userId) return reports;
  return { ...reports, items: reports.items.map((report) => ({ ...report, other: null, details: null })) };
}
