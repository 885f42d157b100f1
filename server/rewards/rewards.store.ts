import { limits } from "#contract/limits.ts";
import type { AdminReward, NewReward, RewardEdit } from "#contract/reward-admin.ts";
import type { Reward } from "#contract/rewards.ts";
import { type Db, runSql, type Tx } from "#server/db/db.ts";

/** Unassigned codes of reward `w`, and its requests that await one. */
const stockCounts = `
  (select count(*) from gift_card_codes c where c.reward_id = w.id and c.used_at is null)`;
const openCounts = `
  (select count(*) from reward_redemptions r where r.reward_id = w.id and r.status = 'awaiting approval')`;
/** How many more requests the stock can serve; null if codes do not come from a stock. */
const leftCount = `case when w.supply = 'codes' then ${stockCounts} - ${openCounts} end`;

interface RewardRow extends Omit<Reward, "isInStock" | "leftCount"> {
  left: number | null;
}

const rewardColumns = `w.id, w.name, w.description, w.gift_card_type as "giftCardType", w.value_cents as "valueCents",
  w.currency, w.points_required as "pointsRequired", ${leftCount} as "left"`;

function toReward<Row extends RewardRow>({ left, ...row }: Row): Omit<Row, "left"> & Reward {
  const isFew = left !== null && left > 0 && left <= limits.rewardFewLeft;
  return { ...row, isInStock: left === null || left > 0, leftCount: isFew ? left : null };
}

/** The rewards on offer, the cheapest first. */
export async function listRewards(db: Db): Promise<Reward[]> {
  const rows = await runSql<RewardRow>(
    db,
    `select ${rewardColumns} from rewards w where w.is_active order by w.points_required, w.name, w.id`,
    [],
  );
  return rows.map(toReward);
}

/**
 * A reward on offer, or undefined. Nobody else can request it or change it until the transaction ends, so that what is
 * read of its stock stays true.
 */
export async function lockReward(tx: Tx, rewardId: string): Promise<Reward | undefined> {
  const [locked] = await runSql(tx, "select from rewards where id = $1 and is_active for no key update", [rewardId]);
  if (!locked) return undefined;
  const [row] = await runSql<RewardRow>(tx, `select ${rewardColumns} from rewards w where w.id = $1`, [rewardId]);
  return row && toReward(row);
}

interface AdminRow extends RewardRow {
  supply: AdminReward["supply"];
  serviceProductId: string | null;
  isRetired: boolean;
  codesInStock: number;
  openCount: number;
  approvedCount: number;
  createdAt: Date;
  updatedAt: Date;
}

const adminColumns = `${rewardColumns}, w.supply, w.service_product_id as "serviceProductId",
  not w.is_active as "isRetired", ${stockCounts} as "codesInStock", ${openCounts} as "openCount",
  (select count(*) from reward_redemptions r where r.reward_id = w.id and r.status = 'approved') as "approvedCount",
  w.created_at as "createdAt", w.updated_at as "updatedAt"`;

const toAdminReward = (row: AdminRow): AdminReward => ({
  ...toReward(row),
  createdAt: row.createdAt.toISOString(),
  updatedAt: row.updatedAt.toISOString(),
});

/** The whole catalogue: on offer first, then retired; the cheapest first in each. */
export async function listCatalogue(db: Db): Promise<AdminReward[]> {
  const rows = await runSql<AdminRow>(
    db,
    `select ${adminColumns} from rewards w order by w.is_active desc, w.points_required, w.name, w.id`,
    [],
  );
  return rows.map(toAdminReward);
}

/** A reward of the catalogue, retired or not. */
export async function findCatalogueReward(db: Db, rewardId: string): Promise<AdminReward | undefined> {
  const [row] = await runSql<AdminRow>(db, `select ${adminColumns} from rewards w where w.id = $1`, [rewardId]);
  return row && toAdminReward(row);
}

/** Locks a reward of the catalogue, retired or not, until the transaction ends; false if there is none. */
export async function lockCatalogueReward(tx: Tx, rewardId: string): Promise<boolean> {
  return (await runSql(tx, "select from rewards where id = $1 for no key update", [rewardId])).length === 1;
}

/** Adds a reward. Writes `rewards`. */
export async function insertReward(tx: Tx, id: string, reward: NewReward): Promise<void> {
  await tx
    .insertInto("rewards")
    .values({
      id,
      name: reward.name,
      description: reward.description,
      gift_card_type: reward.giftCardType,
      value_cents: reward.valueCents,
      currency: reward.currency,
      points_required: reward.pointsRequired,
      supply: reward.supply,
      service_product_id: reward.serviceProductId,
    })
    .execute();
}

/** Changes the given fields of a reward. Writes `rewards`. */
export async function updateReward(tx: Tx, id: string, edit: RewardEdit & { isRetired?: boolean }, now: Date) {
  await runSql(
    tx,
    `update rewards set
       name = coalesce($2, name), description = coalesce($3, description), gift_card_type = coalesce($4, gift_card_type),
       value_cents = coalesce($5, value_cents), currency = coalesce($6, currency),
       points_required = coalesce($7, points_required), supply = coalesce($8, supply),
       service_product_id = case when $9 then $10 else service_product_id end,
       is_active = coalesce($11, is_active), updated_at = $12
     where id = $1`,
    [
      id,
      edit.name ?? null,
      edit.description ?? null,
      edit.giftCardType ?? null,
      edit.valueCents ?? null,
      edit.currency ?? null,
      edit.pointsRequired ?? null,
      edit.supply ?? null,
      edit.serviceProductId !== undefined,
      edit.serviceProductId ?? null,
      edit.isRetired === undefined ? null : !edit.isRetired,
      now,
    ],
  );
}
