import { type Db, runSql, type Tx } from "#server/db/db.ts";

/** A total and its changes by day, the oldest first. */
export interface TotalByDay {
  metric: string;
  total: number;
  days: { day: string; added: number; removed: number }[];
}

/** Every total of the site with its changes since `since`, from the stored sums and the pending changes. */
export async function listTotals(db: Db, since: string): Promise<TotalByDay[]> {
  return runSql<TotalByDay>(
    db,
    `with changes as (
       select metric, day, added, removed from site_totals
       union all select metric, day, added, removed from site_total_changes
     ), by_day as (
       select metric, day, sum(added) as added, sum(removed) as removed from changes where day >= $1::date group by 1, 2
     )
     select t.metric, t.total, coalesce(d.days, '[]') as days
     from (select metric, sum(added - removed)::bigint as total from changes group by metric) t
     left join (select metric, json_agg(json_build_object('day', day, 'added', added, 'removed', removed) order by day) as days
       from by_day group by metric) d on d.metric = t.metric`,
    [since],
  );
}

/** Folds the changes of the last minute into the sums by day. Writes `site_total_changes` and `site_totals`. */
export async function foldTotals(tx: Tx): Promise<number> {
  const [row] = await runSql<{ folded: number }>(
    tx,
    `with taken as (delete from site_total_changes returning metric, day, added, removed), sums as (
       insert into site_totals as t (metric, day, added, removed)
       select metric, day, sum(added), sum(removed) from taken group by 1, 2
       on conflict (metric, day) do update set added = t.added + excluded.added, removed = t.removed + excluded.removed)
     select count(*)::integer as folded from taken`,
    [],
  );
  return row?.folded ?? 0;
}

/** The full counts behind the totals, for the nightly check of the stored sums. */
const truths: Record<string, string> = {
  members: "select count(*) from profiles where deleted_at is null",
  outfits: "select count(*) from outfits",
  comments: "select count(*) from comments",
  likes: "select count(*) from likes",
  points: "select coalesce(sum(points), 0) from points_ledger",
  rewards_approved: "select count(*) from reward_redemptions where status = 'approved'",
  rewards_pending: "select count(*) from reward_redemptions where status = 'awaiting approval'",
};

/** The drift of each stored total, counted in one snapshot; empty if all are right. */
export async function findTotalDrift(db: Db): Promise<{ metric: string; by: number }[]> {
  const counted = Object.entries(truths).map(
    ([metric, truth]) => `select '${metric}' as metric, (${truth})::bigint as truth`,
  );
  return runSql<{ metric: string; by: number }>(
    db,
    `with changes as (
       select metric, added - removed as by from site_totals
       union all select metric, added - removed from site_total_changes
     ), kept as (select metric, sum(by) as total from changes group by metric), truths as (${counted.join(" union all ")})
     select t.metric, (t.truth - coalesce(k.total, 0))::bigint as by
     from truths t left join kept k on k.metric = t.metric where t.truth <> coalesce(k.total, 0)`,
    [],
  );
}

/** Adds what kept totals lack. Writes `site_total_changes`. */
export async function insertTotalRepairs(tx: Tx, drifts: { metric: string; by: number }[], day: string): Promise<void> {
  await runSql(
    tx,
    `insert into site_total_changes (metric, day, added, removed)
     select metric, $3::date, greatest(by, 0), greatest(-by, 0) from unnest($1::text[], $2::bigint[]) as drift(metric, by)`,
    [drifts.map(({ metric }) => metric), drifts.map(({ by }) => by), day],
  );
}

interface Pending {
  cases: number;
  appeals: number;
  articles: number;
  events: number;
}

/** What waits for a decision: cases, appeals, submitted articles and events, and proposals for published events. */
export async function countPending(db: Db): Promise<Pending> {
  const [row] = await runSql<Pending>(
    db,
    `select (select count(*) from moderation_cases where status = 'open') as cases,
       (select count(*) from appeals where status = 'open') as appeals,
       (select count(*) from articles where status = 'submitted' and submitted_at is not null) as articles,
       (select count(*) from events where status = 'submitted')
         + (select count(*) from event_proposals where is_waiting) as events`,
    [],
  );
  return row ?? { cases: 0, appeals: 0, articles: 0, events: 0 };
}

/** Median hours from a case's opening to the first response and to the decision, of cases opened since a time. */
export async function getResponseTimes(
  db: Db,
  since: Date,
): Promise<{ hoursToFirstResponse: number | null; hoursToDecision: number | null }> {
  const [row] = await runSql<{ hoursToFirstResponse: number | null; hoursToDecision: number | null }>(
    db,
    `select percentile_cont(0.5) within group (order by extract(epoch from first_response_at - created_at) / 3600)::float8
         as "hoursToFirstResponse",
       percentile_cont(0.5) within group (order by extract(epoch from decided_at - created_at) / 3600)::float8
         as "hoursToDecision"
     from moderation_cases where created_at >= $1`,
    [since],
  );
  return row ?? { hoursToFirstResponse: null, hoursToDecision: null };
}
