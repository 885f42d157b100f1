import type { AuditEntry, AuditFilter } from "#contract/audit.ts";
import { dayMs } from "#contract/durations.ts";
import type { Author, Page } from "#contract/page.ts";
import { toPage, readCursor } from "#server/db/cursor.ts";
import { type Db, runSql } from "#server/db/db.ts";
import type { AuditLogTable } from "#server/db/schema.ts";
import { authorJsonById } from "#server/members/member-sql.ts";

/** Adds one line to the audit log, which can only grow. Writes `audit_log`. */
export async function insertAuditEntry(
  db: Db,
  entry: Omit<AuditLogTable, "address" | "request_id" | "created_at"> & { address: string; request_id: string },
): Promise<void> {
  await db.insertInto("audit_log").values(entry).execute();
}

interface Row {
  id: string;
  action: AuditEntry["action"];
  actor_id: string | null;
  target_type: AuditEntry["targetType"];
  target_id: string | null;
  member_id: string | null;
  before: AuditEntry["before"];
  after: AuditEntry["after"];
  reason: string | null;
  address: string;
  request_id: string;
  created_at: Date;
  actor: Author | null;
  member: Author | null;
}

/** The entries that a filter lets through, newest first, cut before anything is joined. */
export async function listAuditEntries(
  db: Db,
  filter: AuditFilter & { id?: string },
  { cursor, limit }: { cursor?: string | undefined; limit: number },
): Promise<Page<AuditEntry>> {
  const values: unknown[] = [];
  const bind = (value: unknown) => `$${values.push(value)}`;
  const conditions: string[] = [];
  if (filter.id) conditions.push(`a.id = ${bind(filter.id)}::uuid`);
  if (filter.actorId) conditions.push(`a.actor_id = ${bind(filter.actorId)}::uuid`);
  if (filter.memberId) conditions.push(`a.member_id = ${bind(filter.memberId)}::uuid`);
  if (filter.action) conditions.push(`a.action = ${bind(filter.action)}`);
  if (filter.targetType) conditions.push(`a.target_type = ${bind(filter.targetType)}`);
  if (filter.targetId) conditions.push(`a.target_id = ${bind(filter.targetId)}`);
  if (filter.from) conditions.push(`a.created_at >= ${bind(new Date(filter.from))}`);
  if (filter.until) conditions.push(`a.created_at < ${bind(new Date(Date.parse(filter.until) + dayMs))}`);
  const after = readCursor(cursor);
  if (after) {
    conditions.push(`(a.created_at, a.id) < (${bind(after.createdAt)}::timestamptz, ${bind(after.id)}::uuid)`);
  }
  const rows = await runSql<Row>(
    db,
    `select a.id, a.action, a.actor_id, a.target_type, a.target_id, a.member_id, a.before, a.after, a.reason, a.address,
       a.request_id, a.created_at,
       ${authorJsonById("a.actor_id")} as actor, ${authorJsonById("a.member_id")} as member
     from (select * from audit_log a ${conditions.length > 0 ? `where ${conditions.join(" and ")}` : ""}
       order by a.created_at desc, a.id desc limit ${limit + 1}) a
     order by a.created_at desc, a.id desc`,
    values,
  );
  return toPage(rows.map(toEntry), limit);
}

function toEntry(row: Row): AuditEntry {
  return {
    id: row.id,
    action: row.action,
    actor: row.actor,
    actorId: row.actor_id,
    targetType: row.target_type,
    targetId: row.target_id,
    member: row.member,
    memberId: row.member_id,
    before: row.before,
    after: row.after,
    reason: row.reason,
    address: row.address,
    requestId: row.request_id,
    createdAt: row.created_at.toISOString(),
  };
}
