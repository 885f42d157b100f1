import type { Tx } from "#server/db/db.ts";
import type { UserRole } from "#server/db/schema.ts";
import { findRole, lockRoles, upsertRole } from "./roles.store.ts";

/**
 * Replaces a member's role with exactly one other; part of the caller's transaction. Writes `user_roles`.
 *
 * @returns The earlier role, or `last-admin` if nothing changed because no other admin would be left.
 */
export async function replaceRole(tx: Tx, userId: string, role: UserRole): Promise<UserRole | "last-admin"> {
  const before = await lockRole(tx, userId);
  if (before === "last-admin") return role === "admin" ? role : before;
  await upsertRole(tx, userId, role);
  return before;
}

/**
 * A member's role, with role changes blocked, or `last-admin` if no other admin would be left. Before the member is locked
 * (prevents deadlocks).
 */
export async function lockRole(tx: Tx, userId: string): Promise<UserRole | "last-admin"> {
  await lockRoles(tx);
  const { role, isOtherAdminThere } = await findRole(tx, userId);
  return role === "admin" && !isOtherAdminThere ? "last-admin" : role;
}
