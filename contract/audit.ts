import { z } from "zod";
import { AdminPageQuery, adminErrors, sensitiveErrors } from "./admin.ts";
import { endpoint } from "./endpoint.ts";
import { Author, Id, IsoTime, page } from "./page.ts";

/** Everything that the audit log can record, by the module that records it. */
const auditActions = [
  "member.role_changed",
  "member.suspended",
  "member.reinstated",
  "member.warned",
  "member.sessions_ended",
  "member.factors_reset",
  "member.points_corrected",
  "member.deleted",
  "member.data_exported",
  "outfit.hidden",
  "outfit.shown",
  "outfit.deleted",
  "comment.hidden",
  "comment.shown",
  "comment.deleted",
  "message.deleted",
  "case.dismissed",
  "case.decided",
  "case.taken_back",
  "appeal.upheld",
  "appeal.granted",
  "template.changed",
  "setting.changed",
  "setting.reverted",
  "job.retried",
  "finding.resolved",
  "audit.exported",
  "reward.created",
  "reward.changed",
  "reward.codes_added",
  "reward.codes_removed",
  "reward.code_revealed",
  "redemption.rules_changed",
  "redemption.card_ordered",
  "redemption.order_cancelled",
  "redemption.approved",
  "redemption.rejected",
  "outfit.cover_picked",
  "event.published",
  "event.changes_requested",
  "event.withdrawn",
  "event.featured",
  "event.changed",
  "event.deleted",
  "event.attendance_confirmed",
  "event.outfit_removed",
  "article.published",
  "article.changes_requested",
  "article.withdrawn",
  "article.featured",
  "article.changed",
  "article.deleted",
] as const;
export const AuditAction = z.enum(auditActions);
export type AuditAction = z.infer<typeof AuditAction>;

const auditTargetTypes = [
  "member",
  "outfit",
  "comment",
  "message",
  "case",
  "appeal",
  "template",
  "setting",
  "job",
  "finding",
  "audit",
  "reward",
  "redemption",
  "event",
  "article",
] as const;
export const AuditTargetType = z.enum(auditTargetTypes);
export type AuditTargetType = z.infer<typeof AuditTargetType>;

/** One line of the audit log. */
export const AuditEntry = z.object({
  id: Id,
  action: AuditAction,
  actor: Author.nullable().describe("Null for the server itself, and once the account is gone"),
  actorId: Id.nullable(),
  targetType: AuditTargetType,
  targetId: z.string().nullable().describe("A UUID, or the key of a setting"),
  member: Author.nullable().describe("The member concerned; null once the account is gone"),
  memberId: Id.nullable(),
  before: z.record(z.string(), z.unknown()).nullable(),
  after: z.record(z.string(), z.unknown()).nullable(),
  reason: z.string().nullable(),
  address: z.string(),
  requestId: z.string(),
  createdAt: IsoTime,
});
export type AuditEntry = z.infer<typeof AuditEntry>;

/** Which entries: each given field narrows the list further. */
export const AuditFilter = z.strictObject({
  actorId: Id.optional(),
  memberId: Id.optional(),
  action: AuditAction.optional(),
  targetType: AuditTargetType.optional(),
  targetId: z.string().max(100).optional(),
  from: z.iso.date().optional().describe("First day, UTC"),
  until: z.iso.date().optional().describe("Last day, UTC"),
});
export type AuditFilter = z.output<typeof AuditFilter>;

export const auditEndpoints = {
  list: endpoint("GET", "/api/admin/audit", {
    summary: "Lists the audit log, newest first",
    query: AdminPageQuery.extend(AuditFilter.shape),
    reply: page(AuditEntry),
    errors: adminErrors,
  }),
  export: endpoint("POST", "/api/admin/audit/export", {
    summary: "Exports the newest entries as CSV (RFC 4180), at most 10,000; the export is itself recorded",
    body: AuditFilter,
    reply: z.object({ filename: z.string(), csv: z.string(), rows: z.number().int() }),
    errors: sensitiveErrors,
  }),
};
