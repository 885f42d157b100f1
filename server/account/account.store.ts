import type { Selectable } from "kysely";
import type { Db, Tx } from "#server/db/db.ts";
import { runSql } from "#server/db/db.ts";
import type { DataExportTable } from "#server/db/schema.ts";

export type ExportRow = Selectable<DataExportTable>;

/** A member's newest export. */
export async function findNewestExport(db: Db, userId: string): Promise<ExportRow | undefined> {
  return db
    .selectFrom("data_exports")
    .selectAll()
    .where("user_id", "=", userId)
    .orderBy("created_at", "desc")
    .orderBy("id", "desc")
    .limit(1)
    .executeTakeFirst();
}

/** An export by its id. */
export async function findExport(db: Db, id: string): Promise<ExportRow | undefined> {
  return db.selectFrom("data_exports").selectAll().where("id", "=", id).executeTakeFirst();
}

/** Asks for an export and queues its job; false where one is waiting already. Writes `data_exports`. */
export async function insertExport(
  tx: Tx,
  { id, userId, now }: { id: string; userId: string; now: Date },
): Promise<boolean> {
  const { numInsertedOrUpdatedRows = 0n } = await tx
    .insertInto("data_exports")
    .values({ id, user_id: userId, key: null, bytes: null, created_at: now })
    .onConflict((conflict) => conflict.doNothing())
    .executeTakeFirst();
  if (numInsertedOrUpdatedRows === 0n) return false;
  await runSql(
    tx,
    // The pauses between the tries grow, to half an hour in all.
    "select graphile_worker.add_job('buildDataExport', $1::json, queue_name := 'exports', max_attempts := 8)",
    [JSON.stringify({ exportId: id })],
  );
  return true;
}

/** Changes an export that waits; false if it is gone or no longer waits. Writes `data_exports`. */
export async function updateWaitingExport(
  db: Db,
  id: string,
  set: Pick<Partial<ExportRow>, "status" | "key" | "bytes" | "ends_at">,
): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable("data_exports")
    .set(set)
    .where("id", "=", id)
    .where("status", "=", "waiting")
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}

/** Deletes a member's other finished exports; their files go next. Writes `data_exports` and, by trigger, `removed_files`. */
export async function deleteEarlierExports(tx: Tx, userId: string, exportId: string): Promise<void> {
  await tx
    .deleteFrom("data_exports")
    .where("user_id", "=", userId)
    .where("id", "<>", exportId)
    .where("status", "<>", "waiting")
    .execute();
}

/** Deletes exports whose time is over; their files go next. Writes `data_exports` and, by trigger, `removed_files`. */
export async function deleteEndedExports(db: Db, now: Date): Promise<number> {
  const { numDeletedRows } = await db
    .deleteFrom("data_exports")
    .where("status", "=", "ready")
    .where("ends_at", "<=", now)
    .executeTakeFirst();
  return Number(numDeletedRows);
}

/** SQL condition: no job builds the export or will, since its server was killed on the last try. */
const isAbandoned = `not exists (
  select from graphile_worker._private_jobs j where j.payload->>'exportId' = data_exports.id::text
    and (j.locked_at is not null or j.attempts < j.max_attempts))`;

/**
 * Marks an export that waits, or all that wait since before a time or without a job, as failed, so that another can be asked
 * for; what was stored of them goes next. Writes `data_exports` and `removed_files`.
 */
export async function failExports(db: Db, which: { id: string } | { askedBefore: Date }): Promise<void> {
  const [condition, value] =
    "id" in which ? ["id = $1", which.id] : [`(created_at < $1 or ${isAbandoned})`, which.askedBefore];
  await runSql(
    db,
    `with failed as (
       update data_exports set status = 'failed' where status = 'waiting' and ${condition} returning key
     )
     insert into removed_files (key) select key from failed where key is not null on conflict do nothing`,
    [value],
  );
}

/** Has a file deleted that belongs to no export. Writes `removed_files`. */
export async function insertRemovedFile(tx: Tx, key: string): Promise<void> {
  await tx
    .insertInto("removed_files")
    .values({ key })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
}

/** At most 200 files of deleted exports, the longest waiting first. */
export async function listRemovedFiles(db: Db): Promise<string[]> {
  const rows = await db.selectFrom("removed_files").select("key").orderBy("removed_at").limit(200).execute();
  return rows.map(({ key }) => key);
}

/** Removes the entries of deleted files. Writes `removed_files`. */
export async function deleteRemovedFiles(db: Db, keys: string[]): Promise<void> {
  await runSql(db, "delete from removed_files where key = any($1::text[])", [keys]);
}

/** Puts the entries of files that could not be deleted behind all others. Writes `removed_files`. */
export async function postponeRemovedFiles(db: Db, keys: string[]): Promise<void> {
  await runSql(db, "update removed_files set removed_at = clock_timestamp() where key = any($1::text[])", [keys]);
}

/** Schedules the erasure of an account. Writes `account_deletions`. */
export async function insertDeletion(tx: Tx, userId: string, at: { now: Date; deleteAt: Date }): Promise<void> {
  await tx
    .insertInto("account_deletions")
    .values({ user_id: userId, delete_at: at.deleteAt, requested_at: at.now })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
}

/** Accounts due for deletion. */
export async function listDueDeletions(db: Db, now: Date, limit: number): Promise<string[]> {
  const rows = await db
    .selectFrom("account_deletions")
    .select("user_id")
    .where("delete_at", "<=", now)
    .orderBy("delete_at")
    .limit(limit)
    .execute();
  return rows.map((row) => row.user_id);
}

/** A due deletion, locked, unless its owner signed in a moment ago. */
export async function lockDueDeletion(tx: Tx, userId: string, now: Date): Promise<boolean> {
  const row = await tx
    .selectFrom("account_deletions")
    .select("user_id")
    .where("user_id", "=", userId)
    .where("delete_at", "<=", now)
    .forUpdate()
    .executeTakeFirst();
  return row !== undefined;
}

/** A member's username, locked against other changes of the account. */
export async function lockUsername(tx: Tx, userId: string): Promise<string | undefined> {
  const row = await tx
    .selectFrom("profiles")
    .select("username")
    .where("id", "=", userId)
    .forNoKeyUpdate()
    .executeTakeFirst();
  return row?.username;
}
