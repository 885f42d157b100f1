import type { Redemption, Reward } from "#contract/rewards.ts";
import type { Position } from "#server/db/cursor.ts";
import { type Db, runSql } from "#server/db/db.ts";

const rewardColumns = `json_build_object('id', w.id, 'name', w.name, 'giftCardType', w.gift_card_type,
  'valueCents', w.value_cents, 'pointsRequired', w.points_required)`;

/** The rewards on offer, the cheapest first. */
export async function listRewards(db: Db): Promise<Reward[]> {
  const rows = await runSql<{ reward: Reward }>(
    db,
    `select ${rewardColumns} as reward from rewards w where w.is_active order by w.points_required, w.name`,
    [],
  );
  return rows.map(({ reward }) => reward);
}

/** A reward on offer, or undefined. */
export async function findReward(db: Db, rewardId: string): Promise<Reward | undefined> {
  const [row] = await runSql<{ reward: Reward }>(
    db,
    `select ${rewardColumns} as reward from rewards w where w.id = $1 and w.is_active`,
    [rewardId],
  );
  return row?.reward;
}

/** Writes a request that awaits approval; false where its id is known already. Writes `reward_redemptions`. */
export async function insertRedemption(
  db: Db,
  { id, userId, rewardId, points }: { id: string; userId: string; rewardId: string; points: number },
): Promise<boolean> {
  const { numInsertedOrUpdatedRows } = await db
    .insertInto("reward_redemptions")
    .values({ id, user_id: userId, reward_id: rewardId, points })
    .onConflict((conflict) => conflict.doNothing())
    .executeTakeFirstOrThrow();
  return numInsertedOrUpdatedRows === 1n;
}

interface RedemptionRow extends Omit<Redemption, "createdAt"> {
  createdAt: Date;
}

const redemptionRows = `select r.id, ${rewardColumns} as reward, r.points as cost, r.status, r.gift_card_code as "giftCardCode",
    r.rejection_reason as "rejectionReason", r.created_at as "createdAt"
  from reward_redemptions r join rewards w on w.id = r.reward_id`;

const toRedemption = (row: RedemptionRow): Redemption => ({ ...row, createdAt: row.createdAt.toISOString() });

/** A member's own request, or undefined. */
export async function findRedemption(db: Db, userId: string, id: string): Promise<Redemption | undefined> {
  const [row] = await runSql<RedemptionRow>(db, `${redemptionRows} where r.user_id = $1 and r.id = $2`, [userId, id]);
  return row && toRedemption(row);
}

/** A member's requests behind a place, newest first; one more than `limit` where there are as many. */
export async function listRedemptions(
  db: Db,
  { userId, after, limit }: { userId: string; after: Position | null; limit: number },
): Promise<Redemption[]> {
  const rows = await runSql<RedemptionRow>(
    db,
    `${redemptionRows} where r.user_id = $1 and (r.created_at, r.id) < ($2::timestamptz, $3::uuid)
     order by r.created_at desc, r.id desc limit $4`,
    [userId, after?.createdAt ?? "infinity", after?.id ?? "ffffffff-ffff-ffff-ffff-ffffffffffff", limit + 1],
  );
  return rows.map(toRedemption);
}
