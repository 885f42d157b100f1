import { sql } from "kysely";
import type { Db, Tx } from "#server/db/db.ts";
import type { UserRole } from "#server/db/schema.ts";

/** A member's one role. */
export async function findRole(db: Db, userId: string): Promise<UserRole | undefined> {
  const row = await db.selectFrom("user_roles").select("role").where("user_id", "=", userId).executeTakeFirst();
  return row?.role;
}

/** Replaces a member's role. Writes `user_roles`. */
export async function upsertRole(tx: Tx, userId: string, role: UserRole): Promise<void> {
  await tx
    .insertInto("user_roles")
    .values({ user_id: userId, role })
    .onConflict((conflict) => conflict.column("user_id").doUpdateSet({ role }))
    .execute();
}

/** The members who are admins. Blocks role changes until the transaction ends. */
export async function lockAdmins(tx: Tx): Promise<string[]> {
  // Two concurrent demotions would each see the other's admin, so they must run in sequence.
  await sql`select pg_advisory_xact_lock(hashtext('user_roles'))`.execute(tx);
  const rows = await tx.selectFrom("user_roles").select("user_id").where("role", "=", "admin").execute();
  return rows.map((row) => row.user_id);
}
