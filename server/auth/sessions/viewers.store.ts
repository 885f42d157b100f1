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

const liveSessions = `
  select s.id as "sessionId", s.user_id as "userId", s.assurance,
    coalesce((select role from user_roles where user_id = s.user_id), 'user') as role,
    u.created_at > $2::timestamptz - interval '1 day' as "isNew",
    coalesce(u.banned_until > $2, false) as "isSuspended",
    s.assurance = 'aal1' and exists
      (select from auth.factors f where f.user_id = s.user_id and f.status = 'verified') as "isWaiting"`;
// The limits force lookups by key: otherwise the planner merges the few sessions with all users,
// which it considers cheap while sessions belong to the oldest members, but which scans ten thousand rows for others.
// The subselect hides the number of ids: the planner would rate the generic plan higher than one for the actual number,
// and plan each check again, which takes longer than running it.
const whichMayAct = `
  from unnest((select $1::uuid[])) as asked (id)
  cross join lateral (select * from auth.sessions where id = asked.id limit 1) s
  cross join lateral (select created_at, banned_until, is_suspension from auth.users where id = s.user_id limit 1) u
  where s.ends_at > $2::timestamptz and (u.banned_until is null or u.banned_until <= $2 or u.is_suspension)`;

/** Those of the sessions that may act at `now`, by session id: neither ended nor of a banned user. */
type FindLiveSessions<Beside> = (
  pool: Pool,
  sessionIds: string[],
  now: Date,
  values?: unknown[],
) => Promise<Map<string, LiveSession & Beside>>;

/**
 * A check of sessions that reads more of their members in the same statement.
 *
 * @param name Of the prepared statement.
 * @param columns SQL of the columns of `Beside`, of the member `s.user_id`, where `$3` is the first of the `values`.
 */
export function liveSessionsFinder<Beside>(name: string, columns?: string): FindLiveSessions<Beside> {
  const text = `${columns === undefined ? liveSessions : `${liveSessions}, ${columns}`} ${whichMayAct}`;
  return async (pool, sessionIds, now, values = []) => {
    const rows = await runPrepared<LiveSession & Beside>(pool, { name, text }, [
      sessionIds,
      now.toISOString(),
      ...values,
    ]);
    return new Map(rows.map((row) => [row.sessionId, row]));
  };
}

export const findLiveSessions = liveSessionsFinder<unknown>("live_sessions");
