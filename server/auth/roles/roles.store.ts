import { sql } from "kysely";
import { type Db, runSql, type Tx } from "#server/db/db.ts";
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

/** The admins who can sign in: no banned ones. Blocks role changes until the transaction ends. */
export async function lockAdmins(tx: Tx): Promise<string[]> {
  // Two concurrent demotions would each see the other's admin, so they must run in sequence.
  await sql`select pg_advisory_xact_lock(hashtext('user_roles'))`.execute(tx);
  const rows = await runSql<{ id: string }>(
    tx,
    `select r.user_id as id from user_roles r join auth.users u on u.id = r.user_id
     where r.role = 'admin' and (u.banned_until is null or u.banned_until <= now())`,
    [],
  );
  return rows.map(({ id }) => id);
}
