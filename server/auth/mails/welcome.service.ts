import { type Db, runSql } from "#server/db/db.ts";

/** Adds the job that welcomes a new member once the transaction is committed; the setting 'welcome emails' is read then. */
export async function insertWelcomeJob(tx: Db, userId: string): Promise<void> {
  const payload = JSON.stringify({ kind: "welcome", userId, path: "/explore" });
  await runSql(tx, "select graphile_worker.add_job('sendProductMail', $1::json, max_attempts := 5)", [payload]);
}
