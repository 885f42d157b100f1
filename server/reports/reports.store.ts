import type { NewReport } from "#contract/reports.ts";
import { type Db, runSql, type Tx } from "#server/db/db.ts";
import { newId } from "#server/lib/ids.ts";

/** The sender of a message, if it is in one of the member's threads. */
export async function findSenderOfOwn(
  db: Db,
  userId: string,
  messageId: string,
): Promise<{ ownerId: string } | undefined> {
  return db
    .selectFrom("messages as m")
    .innerJoin("message_threads as t", "t.id", "m.thread_id")
    .select("m.sender_id as ownerId")
    .where("m.id", "=", messageId)
    .where((b) => b.or([b("t.participant_a", "=", userId), b("t.participant_b", "=", userId)]))
    .executeTakeFirst();
}

/**
 * Inserts a report; undefined where the same member has an open one about the same thing. Writes `reports`, and counts it
 * at the profile of whom it is against.
 */
export async function insertReport(
  tx: Tx,
  report: Required<NewReport> & { reporterId: string; memberId: string; now: Date },
): Promise<string | undefined> {
  const inserted = await tx
    .insertInto("reports")
    .values({
      id: newId(),
      reporter_id: report.reporterId,
      target_type: report.targetType,
      target_id: report.targetId,
      member_id: report.memberId,
      reason: report.reason,
      details: report.details,
      decided_by: null,
      case_id: null,
      created_at: report.now,
    })
    // Without a target: a bound parameter cannot name the partial index.
    .onConflict((conflict) => conflict.doNothing())
    .returning("id")
    .executeTakeFirst();
  if (!inserted) return undefined;
  await tx
    .updateTable("profiles")
    .set((row) => ({ reports_count: row("reports_count", "+", 1) }))
    .where("id", "=", report.memberId)
    .execute();
  return inserted.id;
}

/** Puts a report into its case. Writes `reports`. */
export async function updateReportCase(tx: Tx, reportId: string, caseId: string): Promise<void> {
  await tx.updateTable("reports").set({ case_id: caseId }).where("id", "=", reportId).execute();
}

/** A report in a case, and how often moderators agreed with its reporter. */
interface CaseReport {
  caseId: string;
  reason: NewReport["reason"];
  upheld: number;
  dismissed: number;
}

/** The reports in these cases. */
export function listReportsOf(tx: Tx, caseIds: string[]): Promise<CaseReport[]> {
  return runSql<CaseReport>(
    tx,
    `select r.case_id as "caseId", r.reason, coalesce(k.upheld, 0) as upheld, coalesce(k.dismissed, 0) as dismissed
     from reports r left join reporter_records k on k.user_id = r.reporter_id where r.case_id = any ($1::uuid[])`,
    [caseIds],
  );
}

/** How often moderators agreed with a member's reports. */
export async function findReporterRecord(db: Db, userId: string): Promise<{ upheld: number; dismissed: number }> {
  const found = await db
    .selectFrom("reporter_records")
    .select(["upheld", "dismissed"])
    .where("user_id", "=", userId)
    .executeTakeFirst();
  return found ?? { upheld: 0, dismissed: 0 };
}
