import { sql } from "kysely";
import { type Db, runSql, type Tx } from "#server/db/db.ts";
import type { UserRole } from "#server/db/schema.ts";
import { otherAdminExists } from "#server/members/member-sql.ts";

/** Replaces a member's role. Writes `user_roles`. */
export async function upsertRole(tx: Tx, userId: string, role: UserRole): Promise<void> {
  await tx
    .insertInto("user_roles")
    .values({ user_id: userId, role })
    .onConflict((conflict) => conflict.column("user_id").doUpdateSet({ role }))
    .execute();
}

/** Blocks role changes until the transaction ends. */
export async function lockRoles(tx: Tx): Promise<void> {
  // Two concurrent demotions would each see the other's admin, so they must run in sequence.
  await sql`select pg_advisory_xact_lock(hashtext('user_roles'))`.execute(tx);
}

/** A member's one role, and whether there is another admin who stays. */
export async function findRole(db: Db, userId: string): Promise<{ role: UserRole; isOtherAdminThere: boolean }> {
  const [found] = await runSql<{ role: UserRole; isOtherAdminThere: boolean }>(
    db,
    `select coalesce((select role from user_roles where user_id = $1::uuid), 'user') as role,
       ${otherAdminExists("array[$1::uuid]")} as "isOtherAdminThere"`,
    [userId],
  );
  return found ?? { role: "user", isOtherAdminThere: false };
}
