import { type HotStatement, type Pool, runHot } from "#server/db/db.ts";
import type { Assurance, UserRole } from "#server/db/schema.ts";

export interface LiveSession {
  sessionId: string;
  userId: string;
  role: UserRole;
  assurance: Assurance;
  isNew: boolean;
  /** The account has a second step that this session has not taken. */
  isWaiting: boolean;
}

const liveSessions: HotStatement = {
  name: "live_sessions",
  text: `select s.id, s.user_id, s.assurance, coalesce(r.role, 'user') as role,
      u.created_at > $2::timestamptz - interval '1 day' as is_new,
      s.assurance = 'aal1' and exists
        (select from auth.factors f where f.user_id = s.user_id and f.status = 'verified') as is_waiting
    from unnest($1::uuid[]) as asked (id)
    join auth.sessions s on s.id = asked.id
    join auth.users u on u.id = s.user_id
    left join user_roles r on r.user_id = s.user_id
    where s.ends_at > $2::timestamptz and (u.banned_until is null or u.banned_until <= $2)`,
};

interface Row {
  id: string;
  user_id: string;
  assurance: Assurance;
  role: UserRole;
  is_new: boolean;
  is_waiting: boolean;
}

const toLiveSession = (row: Row): LiveSession => ({
  sessionId: row.id,
  userId: row.user_id,
  role: row.role,
  assurance: row.assurance,
  isNew: row.is_new,
  isWaiting: row.is_waiting,
});

/** Those of the sessions that may act at `now`, by session id: neither ended nor of a banned user. */
export async function findLiveSessions(pool: Pool, sessionIds: string[], now: Date): Promise<Map<string, LiveSession>> {
  const rows = await runHot<Row>(pool, liveSessions, [sessionIds, now.toISOString()]);
  return new Map(rows.map((row) => [row.id, toLiveSession(row)]));
}
