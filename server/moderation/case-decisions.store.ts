import { runSql, type Tx } from "#server/db/db.ts";
import type { CaseStatus, ReportTarget } from "#server/db/schema.ts";

/** What a decision needs of a case. */
export interface LockedCase {
  id: string;
  targetType: ReportTarget;
  targetId: string;
  memberId: string;
  reportsCount: number;
  /** The picture that the image screening found; it may be gone. */
  screenedImageId: string | null;
  status: CaseStatus;
  lockedBy: string | null;
  lockedUntil: Date | null;
}

/** The case with its row locked until the transaction ends. */
export async function lockCaseRow(tx: Tx, caseId: string): Promise<LockedCase | undefined> {
  const [found] = await runSql<LockedCase>(
    tx,
    `select id, target_type as "targetType", target_id as "targetId", member_id as "memberId",
       reports_count as "reportsCount", screened_image_id as "screenedImageId", status,
       locked_by as "lockedBy", locked_until as "lockedUntil"
     from moderation_cases where id = $1 for update`,
    [caseId],
  );
  return found;
}

/** Locks a case for a moderator, or unlocks it with null. Writes `moderation_cases`. */
export async function updateLock(
  tx: Tx,
  caseId: string,
  lock: { by: string; until: Date; now: Date } | null,
): Promise<void> {
  await tx
    .updateTable("moderation_cases")
    .set((b) => ({
      locked_by: lock?.by ?? null,
      locked_until: lock?.until ?? null,
      ...(lock ? { first_response_at: b.fn.coalesce("first_response_at", b.val(lock.now)) } : {}),
    }))
    .where("id", "=", caseId)
    .execute();
}

/** Closes a case and its reports; returns the reporters. Writes `moderation_cases`, `reports` and `reporter_records`. */
export async function closeCase(
  tx: Tx,
  caseId: string,
  decision: { status: Exclude<CaseStatus, "open">; by: string; now: Date },
): Promise<string[]> {
  const { status, by, now } = decision;
  await tx
    .updateTable("moderation_cases")
    .set((b) => ({
      status,
      decided_by: by,
      decided_at: now,
      first_response_at: b.fn.coalesce("first_response_at", b.val(now)),
      locked_by: null,
      locked_until: null,
    }))
    .where("id", "=", caseId)
    .execute();
  const isDismissed = status === "dismissed";
  const rows = await tx
    .updateTable("reports")
    .set({ status: isDismissed ? "dismissed" : "resolved", decided_by: by, decided_at: now })
    .where("case_id", "=", caseId)
    .where("status", "=", "open")
    .returning("reporter_id")
    .execute();
  const reporters = [...new Set(rows.map((row) => row.reporter_id))].toSorted();
  if (reporters.length > 0) {
    await runSql(
      tx,
      `insert into reporter_records as k (user_id, upheld, dismissed) select id, $2, $3 from unnest($1::uuid[]) m(id)
       on conflict (user_id) do update set upheld = k.upheld + excluded.upheld, dismissed = k.dismissed + excluded.dismissed`,
      [reporters, isDismissed ? 0 : 1, isDismissed ? 1 : 0],
    );
  }
  return reporters;
}
