import type { AuditAction, AuditEntry, AuditFilter, AuditTargetType } from "#contract/audit.ts";
import { limits } from "#contract/limits.ts";
import type { Page } from "#contract/page.ts";
import { type Db, transact, type Tx } from "#server/db/db.ts";
import type { RequestContext } from "#server/http/context.ts";
import { newId } from "#server/lib/ids.ts";
import { insertAuditEntry, listAuditEntries } from "./audit-log.store.ts";
import { requireAdmin, requireRecentAdmin } from "./require-admin.service.ts";

/** One administrative action. Never put a password, token, gift-card code, e-mail address or phone number into it. */
export interface AuditRecord {
  /** The admin's user id; null for the server itself. */
  actor: string | null;
  action: AuditAction;
  /** `memberId` is the affected member: the owner of an outfit, the author of a comment. */
  target: { type: AuditTargetType; id: string | null; memberId?: string | null };
  /** Only the fields that changed. */
  before?: Record<string, unknown> | null;
  after?: Record<string, unknown> | null;
  reason?: string | null;
  /** The IP address of the request. */
  address: string;
  requestId: string;
}

/**
 * Records an administrative action in the transaction that performs it, so that neither exists without the other.
 * Writes `audit_log`, which the database protects from updates and deletes.
 *
 * @see docs/decisions/0010-audit-log.md
 */
export async function recordAudit(tx: Tx, record: AuditRecord): Promise<void> {
  await insertAuditEntry(tx, {
    id: newId(),
    actor_id: record.actor,
    action: record.action,
    target_type: record.target.type,
    target_id: record.target.id,
    member_id: record.target.memberId ?? (record.target.type === "member" ? record.target.id : null),
    before: record.before ?? null,
    after: record.after ?? null,
    reason: record.reason ?? null,
    address: record.address,
    request_id: record.requestId,
  });
}

/** Who acts and from where, for `recordAudit`: `{ ...auditOrigin(context), action, target }`. */
export function auditOrigin(
  context: Pick<RequestContext, "userId" | "ip" | "requestId">,
): Pick<AuditRecord, "actor" | "address" | "requestId"> {
  return { actor: context.userId, address: context.ip, requestId: context.requestId };
}

/** One entry of the log. */
export async function findAuditEntry(db: Db, id: string): Promise<AuditEntry | undefined> {
  return (await listAuditEntries(db, { id }, { limit: 1 })).items[0];
}

/**
 * One page of the log, newest first.
 *
 * @throws auth.required, auth.forbidden, auth.second_factor_required
 */
export async function listAudit(
  context: RequestContext,
  { cursor, limit, ...filter }: AuditFilter & { cursor?: string | undefined; limit: number },
): Promise<Page<AuditEntry>> {
  await requireAdmin(context);
  return listAuditEntries(context.db, filter, { cursor, limit });
}

/**
 * The newest entries that a filter lets through as CSV; the export is recorded like any other action.
 *
 * @throws auth.required, auth.forbidden, auth.second_factor_required, auth.recent_sign_in_required
 */
export async function exportAudit(
  context: RequestContext,
  filter: AuditFilter,
): Promise<{ filename: string; csv: string; rows: number }> {
  await requireRecentAdmin(context);
  const { items } = await listAuditEntries(context.db, filter, { limit: limits.auditExportRowsMax });
  await transact(context.db, (tx) =>
    recordAudit(tx, {
      ...auditOrigin(context),
      action: "audit.exported",
      target: { type: "audit", id: null },
      after: { ...filter, rows: items.length },
    }),
  );
  const day = context.clock.now().toISOString().slice(0, 10);
  return { filename: `audit-log-${day}.csv`, csv: toCsv(items), rows: items.length };
}

const csvColumns: [string, (entry: AuditEntry) => string | null][] = [
  ["time", (entry) => entry.createdAt],
  ["actor", (entry) => entry.actor?.username ?? entry.actorId],
  ["action", (entry) => entry.action],
  ["target_type", (entry) => entry.targetType],
  ["target_id", (entry) => entry.targetId],
  ["member", (entry) => entry.member?.username ?? entry.memberId],
  ["before", (entry) => entry.before && JSON.stringify(entry.before)],
  ["after", (entry) => entry.after && JSON.stringify(entry.after)],
  ["reason", (entry) => entry.reason],
  ["address", (entry) => entry.address],
  ["request_id", (entry) => entry.requestId],
];

function toCsv(entries: AuditEntry[]): string {
  const lines = entries.map((entry) => csvColumns.map(([, read]) => toCsvField(read(entry) ?? "")).join(","));
  return [csvColumns.map(([name]) => name).join(","), ...lines, ""].join("\r\n");
}

/** A field as RFC 4180 quotes it. A leading apostrophe keeps spreadsheets from running a text as a formula. */
function toCsvField(text: string): string {
  const safe = /^[=+\-@\t\r]/.test(text) ? `'${text}` : text;
  return /[",\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
}
