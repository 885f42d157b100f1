import { limits } from "#contract/limits.ts";
import { allowLong, type Db, runSql, transact } from "#server/db/db.ts";
import { awardRules, spentStatuses, streakRules } from "./points-rules.ts";

/** Something that must always be true of points, and the query that finds every row for which it is not. */
interface Invariant {
  /** The invariant, as a sentence. */
  name: string;
  /** Gives a row for each violation, with a `subject` (whose or which) and `details`; none when all is well. */
  sql: string;
}

interface Violation {
  invariant: string;
  subject: string;
  details: string;
}

/** The most awards and points of each action in a day, as rows of SQL. */
const capRows = [
  ...Object.entries(awardRules).map(([action, { perDayMax, pointsMax }]) => [action, perDayMax, perDayMax * pointsMax]),
  // A streak bonus requires a daily login.
  ["STREAK_BONUS", 1, Math.max(...Object.values(streakRules).map(({ pointsMax }) => pointsMax))],
]
  .map(([action, awards, points]) => `('${action}', ${awards}, ${points})`)
  .join(", ");

/** The day on which a ledger row counts. */
const dayOf = "coalesce(l.day_start, date_trunc('day', l.created_at, 'UTC'))";

const pointsInvariants: readonly Invariant[] = [
  {
    name: "a balance is the ledger's sum less what is held and approved",
    sql: `select p.id as subject, 'balance ' || p.points || ', ledger ' || l.sum || ', held and approved ' || r.sum as details
      from profiles p
        left join lateral (select coalesce(sum(points), 0) as sum from points_ledger where user_id = p.id) l on true
        left join lateral (select coalesce(sum(points), 0) as sum from reward_redemptions
          where user_id = p.id and status in ${spentStatuses}) r on true
      where p.deleted_at is null and p.points <> l.sum - r.sum`,
  },
  {
    name: "no balance is negative, and nothing is owed beside a balance",
    sql: `select id as subject, 'balance ' || points || ', owed ' || points_owed as details
      from profiles where points < 0 or points_owed < 0 or (points > 0 and points_owed > 0)`,
  },
  {
    name: "an action is paid once",
    sql: `select user_id as subject, action || ' ' || l.subject || ' has ' || count(*) || ' rows' as details
      from points_ledger l group by user_id, action, l.subject having count(*) > 1`,
  },
  {
    name: "awards add points and reversals take them",
    sql: `select user_id as subject, id || ' ' || action || ' ' || points as details
      from points_ledger where points = 0 or (action <> 'CORRECTION' and (points > 0) = (action = 'REVERSAL'))`,
  },
  {
    name: "a day's awards and points stay within their caps",
    sql: `select l.user_id as subject,
        l.action || ' on the day from ' || ${dayOf} || ': ' || count(*) || ' awards, ' || sum(l.points) || ' points' as details
      from points_ledger l join (values ${capRows}) c(action, awards, points) on c.action = l.action::text
      group by l.user_id, l.action, ${dayOf}, c.awards, c.points
      having count(*) > c.awards or sum(l.points) > c.points`,
  },
  {
    name: "a day's awards with one other member stay within their cap",
    sql: `select l.user_id as subject, count(*) || ' awards with ' || l.counterpart_id as details
      from points_ledger l where l.counterpart_id is not null and l.points > 0
      group by l.user_id, l.counterpart_id, ${dayOf} having count(*) > ${limits.awardsPerPairPerDayMax}`,
  },
  {
    name: "two daily logins are at least 20 hours apart",
    sql: `select user_id as subject, gap || ' between two daily logins' as details from (
        select user_id, created_at - lag(created_at) over (partition by user_id order by created_at) as gap
        from points_ledger where action = 'DAILY_LOGIN' and day_start is not null
      ) logins where gap < interval '${limits.loginAwardHours} hours'`,
  },
];

/** The invariants of redemptions and gift-card codes; the queries read the tables of the rewards module. */
const rewardInvariants: readonly Invariant[] = [
  {
    name: "an approved request has one gift card code, and no other request has any",
    sql: `select r.id as subject, r.status || ' with ' || count(c.id) || ' codes' as details
      from reward_redemptions r left join gift_card_codes c on c.redemption_id = r.id
      group by r.id having count(c.id) <> case when r.status = 'approved' then 1 else 0 end`,
  },
  {
    name: "a gift card code belongs to at most one request, and once used stays out of the stock",
    sql: `select id as subject, 'code of ' || redemption_id || ' counts as unused' as details
      from gift_card_codes where redemption_id is not null and used_at is null
      union all
      select redemption_id, count(*) || ' codes' from gift_card_codes
      where redemption_id is not null group by redemption_id having count(*) > 1
      union all
      select min(id::text)::uuid, 'the same code is stored ' || count(*) || ' times'
      from gift_card_codes group by digest having count(*) > 1`,
  },
  {
    name: "at most one purchase of a gift card is under way for a request, and only while it awaits approval",
    sql: `select r.id as subject, count(*) || ' purchases under way, status ' || r.status as details
      from gift_card_orders o join reward_redemptions r on r.id = o.redemption_id
      where o.status in ('placing', 'pending', 'cancelling')
      group by r.id having count(*) > 1 or r.status <> 'awaiting approval'`,
  },
  {
    name: "a completed purchase has delivered one code, and no other purchase has",
    sql: `select o.id as subject, o.status || ' with ' || count(c.id) || ' codes' as details
      from gift_card_orders o left join gift_card_codes c on c.order_id = o.id
      group by o.id having count(c.id) <> case when o.status = 'completed' then 1 else 0 end`,
  },
  {
    name: "a decided request has its time, and a rejected one its reason",
    sql: `select id as subject, 'status ' || status as details from reward_redemptions
      where (status = 'awaiting approval') <> (decided_at is null) or (status = 'rejected' and rejection_reason is null)`,
  },
];

const invariants: readonly Invariant[] = [...pointsInvariants, ...rewardInvariants];

/** The names of all invariants, in the order in which they are checked. */
export const listInvariants = (): string[] => invariants.map(({ name }) => name);

/** Reported violations per invariant; a bug may affect every member. */
const violationsMax = 20;

/** The violations of the points invariants in this database, at most 20 per invariant. */
export async function auditPoints(db: Db): Promise<Violation[]> {
  const violations: Violation[] = [];
  for (const { name, sql } of invariants) {
    const rows = await transact(db, async (tx) => {
      await allowLong(tx);
      return runSql<Omit<Violation, "invariant">>(tx, `${sql} limit ${violationsMax}`, []);
    });
    violations.push(...rows.map(({ subject, details }) => ({ invariant: name, subject, details })));
  }
  return violations;
}
