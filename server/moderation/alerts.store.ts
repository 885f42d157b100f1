import { type Db, runSql, type Tx } from "#server/db/db.ts";
import { isMemberNotBanned } from "#server/members/member-sql.ts";

/** Marks the open cases without an alert as alerted and counts them. Writes `moderation_cases`. */
export async function markAlerted(tx: Tx, now: Date): Promise<number> {
  const { numUpdatedRows } = await tx
    .updateTable("moderation_cases")
    .set({ alerted_at: now })
    .where("status", "=", "open")
    .where("alerted_at", "is", null)
    .executeTakeFirst();
  return Number(numUpdatedRows);
}

/** The ids of the admins who are neither banned nor suspended, nor leave. */
export async function listAdminIds(db: Db, now: Date): Promise<string[]> {
  const rows = await runSql<{ id: string }>(
    db,
    `select r.user_id as id from user_roles r where r.role = 'admin' and ${isMemberNotBanned("r.user_id", "$1")}
       and not exists (select from account_deletions d where d.user_id = r.user_id)`,
    [now],
  );
  return rows.map(({ id }) => id);
}
