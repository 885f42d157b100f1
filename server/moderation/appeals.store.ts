import type { Appeal } from "#contract/moderation.ts";
import type { Author, Page } from "#contract/page.ts";
import { toPage, readCursor } from "#server/db/cursor.ts";
import { type Db, runSql, type Tx } from "#server/db/db.ts";
import { authorJsonById, otherAdminExists } from "#server/members/member-sql.ts";

interface AppealListRow {
  id: string;
  message: string;
  kind: Appeal["kind"];
  excerpt: string;
  reason: string;
  created_at: Date;
  action_at: Date;
  member: Author;
  decider: Author | null;
  is_own_decision: boolean;
}

/** Open appeals, the oldest first, as this admin may decide them. */
export async function listOpenAppeals(
  db: Db,
  adminId: string,
  { cursor, limit }: { cursor?: string | undefined; limit: number },
): Promise<Page<Appeal>> {
  const after = readCursor(cursor);
  const rows = await runSql<AppealListRow>(
    db,
    `select a.id, a.message, a.created_at, m.kind, m.excerpt, m.reason, m.created_at as action_at,
       ${authorJsonById("a.member_id")} as member, ${authorJsonById("m.decided_by")} as decider,
       case when a.member_id = $1 then ${otherAdminExists("array[$1::uuid]")}
         when m.decided_by = $1 then ${otherAdminExists("array[$1::uuid, a.member_id]")} else false end as is_own_decision
     from appeals a join moderation_actions m on m.id = a.action_id
     where a.status = 'open' and ($2::timestamptz is null or (a.created_at, a.id) > ($2::timestamptz, $3::uuid))
     order by a.created_at, a.id limit ${limit + 1}`,
    [adminId, after?.createdAt ?? null, after?.id ?? null],
  );
  return toPage(
    rows.map((row) => ({
      id: row.id,
      member: row.member,
      message: row.message,
      status: "open" as const,
      answer: null,
      kind: row.kind,
      excerpt: row.excerpt,
      reason: row.reason,
      decidedBy: row.decider,
      isOwnDecision: row.is_own_decision,
      createdAt: row.created_at.toISOString(),
      actionAt: row.action_at.toISOString(),
    })),
    limit,
  );
}

/** Adds an appeal; false where there is one already. Writes `appeals`. */
export async function insertAppeal(
  tx: Tx,
  appeal: { id: string; actionId: string; memberId: string; message: string; now: Date },
): Promise<boolean> {
  const { numInsertedOrUpdatedRows = 0n } = await tx
    .insertInto("appeals")
    .values({
      id: appeal.id,
      action_id: appeal.actionId,
      member_id: appeal.memberId,
      message: appeal.message,
      decided_by: null,
      answer: null,
      created_at: appeal.now,
    })
    .onConflict((conflict) => conflict.column("action_id").doNothing())
    .executeTakeFirst();
  return numInsertedOrUpdatedRows > 0n;
}

/** An appeal, locked until the transaction ends. */
export async function lockAppeal(
  tx: Tx,
  appealId: string,
): Promise<{ id: string; actionId: string; memberId: string; status: "open" | "upheld" | "granted" } | undefined> {
  return tx
    .selectFrom("appeals")
    .select(["id", "action_id as actionId", "member_id as memberId", "status"])
    .where("id", "=", appealId)
    .forUpdate()
    .executeTakeFirst();
}

/** Writes the decision on an appeal. Writes `appeals`. */
export async function updateAppeal(
  tx: Tx,
  appealId: string,
  set: { status: "upheld" | "granted"; answer: string; by: string; now: Date },
): Promise<void> {
  await tx
    .updateTable("appeals")
    .set({ status: set.status, answer: set.answer, decided_by: set.by, decided_at: set.now })
    .where("id", "=", appealId)
    .execute();
}

/** Grants the open appeals against these actions. Writes `appeals`. */
export async function grantOpenAppeals(
  tx: Tx,
  actionIds: string[],
  set: { answer: string; by: string | null; now: Date },
): Promise<void> {
  if (actionIds.length === 0) return;
  await tx
    .updateTable("appeals")
    .set({ status: "granted", answer: set.answer, decided_by: set.by, decided_at: set.now })
    .where("action_id", "in", actionIds)
    .where("status", "=", "open")
    .execute();
}

/** The appeals of a member by the action that they are about. */
export async function mapAppeals(
  db: Db,
  memberId: string,
): Promise<
  Map<string, { status: "open" | "upheld" | "granted"; message: string; answer: string | null; createdAt: string }>
> {
  const rows = await db
    .selectFrom("appeals")
    .select(["action_id", "status", "message", "answer", "created_at"])
    .where("member_id", "=", memberId)
    .execute();
  return new Map(
    rows.map(({ action_id: id, created_at: at, ...row }) => [id, { ...row, createdAt: at.toISOString() }]),
  );
}
