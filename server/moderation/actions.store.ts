import type { Insertable, Selectable } from "kysely";
import type { Db, Tx } from "#server/db/db.ts";
import type { ModerationActionTable, ReportTarget } from "#server/db/schema.ts";

export type ActionRow = Selectable<ModerationActionTable>;

/** Records what was done to a member or to something of theirs. Writes `moderation_actions`. */
export async function insertAction(tx: Tx, action: Insertable<ModerationActionTable>): Promise<void> {
  await tx.insertInto("moderation_actions").values(action).execute();
}

/** An action, locked until the transaction ends. */
export async function lockAction(tx: Tx, actionId: string): Promise<ActionRow | undefined> {
  return tx.selectFrom("moderation_actions").selectAll().where("id", "=", actionId).forUpdate().executeTakeFirst();
}

/** The action by which a case hid or deleted its target, locked until the transaction ends. */
export async function lockRemovalOfCase(tx: Tx, caseId: string): Promise<ActionRow | undefined> {
  return tx
    .selectFrom("moderation_actions")
    .selectAll()
    .where("case_id", "=", caseId)
    .where("kind", "in", ["hidden", "deleted"])
    .forUpdate()
    .executeTakeFirst();
}

/** A member's actions, newest first. */
export async function listActions(db: Db, memberId: string, limit: number): Promise<ActionRow[]> {
  return db
    .selectFrom("moderation_actions")
    .selectAll()
    .where("member_id", "=", memberId)
    .orderBy("created_at", "desc")
    .orderBy("id", "desc")
    .limit(limit)
    .execute();
}

export type RevocableActions =
  | { id: string }
  | { targetType: ReportTarget; targetId: string }
  | { suspensionsOf: string };

/**
 * Marks actions as revoked: one, all on a target, or all suspensions of a member. Writes `moderation_actions`.
 *
 * @returns The ids of those that were in force.
 */
export async function markRevoked(tx: Tx, which: RevocableActions, now: Date): Promise<string[]> {
  let query = tx
    .updateTable("moderation_actions")
    .set({ revoked_at: now, purge_at: null })
    .where("revoked_at", "is", null);
  if ("id" in which) query = query.where("id", "=", which.id);
  else if ("suspensionsOf" in which) {
    query = query.where("member_id", "=", which.suspensionsOf).where("kind", "=", "suspended");
  } else {
    query = query
      .where("target_type", "=", which.targetType)
      .where("target_id", "=", which.targetId)
      .where("kind", "in", ["hidden", "deleted", "held"]);
  }
  const rows = await query.returning("id").execute();
  return rows.map(({ id }) => id);
}

/**
 * Revokes the screening's action on a target. Writes `moderation_actions`.
 *
 * @returns Whose the target is; undefined if there is no such action.
 */
export async function endHold(
  tx: Tx,
  target: { type: ReportTarget; id: string },
  now: Date,
): Promise<string | undefined> {
  const held = await tx
    .updateTable("moderation_actions")
    .set({ revoked_at: now })
    .where("target_type", "=", target.type)
    .where("target_id", "=", target.id)
    .where("kind", "=", "held")
    .where("revoked_at", "is", null)
    .returning("member_id")
    .executeTakeFirst();
  return held?.member_id;
}

/**
 * Why a target is hidden at the moment: the actions of moderators in force, and whether somebody else had hidden it before
 * the first of them.
 */
export async function findHidingActions(
  tx: Tx,
  target: { type: ReportTarget; id: string },
): Promise<{ actions: number; wasHidden: boolean }> {
  const rows = await tx
    .selectFrom("moderation_actions")
    .select("was_hidden")
    .where("target_type", "=", target.type)
    .where("target_id", "=", target.id)
    .where("kind", "in", ["hidden", "deleted", "held"])
    .where("revoked_at", "is", null)
    .execute();
  return { actions: rows.length, wasHidden: rows.some((row) => row.was_hidden) };
}

/** Whether moderators have deleted a target, which an appeal may still bring back. */
export async function isRemoved(tx: Tx, target: { type: ReportTarget; id: string }): Promise<boolean> {
  const found = await tx
    .selectFrom("moderation_actions")
    .select("id")
    .where("target_type", "=", target.type)
    .where("target_id", "=", target.id)
    .where("kind", "=", "deleted")
    .where("revoked_at", "is", null)
    .limit(1)
    .executeTakeFirst();
  return found !== undefined;
}

/** Decisions in force about something of this member's among these targets. */
const selectOwn = (db: Db, memberId: string, { type, ids }: { type: ReportTarget; ids: string[] }) =>
  db
    .selectFrom("moderation_actions")
    .select("id")
    .where("target_type", "=", type)
    .where("target_id", "in", ids)
    .where("member_id", "=", memberId)
    .where("revoked_at", "is", null)
    .limit(1);

/** Whether another admin's decision hides something of this member's among these targets. */
export async function isOwnHiddenByOther(
  db: Db,
  memberId: string,
  targets: { type: ReportTarget; ids: string[] },
): Promise<boolean> {
  // Null once the account of the admin who decided is gone.
  const byOther = selectOwn(db, memberId, targets).where("decided_by", "is distinct from", memberId);
  return (await byOther.where("kind", "in", ["hidden", "deleted"]).executeTakeFirst()) !== undefined;
}

/** Whether the image screening withholds something of this member's among these targets. */
export async function isOwnHeld(
  db: Db,
  memberId: string,
  targets: { type: ReportTarget; ids: string[] },
): Promise<boolean> {
  return (await selectOwn(db, memberId, targets).where("kind", "=", "held").executeTakeFirst()) !== undefined;
}

/** The ids of removals whose time for an appeal is over, and about which no appeal is open. */
export async function listDuePurges(db: Db, now: Date, limit: number): Promise<string[]> {
  const rows = await db
    .selectFrom("moderation_actions as a")
    .select("a.id")
    .where("a.purge_at", "<=", now)
    .where("a.revoked_at", "is", null)
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom("appeals as p").select("p.id").whereRef("p.action_id", "=", "a.id").where("p.status", "=", "open"),
        ),
      ),
    )
    .orderBy("a.purge_at")
    .limit(limit)
    .execute();
  return rows.map(({ id }) => id);
}

/** A removal, locked until the transaction ends, if it is still due. */
export async function lockDuePurge(tx: Tx, actionId: string, now: Date): Promise<ActionRow | undefined> {
  const action = await lockAction(tx, actionId);
  const isDue =
    action !== undefined && action.revoked_at === null && action.purge_at !== null && action.purge_at <= now;
  if (!isDue) return undefined;
  // A statement of its own: it sees the appeal of a transaction that the lock waited for.
  const open = tx.selectFrom("appeals").select("id").where("action_id", "=", actionId).where("status", "=", "open");
  return (await open.executeTakeFirst()) ? undefined : action;
}

/** Records that removed content is permanently deleted. Writes `moderation_actions`. */
export async function markPurged(tx: Tx, actionId: string): Promise<void> {
  await tx.updateTable("moderation_actions").set({ purge_at: null }).where("id", "=", actionId).execute();
}
