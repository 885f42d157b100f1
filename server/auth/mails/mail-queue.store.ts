import { type Db, runSql } from "#server/db/db.ts";
import type { CodePurpose } from "#server/db/schema.ts";

/** Adds the job that sends a mail, not before so many seconds from now, and gives the job's id. */
export async function insertMailJob(db: Db, payload: object, afterSeconds: number): Promise<string> {
  const [job] = await runSql<{ id: string }>(
    db,
    `select id::text from graphile_worker.add_job('sendAuthMail', $1::json,
       run_at := now() + make_interval(secs => $2), max_attempts := 25)`,
    [JSON.stringify(payload), afterSeconds],
  );
  if (!job) throw new Error("The job queue gave no job");
  return job.id;
}

/** Makes a job of `insertMailJob` due at once. */
export async function hastenMailJob(db: Db, id: string): Promise<void> {
  await runSql(db, "select from graphile_worker.reschedule_jobs(array[$1::bigint], run_at := now())", [id]);
}

/** Removes a job of `insertMailJob`. */
export async function deleteMailJob(db: Db, id: string): Promise<void> {
  await runSql(db, "select from graphile_worker.complete_jobs(array[$1::bigint])", [id]);
}

/** Whether the code of a mail that was queued at this time is still the recipient's, and it or its link still works. */
export async function isCodeOutstanding(
  db: Db,
  { purpose, recipient, queuedAt, now }: { purpose: CodePurpose; recipient: string; queuedAt: Date; now: Date },
): Promise<boolean> {
  const rows = await runSql(
    db,
    `select from auth.one_time_codes
     where purpose = $1 and recipient = $2 and sent_at <= $3
       and case when link_hash is null then code_ends_at else link_ends_at end > $4`,
    [purpose, recipient, queuedAt, now],
  );
  return rows.length > 0;
}
