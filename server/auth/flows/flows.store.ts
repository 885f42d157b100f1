import type { Insertable, Selectable, Updateable } from "kysely";
import type { Db, Tx } from "#server/db/db.ts";
import type { FlowTable } from "#server/db/schema.ts";

export type FlowRow = Selectable<FlowTable>;

/** Inserts a flow. Writes `auth.flows`. */
export async function insertFlow(db: Db, flow: Insertable<FlowTable>): Promise<FlowRow> {
  return db.insertInto("auth.flows").values(flow).returningAll().executeTakeFirstOrThrow();
}

/** The flow, locked until the transaction ends: by its id (the `state` of providers) or its code. */
export async function lockFlow(tx: Tx, by: { id: string } | { authCode: string }): Promise<FlowRow | undefined> {
  const query = tx.selectFrom("auth.flows").selectAll();
  const found = "id" in by ? query.where("id", "=", by.id) : query.where("auth_code", "=", by.authCode);
  return found.forUpdate().executeTakeFirst();
}

/** Records the progress of a flow. Writes `auth.flows`. */
export async function updateFlow(db: Db, id: string, set: Updateable<FlowTable>): Promise<void> {
  await db.updateTable("auth.flows").set(set).where("id", "=", id).execute();
}

/** Deletes one flow. Writes `auth.flows`. */
export async function deleteFlow(db: Db, id: string): Promise<void> {
  await db.deleteFrom("auth.flows").where("id", "=", id).execute();
}

/** Deletes the flows of this account. Writes `auth.flows`. */
export async function deleteFlowsOfUser(db: Db, userId: string, exceptId: string | null): Promise<void> {
  await db
    .deleteFrom("auth.flows")
    .where((row) => row.or([row("user_id", "=", userId), row("linking_user_id", "=", userId)]))
    .$if(exceptId !== null, (query) => query.where("id", "<>", exceptId))
    .execute();
}

/** Deletes the unfinished flows from before `time`. Writes `auth.flows`. */
export async function deleteFlowsBefore(db: Db, time: Date): Promise<void> {
  await db.deleteFrom("auth.flows").where("created_at", "<", time).execute();
}

/** Removes every flow. Writes `auth.flows`. */
export async function deleteAllFlows(tx: Tx): Promise<void> {
  await tx.deleteFrom("auth.flows").execute();
}
