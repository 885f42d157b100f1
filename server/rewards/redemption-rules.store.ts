import { limits } from "#contract/limits.ts";
import type { RedemptionRules } from "#contract/reward-admin.ts";
import { type Db, runSql, type Tx } from "#server/db/db.ts";

const defaultRules: RedemptionRules = {
  accountAgeDaysMin: limits.accountAgeDaysMin,
  isContactNeeded: true,
  openMax: limits.openRedemptionsMax,
  pointsPerMonthMax: limits.redeemedPointsPerMonthMax,
};

/** The rules as an admin set them, else the defaults. */
export async function getRedemptionRules(db: Db): Promise<RedemptionRules> {
  const row = await db
    .selectFrom("redemption_rules")
    .select([
      "account_age_days_min as accountAgeDaysMin",
      "is_contact_needed as isContactNeeded",
      "open_max as openMax",
      "points_per_month_max as pointsPerMonthMax",
    ])
    .executeTakeFirst();
  return row ?? defaultRules;
}

/** Replaces the rules. Writes `redemption_rules`. */
export async function upsertRules(tx: Tx, rules: RedemptionRules): Promise<void> {
  const row = {
    account_age_days_min: rules.accountAgeDaysMin,
    is_contact_needed: rules.isContactNeeded,
    open_max: rules.openMax,
    points_per_month_max: rules.pointsPerMonthMax,
  };
  await tx
    .insertInto("redemption_rules")
    .values(row)
    .onConflict((conflict) => conflict.column("is_only").doUpdateSet(row))
    .execute();
}

/** The requirements of the rules for a member, and their requests so far. */
export interface MemberFacts {
  createdAt: Date;
  isContactConfirmed: boolean;
  balance: number;
  /** Of the requests that await approval. */
  heldPoints: number;
  owedPoints: number;
  openCount: number;
  /** Points of requests since the start of the month, without rejected or withdrawn ones. */
  monthPoints: number;
  /** Points earned since `paceSince` according to the ledger, minus reversals and without corrections by admins. */
  pacePoints: number;
}

/**
 * SQL for whether user `u` confirmed an address or a number: proved that it is theirs, or, where the site sends no mail and
 * so can prove no address, has one.
 */
export const contactConfirmed = (canProve: boolean): string => {
  const proven = "u.email_proven_at is not null or u.phone_proven_at is not null";
  return canProve
    ? `(${proven})`
    : `(${proven} or u.email_confirmed_at is not null or u.phone_confirmed_at is not null)`;
};

/**
 * The data about a member that the rules need; undefined if there is no such member.
 *
 * @param given.canProve Whether the site can prove addresses.
 * @param given.monthStart Requests since then count against the limit of the month.
 * @param given.paceSince From when on earnings count towards the pace.
 */
export async function getMemberFacts(
  db: Db,
  userId: string,
  { monthStart, paceSince, canProve }: { monthStart: Date; paceSince: Date; canProve: boolean },
): Promise<MemberFacts | undefined> {
  const [row] = await runSql<MemberFacts>(
    db,
    `select p.created_at as "createdAt", p.points as balance, p.points_owed as "owedPoints",
       ${contactConfirmed(canProve)} as "isContactConfirmed",
       coalesce(sum(r.points) filter (where r.status = 'awaiting approval'), 0) as "heldPoints",
       count(r.id) filter (where r.status = 'awaiting approval') as "openCount",
       coalesce(sum(r.points) filter (where r.created_at >= $2 and r.status in ('awaiting approval', 'approved')), 0)
         as "monthPoints",
       coalesce((
         select sum(l.points) from points_ledger l
         where l.user_id = p.id and l.created_at >= $3 and l.action <> 'CORRECTION'
       ), 0) as "pacePoints"
     from profiles p join auth.users u on u.id = p.id left join reward_redemptions r on r.user_id = p.id
     where p.id = $1 group by p.id, u.id`,
    [userId, monthStart, paceSince],
  );
  return row;
}
