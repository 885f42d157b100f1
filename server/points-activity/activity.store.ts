import type { PointsEntry, PointsKind } from "#contract/points.ts";
import type { KeysetCursor } from "#server/db/cursor.ts";
import { type Db, type Pool, type PreparedStatement, runPrepared, runSql } from "#server/db/db.ts";
import { isoTime, jsonList, type JsonList, toObjects } from "#server/db/json-pages.ts";
import type { LoginStreak } from "#server/points/daily-login.service.ts";
import { spentStatuses } from "#server/points/points-rules.ts";
import type { OutfitViewer } from "#server/outfits/outfits.service.ts";
import { isEventVisible } from "#server/visibility/event-sql.ts";
import { isOutfitVisible } from "#server/visibility/outfit-sql.ts";

const end = { createdAt: "infinity", id: "ffffffff-ffff-ffff-ffff-ffffffffffff" };

/**
 * Ledger rows of member `$1` before (`$2`, `$3`), newest first, at most `$4` of them; `filter` narrows them. A correction is
 * titled by its reason.
 */
const ledgerRows = (filter: string) => `
  select id, action::text as kind, points, case when action = 'CORRECTION' then note else subject_title end as title, outfit_id,
    subject, null::int as cost, null::text as status, created_at
  from points_ledger l
  where user_id = $1 and (created_at, id) < ($2::timestamptz, $3::uuid) ${filter}
  order by created_at desc, id desc limit $4`;

const redemptionRows = `
  select r.id, 'REDEMPTION' as kind, case when r.status in ${spentStatuses} then -r.points else 0 end as points,
    r.reward_name as title, null::uuid as outfit_id, null as subject, r.points as cost, r.status::text as status, r.created_at
  from reward_redemptions r
  where r.user_id = $1 and (r.created_at, r.id) < ($2::timestamptz, $3::uuid)
  order by r.created_at desc, r.id desc limit $4`;

/** Whose points activity to list, of which kind, and from which position. */
interface ActivityQuery {
  viewer: OutfitViewer & { userId: string };
  kind: PointsKind | undefined;
  after: KeysetCursor | null;
  limit: number;
  now: Date;
}

/**
 * SQL for the contract's PointsEntry, newest first, and its values. An outfit is shown by its current title and linked if the
 * member can open it; otherwise by the title stored in the ledger. An event is linked if they can open it. `points` is what a
 * row did to the balance, so that all rows together are the balance.
 */
function activitySql({ viewer, kind, after, limit, now }: ActivityQuery): [text: string, values: unknown[]] {
  const parts: string[] = [];
  if (kind !== "REDEMPTION") parts.push(ledgerRows(kind === undefined ? "" : "and action = $7::points_action"));
  if (kind === undefined || kind === "REDEMPTION") parts.push(redemptionRows);
  const { createdAt, id } = after ?? end;
  const values: unknown[] = [viewer.userId, createdAt, id, limit + 1, viewer.isAdmin, now];
  if (kind !== undefined && kind !== "REDEMPTION") values.push(kind);
  const text = `
    select a.id, a.kind, a.points, coalesce(o.title, a.title) as title, o.id as "outfitId", v.id as "eventId",
      case when a.status is not null then json_build_object('cost', a.cost, 'status', a.status) end as redemption,
      ${isoTime("a.created_at")} as "createdAt"
    from (
      select * from (${parts.map((part) => `(${part})`).join(" union all ")}) rows
      order by created_at desc, id desc limit $4
    ) a
    left join lateral (
      select o.id, o.title from outfits o where o.id = a.outfit_id and ${isOutfitVisible("$1", "$5")}
    ) o on true
    left join lateral (
      select e.id from events e
      where e.id = case when a.kind = 'ATTEND_EVENT' then a.subject::uuid end and ${isEventVisible("$1", "$5", "$6")}
    ) v on true
    order by a.created_at desc, a.id desc`;
  return [text, values];
}

/** A member's points activity, one more row than `limit` where there are as many. */
export function listActivity(db: Db, query: ActivityQuery): Promise<PointsEntry[]> {
  return runSql(db, ...activitySql(query));
}

/** The same as JSON texts, with the member's time zone; undefined if there is no such member. */
export async function findActivity(
  pool: Pool,
  query: ActivityQuery,
): Promise<{ entries: string[]; timeZone: string } | undefined> {
  const [list, values] = activitySql(query);
  const text = `select p.time_zone as "timeZone", (${jsonList(list)}) as json from profiles p where p.id = $1`;
  const statement = { name: `points_activity_${variantOf(query.kind)}`, text };
  const [row] = await runPrepared<JsonList & { timeZone: string }>(pool, statement, values);
  return row && { entries: toObjects(row), timeZone: row.timeZone };
}

/** Statements are the same for all kinds of ledger rows. */
const variantOf = (kind: PointsKind | undefined) =>
  kind === undefined ? "all" : kind === "REDEMPTION" ? "redemptions" : "kind";

/** A stretch of time, the end not included. */
export interface TimeRange {
  from: Date;
  to: Date;
}

/** Sums of points activity, in the order of the ranges; zeros for a range without any. */
export function sumActivity(
  pool: Pool,
  userId: string,
  ranges: TimeRange[],
  kind?: PointsKind,
): Promise<{ earned: number; spent: number }[]> {
  const ledgerFilter = kind === undefined ? "" : kind === "REDEMPTION" ? "and false" : "and action = $4::points_action";
  const redemptionFilter = kind === undefined || kind === "REDEMPTION" ? "" : "and false";
  const times = (of: (range: TimeRange) => Date) => ranges.map((range) => of(range).toISOString());
  const values: unknown[] = [userId, times(({ from }) => from), times(({ to }) => to)];
  if (kind !== undefined && kind !== "REDEMPTION") values.push(kind);
  const text = `
     select coalesce(l.earned, 0)::int as earned, (coalesce(l.lost, 0) + coalesce(d.spent, 0))::int as spent
     from unnest($2::timestamptz[], $3::timestamptz[]) with ordinality r("from", "to", place)
     left join lateral (
       select sum(points) filter (where points > 0) as earned, -sum(points) filter (where points < 0) as lost
       from points_ledger where user_id = $1 and created_at >= r."from" and created_at < r."to" ${ledgerFilter}
     ) l on true
     left join lateral (
       select sum(points) as spent from reward_redemptions
       where user_id = $1 and created_at >= r."from" and created_at < r."to" and status in ${spentStatuses}
         ${redemptionFilter}
     ) d on true
     order by r.place`;
  return runPrepared(pool, { name: `points_sums_${variantOf(kind)}`, text }, values);
}

/** What a member has and owes, the parts of their activity score, and what their day and streak follow from. */
export interface Standing {
  balance: number;
  owedPoints: number;
  heldPoints: number;
  score: number;
  scoreAt: Date | null;
  outfitsCount: number;
  timeZone: string;
  dayStart: Date | null;
  streak: LoginStreak | undefined;
}

const standing: PreparedStatement = {
  name: "points_standing",
  text: `
    select p.points as balance, p.points_owed as "owedPoints", p.activity_score as score,
      p.last_activity_update as "scoreAt", p.outfit_count as "outfitsCount",
      coalesce((select sum(r.points) from reward_redemptions r
        where r.user_id = p.id and r.status = 'awaiting approval'), 0)::int as "heldPoints",
      p.time_zone as "timeZone", p.points_day_start as "dayStart", s.last_day::text as "lastDay",
      s.last_visit_at as "lastVisitAt", s.current_days as "currentDays", s.best_days as "bestDays"
    from profiles p left join login_streaks s on s.user_id = p.id where p.id = $1`,
};

/** A member's standing, or undefined. */
export async function findStanding(pool: Pool, userId: string): Promise<Standing | undefined> {
  const [row] = await runPrepared<Omit<Standing, "streak"> & (LoginStreak | { lastDay: null })>(pool, standing, [
    userId,
  ]);
  return row && { ...row, streak: row.lastDay === null ? undefined : row };
}

/** What a member was awarded by one action: how often on their day, and the latest in the time that is read. */
export interface ActionAwards {
  action: string;
  awardsToday: number;
  lastAwardAt: string;
}

const awards: PreparedStatement = {
  name: "points_awards",
  text: `
    select
      (select coalesce(sum(points), 0)::int from points_ledger
        where user_id = $1 and created_at >= $2 and created_at < $3 and action <> 'CORRECTION') as "earnedPoints",
      (select coalesce(json_agg(a), '[]') from (
        select action, count(*) filter (where created_at >= $4) as "awardsToday", ${isoTime("max(created_at)")} as "lastAwardAt"
        from points_ledger where user_id = $1 and created_at >= $5 and points > 0 group by action
      ) a) as actions`,
};

/**
 * A member's awards: those of the month less what was taken back in it, which may be more, corrections being neither; and by
 * action those since `since`.
 */
export async function findAwards(
  pool: Pool,
  userId: string,
  { month, dayStart, since }: { month: TimeRange; dayStart: Date; since: Date },
): Promise<{ earnedPoints: number; actions: ActionAwards[] }> {
  const times = [month.from, month.to, dayStart, since].map((time) => time.toISOString());
  const [row] = await runPrepared<{ earnedPoints: number; actions: ActionAwards[] }>(pool, awards, [userId, ...times]);
  return row ?? { earnedPoints: 0, actions: [] };
}
