import { type Db, runSql, type Tx } from "#server/db/db.ts";

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

/** The ids of all admins. */
export async function listAdminIds(db: Db): Promise<string[]> {
  const rows = await runSql<{ id: string }>(db, "select user_id as id from user_roles where role = 'admin'", []);
  return rows.map(({ id }) => id);
}
