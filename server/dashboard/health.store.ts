import type { SystemHealth } from "#contract/admin.ts";
import { type Db, runSql } from "#server/db/db.ts";

/** Waiting jobs by task, the longest waiting first. */
export async function listQueues(db: Db, now: Date): Promise<SystemHealth["queues"]> {
  return runSql(
    db,
    `select task_identifier as task, count(*)::integer as waiting,
       greatest(0, round(extract(epoch from $1::timestamptz - min(run_at))))::integer as "oldestSeconds"
     from graphile_worker.jobs where attempts < max_attempts and run_at <= $1 group by 1 order by 3 desc, 1`,
    [now],
  );
}

/** Jobs that have failed, the newest failure first. */
export async function listFailedJobs(db: Db): Promise<SystemHealth["failedJobs"]> {
  const rows = await runSql<{ id: string; task: string; attempts: number; error: string | null; failed_at: Date }>(
    db,
    `select id::text as id, task_identifier as task, attempts, left(last_error, 500) as error, updated_at as failed_at
     from graphile_worker.jobs where last_error is not null order by updated_at desc limit 50`,
    [],
  );
  return rows.map(({ failed_at: at, error, ...row }) => ({ ...row, error: error ?? "", failedAt: at.toISOString() }));
}

/** Retries a failed job at once; false if it does not exist. Writes the job queue. */
export async function rescheduleJob(tx: Db, jobId: string): Promise<{ task: string } | undefined> {
  const [job] = await runSql<{ task: string }>(
    tx,
    `select j.task_identifier as task from graphile_worker.jobs j
     where j.id = $1::bigint and j.last_error is not null and j.locked_at is null`,
    [jobId],
  );
  if (!job) return undefined;
  await runSql(tx, "select graphile_worker.reschedule_jobs(array[$1::bigint], run_at := now(), attempts := 0)", [
    jobId,
  ]);
  return job;
}

/** Sums up the stored pictures. Writes `storage_use`. */
export async function updateStorageUse(tx: Db, now: Date): Promise<void> {
  await runSql(
    tx,
    `update storage_use set images = s.images, bytes = s.bytes, computed_at = $1
     from (select count(*) as images, coalesce(sum(bytes), 0) as bytes from images) s`,
    [now],
  );
}

/** How many pictures are stored and how large they are, as they were last summed up. */
export async function getStorageUse(db: Db): Promise<{ images: number; bytes: number }> {
  const [row] = await runSql<{ images: number; bytes: number }>(
    db,
    "select images::bigint as images, bytes::bigint as bytes from storage_use",
    [],
  );
  return row ?? { images: 0, bytes: 0 };
}

/**
 * Pictures that the image screening could not score in three attempts, and those made before `madeBefore` that it puts
 * off, most likely because their file cannot be read.
 */
export async function countUnscreened(db: Db, { madeBefore }: { madeBefore: Date }): Promise<number> {
  const [row] = await runSql<{ pictures: number }>(
    db,
    `select (select count(*) from image_screenings where percent is null and failures >= 3)::integer
       + (select count(*) from image_screenings s join images i on i.id = s.image_id
          where s.percent is null and s.failures < 3 and s.retry_at is not null and i.created_at < $1)::integer as pictures`,
    [madeBefore],
  );
  return row?.pictures ?? 0;
}

/** Outfits whose cover could not be analysed in three attempts, or was made before `madeBefore` and is put off. */
export async function countUnanalysed(db: Db, { madeBefore }: { madeBefore: Date }): Promise<number> {
  const [row] = await runSql<{ outfits: number }>(
    db,
    `select (select count(*) from outfits where analysis_failures >= 3)::integer
       + (select count(*) from outfits o join images i on i.id = o.image_id
          where o.analysed_image_id is distinct from o.image_id and o.analysis_failures < 3
            and o.analysis_retry_at is not null and i.created_at < $1)::integer as outfits`,
    [madeBefore],
  );
  return row?.outfits ?? 0;
}

/** The jobs that send mails. */
const mailTasks = ["sendAuthMail", "sendProductMail", "sendDigest", "mailRedemption"];

/** Mails of the last day that could not be sent (yet). */
export async function countFailedMails(db: Db, since: Date): Promise<number> {
  const [row] = await runSql<{ failed: number }>(
    db,
    `select count(*)::integer as failed from graphile_worker.jobs
     where task_identifier = any($2) and last_error is not null and updated_at >= $1`,
    [since, mailTasks],
  );
  return row?.failed ?? 0;
}
