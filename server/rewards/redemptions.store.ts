import type { Page } from "#contract/page.ts";
import type { Redemption, Reward } from "#contract/rewards.ts";
import { toPage, type KeysetCursor } from "#server/db/cursor.ts";
import { type Db, runSql, type Tx } from "#server/db/db.ts";
import type { RedemptionStatus } from "#server/db/schema.ts";
import { isNotBanned } from "#server/members/member-sql.ts";

/**
 * Inserts a request that awaits approval, with the reward as it is now; false if the id is taken. Writes
 * `reward_redemptions`.
 */
export async function insertRedemption(
  tx: Tx,
  { id, userId, reward, now }: { id: string; userId: string; reward: Reward; now: Date },
): Promise<boolean> {
  const { numInsertedOrUpdatedRows } = await tx
    .insertInto("reward_redemptions")
    .values({
      id,
      user_id: userId,
      reward_id: reward.id,
      points: reward.pointsRequired,
      reward_name: reward.name,
      gift_card_type: reward.giftCardType,
      value_cents: reward.valueCents,
      currency: reward.currency,
      created_at: now,
    })
    .onConflict((conflict) => conflict.doNothing())
    .executeTakeFirstOrThrow();
  return numInsertedOrUpdatedRows === 1n;
}

/** A request as its member sees it, with times as dates. */
export interface RedemptionRow extends Omit<Redemption, "createdAt" | "decidedAt" | "revealedAt"> {
  createdAt: Date;
  decidedAt: Date | null;
  revealedAt: Date | null;
}

/** SQL of a request `r` as its member sees it. */
export const redemptionColumns = `r.id, r.points as cost, r.status,
  json_build_object('id', r.reward_id, 'name', r.reward_name, 'giftCardType', r.gift_card_type,
    'valueCents', r.value_cents, 'currency', r.currency) as reward,
  exists (select from gift_card_orders o
    where o.redemption_id = r.id and o.status in ('placing', 'pending', 'cancelling')) as "isOrdered",
  r.rejection_reason as "rejectionReason", r.created_at as "createdAt", r.decided_at as "decidedAt",
  r.revealed_at as "revealedAt"`;

/** A row with its times as text. */
export function toRedemption<Row extends RedemptionRow>(row: Row): Omit<Row, keyof RedemptionRow> & Redemption {
  return {
    ...row,
    createdAt: row.createdAt.toISOString(),
    decidedAt: row.decidedAt?.toISOString() ?? null,
    revealedAt: row.revealedAt?.toISOString() ?? null,
  };
}

/** A member's own request, or undefined. */
export async function findRedemption(db: Db, userId: string, id: string): Promise<Redemption | undefined> {
  const [row] = await runSql<RedemptionRow>(
    db,
    `select ${redemptionColumns} from reward_redemptions r where r.id = $2 and r.user_id = $1`,
    [userId, id],
  );
  return row && toRedemption(row);
}

/** A page of a member's requests, newest first. */
export async function listRedemptions(
  db: Db,
  { userId, after, limit }: { userId: string; after: KeysetCursor | null; limit: number },
): Promise<Page<Redemption>> {
  const rows = await runSql<RedemptionRow>(
    db,
    `select ${redemptionColumns} from reward_redemptions r
     where r.user_id = $1 and (r.created_at, r.id) < ($2::timestamptz, $3::uuid)
     order by r.created_at desc, r.id desc limit $4`,
    [userId, after?.createdAt ?? "infinity", after?.id ?? "ffffffff-ffff-ffff-ffff-ffffffffffff", limit + 1],
  );
  return toPage(rows.map(toRedemption), limit);
}

export interface LockedRedemption {
  id: string;
  userId: string;
  rewardId: string;
  /** With the value, as it was requested. */
  rewardName: string;
  valueCents: number;
  currency: string;
  points: number;
  status: RedemptionStatus;
  isOrdered: boolean;
}

/** Whose request it is, or undefined. */
export async function findRequester(db: Db, id: string): Promise<string | undefined> {
  const row = await db.selectFrom("reward_redemptions").select("user_id").where("id", "=", id).executeTakeFirst();
  return row?.user_id;
}

/** Locks a request until the transaction ends; lock its member first. Undefined if there is none. */
export async function lockRedemption(tx: Tx, id: string): Promise<LockedRedemption | undefined> {
  await runSql(tx, "select from reward_redemptions where id = $1 for no key update", [id]);
  const [row] = await runSql<LockedRedemption>(
    tx,
    `select r.id, r.user_id as "userId", r.reward_id as "rewardId", r.reward_name as "rewardName",
       r.value_cents as "valueCents", r.currency, r.points, r.status,
       exists (select from gift_card_orders o
         where o.redemption_id = r.id and o.status in ('placing', 'pending', 'cancelling')) as "isOrdered"
     from reward_redemptions r where r.id = $1`,
    [id],
  );
  return row;
}

/** Writes what became of a request that is locked. Writes `reward_redemptions`. */
export async function decideRedemption(
  tx: Tx,
  id: string,
  decision: {
    status: "approved" | "rejected" | "withdrawn";
    decidedBy: string | null;
    reason?: string;
    now: Date;
  },
): Promise<void> {
  await tx
    .updateTable("reward_redemptions")
    .set({
      status: decision.status,
      decided_by: decision.decidedBy,
      decided_at: decision.now,
      rejection_reason: decision.reason ?? null,
    })
    .where("id", "=", id)
    .execute();
}

/** Notes when the member first looked at the code. Writes `reward_redemptions`. */
export async function markRevealed(tx: Tx, id: string, now: Date): Promise<void> {
  await tx
    .updateTable("reward_redemptions")
    .set({ revealed_at: now })
    .where("id", "=", id)
    .where("revealed_at", "is", null)
    .execute();
}

/**
 * Queues the mail about a decision, in its transaction.
 *
 * @param settledPoints How many of the returned points a debt took.
 */
export async function queueDecisionMail(tx: Tx, redemptionId: string, settledPoints: number): Promise<void> {
  await runSql(
    tx,
    `select graphile_worker.add_job(
       'mailRedemption', json_build_object('redemptionId', $1::uuid, 'settledPoints', $2::integer), max_attempts := 8)`,
    [redemptionId, settledPoints],
  );
}

export interface DecisionMail {
  email: string;
  username: string;
  status: RedemptionStatus;
  rewardName: string;
  points: number;
  reason: string | null;
}

/** The content and recipient of a decision's mail; undefined if the member gets no mail about rewards, or is deleted. */
export async function findDecisionMail(db: Db, redemptionId: string, now: Date): Promise<DecisionMail | undefined> {
  const [row] = await runSql<DecisionMail>(
    db,
    `select u.email, p.username, r.status, r.reward_name as "rewardName", r.points, r.rejection_reason as reason
     from reward_redemptions r join profiles p on p.id = r.user_id join auth.users u on u.id = p.id
     left join notification_settings c on c.user_id = p.id and c.type = 'reward'
     where r.id = $1 and p.notified_by_email and coalesce(c.by_mail, true)
       and u.email is not null and u.email_confirmed_at is not null
       and ${isNotBanned("u", "$2")}`,
    [redemptionId, now],
  );
  return row;
}
