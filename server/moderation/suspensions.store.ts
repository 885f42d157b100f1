import { runSql, type Tx } from "#server/db/db.ts";
import type { UserRole } from "#server/db/schema.ts";

export interface LockedMember {
  id: string;
  username: string;
  role: UserRole;
  bannedUntil: Date | null;
  isSuspension: boolean;
}

/** A member with their account and profile locked until the transaction ends. */
export async function lockMemberAccount(tx: Tx, memberId: string): Promise<LockedMember | undefined> {
  const [member] = await runSql<Omit<LockedMember, "role">>(
    tx,
    `select p.id, p.username, u.banned_until as "bannedUntil", u.is_suspension as "isSuspension"
     from profiles p join auth.users u on u.id = p.id
     where p.id = $1 and p.deleted_at is null for no key update of p, u`,
    [memberId],
  );
  if (!member) return undefined;
  // A change of role only locks these rows: the statement that waited for it would still see the role of before.
  const [found] = await runSql<{ role: UserRole }>(tx, "select role from user_roles where user_id = $1", [memberId]);
  return { ...member, role: found?.role ?? "user" };
}
