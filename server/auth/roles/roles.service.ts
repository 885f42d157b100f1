import type { Tx } from "#server/db/db.ts";
import type { UserRole } from "#server/db/schema.ts";
import { findRole, lockAdmins, upsertRole } from "./roles.store.ts";

/**
 * Replaces a member's role with exactly one other; part of the caller's transaction. Writes `user_roles`.
 *
 * @returns The earlier role, or `last-admin` if nothing changed because no other admin would be left.
 */
export async function replaceRole(tx: Tx, userId: string, role: UserRole): Promise<UserRole | "last-admin"> {
  const admins = await lockAdmins(tx);
  if (role !== "admin" && admins.length === 1 && admins[0] === userId) return "last-admin";
  const before = (await findRole(tx, userId)) ?? "user";
  await upsertRole(tx, userId, role);
  return before;
}

/** A member's role, with role changes blocked, or `last-admin` if no other admin would be left. */
export async function lockRole(tx: Tx, userId: string): Promise<UserRole | "last-admin"> {
  const admins = await lockAdmins(tx);
  if (admins.length === 1 && admins[0] === userId) return "last-admin";
  return (await findRole(tx, userId)) ?? "user";
}
