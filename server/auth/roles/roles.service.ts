import type { Tx } from "#server/db/db.ts";
import type { UserRole } from "#server/db/schema.ts";
import { findRole, lockAdmins, upsertRole } from "./roles.store.ts";

/**
 * Replaces a member's role with exactly one other; part of the caller's transaction. Writes `user_roles`.
 *
 * @returns The role before, or `last-admin` where nothing changed because nobody else could let an admin in again.
 */
export async function replaceRole(tx: Tx, userId: string, role: UserRole): Promise<UserRole | "last-admin"> {
  const admins = await lockAdmins(tx);
  if (role !== "admin" && admins.length === 1 && admins[0] === userId) return "last-admin";
  const before = (await findRole(tx, userId)) ?? "user";
  await upsertRole(tx, userId, role);
  return before;
}

/** A member's role with every change of roles held off, or `last-admin` where nobody else could let an admin in again. */
export async function lockRole(tx: Tx, userId: string): Promise<UserRole | "last-admin"> {
  const admins = await lockAdmins(tx);
  if (admins.length === 1 && admins[0] === userId) return "last-admin";
  return (await findRole(tx, userId)) ?? "user";
}
