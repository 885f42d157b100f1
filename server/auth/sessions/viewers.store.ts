import { type Pool, runPrepared } from "#server/db/db.ts";
import type { Assurance, UserRole } from "#server/db/schema.ts";

export interface LiveSession {
  sessionId: string;
  userId: string;
  role: UserRole;
  assurance: Assurance;
  isNew: boolean;
  /** The account has a second step that this session has not passed. */
  isWaiting: boolean;
  /** May only see why and appeal. */
  isSuspended: boolean;
}

const liveSessions = {
  name: "live_sessions",
  // The limits force lookups by key: otherwise the planner merges the few sessions with all users,
  // which it considers cheap while sessions belong to the oldest members, but which scans ten thousand rows for others.
  // The subselect hides the number of ids: the planner would rate the generic plan higher than one for the actual number,
  // and plan each check again, which takes longer than running it.
  text: `
  select s.id as "sessionId", s.user_id as "userId", s.assurance,
    coalesce((select role from user_roles where user_id = s.user_id), 'user') as role,
    u.created_at > $2::timestamptz - interval '1 day' as "isNew",
    coalesce(u.banned_until > $2, false) as "isSuspended",
    s.assurance = 'aal1' and exists
      (select from auth.factors f where f.user_id = s.user_id and f.status = 'verified') as "isWaiting"
  from unnest((select $1::uuid[])) as asked (id)
  cross join lateral (select * from auth.sessions where id = asked.id limit 1) s
  cross join lateral (select created_at, banned_until, is_suspension from auth.users where id = s.user_id limit 1) u
  where s.ends_at > $2::timestamptz and (u.banned_until is null or u.banned_until <= $2 or u.is_suspension)`,
};

/** Those of the sessions that may act at `now`, by session id: neither ended nor of a banned user. */
export async function findLiveSessions(pool: Pool, sessionIds: string[], now: Date): Promise<Map<string, LiveSession>> {
  const rows = await runPrepared<LiveSession>(pool, liveSessions, [sessionIds, now.toISOString()]);
  return new Map(rows.map((row) => [row.sessionId, row]));
}
