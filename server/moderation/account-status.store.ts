import { type Db, runSql } from "#server/db/db.ts";

/** A member's name and ban as the account status page needs them. */
export async function findAccountStanding(
  db: Db,
  memberId: string,
): Promise<{ username: string; bannedUntil: Date | null } | undefined> {
  const [found] = await runSql<{ username: string; bannedUntil: Date | null }>(
    db,
    `select p.username, u.banned_until as "bannedUntil" from profiles p join auth.users u on u.id = p.id where p.id = $1`,
    [memberId],
  );
  return found;
}
