import { type Db, runSql } from "#server/db/db.ts";
import type { Assurance, UserRole } from "#server/db/schema.ts";
import { otherAdminExists } from "#server/members/member-sql.ts";

/** What decides whether a session may enter the admin area, as stored at this moment. */
interface AdminAccess {
  role: UserRole;
  assurance: Assurance;
  /** Whether the admin has a second factor of their own. */
  hasFactor: boolean;
}

/** Role and assurance of a session; undefined once the session has ended. */
export async function findAdminAccess(db: Db, sessionId: string): Promise<AdminAccess | undefined> {
  const [access] = await runSql<AdminAccess>(
    db,
    `select coalesce((select role from user_roles where user_id = s.user_id), 'user') as role, s.assurance,
       exists (select from auth.factors f where f.user_id = s.user_id and f.status = 'verified') as "hasFactor"
     from auth.sessions s where s.id = $1`,
    [sessionId],
  );
  return access;
}

/** Whether there is an admin besides these who is not banned and does not leave. */
export async function hasOtherAdmin(db: Db, ids: string[]): Promise<boolean> {
  const [row] = await runSql<{ isThere: boolean }>(db, `select ${otherAdminExists("$1::uuid[]")} as "isThere"`, [ids]);
  return row?.isThere === true;
}
