import { type Insertable, type Selectable, sql } from "kysely";
import type { Db, Tx } from "#server/db/db.ts";
import type { CodePurpose, OneTimeCodeTable } from "#server/db/schema.ts";

export type CodeRow = Selectable<OneTimeCodeTable>;

/** Stores a code, untried unless given otherwise, replacing the previous one. Writes `auth.one_time_codes`. */
export async function upsertCode(db: Db, code: Insertable<OneTimeCodeTable>): Promise<void> {
  await db
    .insertInto("auth.one_time_codes")
    .values({ tries: 0, ...code })
    .onConflict((conflict) =>
      conflict.columns(["purpose", "recipient"]).doUpdateSet({
        user_id: sql`excluded.user_id`,
        code_hash: sql`excluded.code_hash`,
        link_hash: sql`excluded.link_hash`,
        tries: sql`excluded.tries`,
        flow_id: sql`excluded.flow_id`,
        user_data: sql`excluded.user_data`,
        password_hash: sql`excluded.password_hash`,
        sent_at: sql`excluded.sent_at`,
        code_ends_at: sql`excluded.code_ends_at`,
        link_ends_at: sql`excluded.link_ends_at`,
        is_sign_up: sql`excluded.is_sign_up`,
        session_id: sql`excluded.session_id`,
      }),
    )
    .execute();
}

/** The outstanding codes of a recipient, locked until the transaction ends. */
export async function lockCodes(tx: Tx, purposes: CodePurpose[], recipient: string): Promise<CodeRow[]> {
  return tx
    .selectFrom("auth.one_time_codes")
    .selectAll()
    .where("purpose", "in", purposes)
    .where("recipient", "=", recipient)
    .orderBy("purpose")
    .forUpdate()
    .execute();
}

/** The outstanding code behind a link, locked until the transaction ends. */
export async function lockLink(tx: Tx, purposes: CodePurpose[], linkHash: Buffer): Promise<CodeRow | undefined> {
  return tx
    .selectFrom("auth.one_time_codes")
    .selectAll()
    .where("link_hash", "=", linkHash)
    .where("purpose", "in", purposes)
    .forUpdate()
    .executeTakeFirst();
}

/** The outstanding code of a recipient, if there is one. */
export async function findCode(db: Db, purpose: CodePurpose, recipient: string): Promise<CodeRow | undefined> {
  return db
    .selectFrom("auth.one_time_codes")
    .selectAll()
    .where("purpose", "=", purpose)
    .where("recipient", "=", recipient)
    .executeTakeFirst();
}

/** Counts a wrong attempt. Writes `auth.one_time_codes`. */
export async function countTry(tx: Tx, { purpose, recipient }: CodeRow): Promise<void> {
  await tx
    .updateTable("auth.one_time_codes")
    .set({ tries: sql`tries + 1` })
    .where("purpose", "=", purpose)
    .where("recipient", "=", recipient)
    .execute();
}

/** Removes one outstanding code. Writes `auth.one_time_codes`. */
export async function deleteCode(
  db: Db,
  { purpose, recipient }: Pick<CodeRow, "purpose" | "recipient">,
): Promise<void> {
  await db
    .deleteFrom("auth.one_time_codes")
    .where("purpose", "=", purpose)
    .where("recipient", "=", recipient)
    .execute();
}

/** Deletes expired codes. Writes `auth.one_time_codes`. */
export async function deleteExpiredCodes(db: Db, now: Date): Promise<void> {
  await db.deleteFrom("auth.one_time_codes").where("code_ends_at", "<", now).where("link_ends_at", "<", now).execute();
}

/** Removes every outstanding code and link of a user. Writes `auth.one_time_codes`. */
export async function deleteCodesOfUser(db: Db, userId: string): Promise<void> {
  await db.deleteFrom("auth.one_time_codes").where("user_id", "=", userId).execute();
}

/** Removes the code that was mailed with the link of this flow. Writes `auth.one_time_codes`. */
export async function deleteCodeOfFlow(db: Db, { userId, flowId }: { userId: string; flowId: string }): Promise<void> {
  await db.deleteFrom("auth.one_time_codes").where("user_id", "=", userId).where("flow_id", "=", flowId).execute();
}

/** Removes every outstanding code and link. Writes `auth.one_time_codes`. */
export async function deleteAllCodes(tx: Tx): Promise<void> {
  await tx.deleteFrom("auth.one_time_codes").execute();
}
