import { type Db, runSql, type Tx } from "#server/db/db.ts";
import type { GiftCardOrderStatus } from "#server/db/schema.ts";

/** A purchase at the gift card service. */
export interface OrderRow {
  /** Also the idempotency key. */
  id: string;
  redemptionId: string | null;
  rewardId: string;
  orderedBy: string | null;
  productId: string;
  valueCents: number;
  currency: string;
  status: GiftCardOrderStatus;
  serviceOrderId: string | null;
}

const columns = [
  "id",
  "redemption_id as redemptionId",
  "reward_id as rewardId",
  "ordered_by as orderedBy",
  "product_id as productId",
  "value_cents as valueCents",
  "currency",
  "status",
  "service_order_id as serviceOrderId",
] as const;

/** Inserts a purchase before the service is called, and queues its job. Writes `gift_card_orders`. */
export async function insertOrder(
  tx: Tx,
  order: Omit<OrderRow, "status" | "serviceOrderId"> & { now: Date },
): Promise<void> {
  await tx
    .insertInto("gift_card_orders")
    .values({
      id: order.id,
      redemption_id: order.redemptionId,
      reward_id: order.rewardId,
      ordered_by: order.orderedBy,
      product_id: order.productId,
      value_cents: order.valueCents,
      currency: order.currency,
      created_at: order.now,
      updated_at: order.now,
    })
    .execute();
  await queueOrder(tx, order.id);
}

/** Queues the next step of a purchase. The steps of one purchase are worked on one after another. */
export async function queueOrder(db: Db, orderId: string): Promise<void> {
  await runSql(
    db,
    `select graphile_worker.add_job('advanceGiftCardOrder', json_build_object('orderId', $1::text),
       queue_name := 'gift card ' || $1, job_key := 'gift card ' || $1, max_attempts := 5)`,
    [orderId],
  );
}

/** A purchase, or undefined. */
export async function findOrder(db: Db, orderId: string): Promise<OrderRow | undefined> {
  return db.selectFrom("gift_card_orders").select(columns).where("id", "=", orderId).executeTakeFirst();
}

/** A purchase, locked until the transaction ends; lock its member and its request first. */
export async function lockOrder(tx: Tx, orderId: string): Promise<OrderRow | undefined> {
  return tx.selectFrom("gift_card_orders").select(columns).where("id", "=", orderId).forUpdate().executeTakeFirst();
}

/** The pending purchase for a request, locked until the transaction ends; undefined if there is none. */
export async function lockOpenOrder(tx: Tx, redemptionId: string): Promise<OrderRow | undefined> {
  return tx
    .selectFrom("gift_card_orders")
    .select(columns)
    .where("redemption_id", "=", redemptionId)
    .where("status", "in", ["placing", "pending", "cancelling"])
    .forUpdate()
    .executeTakeFirst();
}

/** Writes how far a purchase is. Writes `gift_card_orders`. */
export async function updateOrder(
  db: Db,
  orderId: string,
  change: { status?: GiftCardOrderStatus; serviceOrderId?: string; failure?: string | null; now: Date },
): Promise<void> {
  await db
    .updateTable("gift_card_orders")
    .set({
      updated_at: change.now,
      ...(change.status === undefined ? {} : { status: change.status }),
      ...(change.serviceOrderId === undefined ? {} : { service_order_id: change.serviceOrderId }),
      ...(change.failure === undefined ? {} : { failure: change.failure }),
    })
    .where("id", "=", orderId)
    .execute();
}

/** Pending purchases without progress since `before`, the oldest first. */
export async function listUnfinishedOrders(db: Db, before: Date, limit: number): Promise<string[]> {
  const rows = await db
    .selectFrom("gift_card_orders")
    .select("id")
    .where("status", "in", ["placing", "pending", "cancelling"])
    .where("updated_at", "<=", before)
    .orderBy("updated_at")
    .limit(limit)
    .execute();
  return rows.map((row) => row.id);
}
