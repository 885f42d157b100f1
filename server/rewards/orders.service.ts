import { z } from "zod";
import type { AdminRedemption } from "#contract/reward-admin.ts";
import { auditOrigin, recordAudit } from "#server/admin/audit-log.service.ts";
import { requireAdmin } from "#server/admin/require-admin.service.ts";
import { transact, type Tx } from "#server/db/db.ts";
import type { AppContext, RequestContext } from "#server/http/context.ts";
import { fail } from "#server/lib/app-error.ts";
import { newId } from "#server/lib/ids.ts";
import { GiftCardError, type GiftCardOrder } from "#server/outside/gift-cards.ts";
import { storeCode } from "./codes.service.ts";
import { approveLocked, lockWithMember } from "./decisions.service.ts";
import * as store from "./orders.store.ts";
import { findForAdmin } from "./queue.store.ts";
import type { LockedRedemption } from "./redemptions.store.ts";

const failureCharsMax = 300;

/**
 * Begins to buy a card for a request that is locked, in the admin's name, of the value that was requested. Only the intention
 * is written here, together with its idempotency key; the service is called after the commit. Writes `gift_card_orders` and
 * the audit log.
 */
export async function openOrder(
  tx: Tx,
  context: RequestContext,
  redemption: LockedRedemption,
  productId: string,
): Promise<void> {
  const id = newId();
  const { valueCents, currency } = redemption;
  await store.insertOrder(tx, {
    id,
    redemptionId: redemption.id,
    rewardId: redemption.rewardId,
    orderedBy: context.userId,
    productId,
    valueCents,
    currency,
    now: context.clock.now(),
  });
  await recordAudit(tx, {
    ...auditOrigin(context),
    action: "redemption.card_ordered",
    target: { type: "redemption", id: redemption.id, memberId: redemption.userId },
    after: { orderId: id, valueCents, currency },
  });
}

/**
 * Requests cancellation of the pending purchase for a request. The service decides: a card that arrives anyway approves
 * the request. Writes `gift_card_orders` and the audit log.
 *
 * @throws auth.required, auth.forbidden, auth.second_factor_required, redemption.not_found, redemption.no_order
 */
export async function cancelOrder(context: RequestContext, redemptionId: string): Promise<AdminRedemption> {
  await requireAdmin(context);
  await transact(context.db, async (tx) => {
    const redemption = (await lockWithMember(tx, redemptionId)) ?? fail("redemption.not_found");
    const order = (await store.lockOpenOrder(tx, redemptionId)) ?? fail("redemption.no_order");
    if (order.status === "cancelling") return;
    await store.updateOrder(tx, order.id, { status: "cancelling", now: context.clock.now() });
    await store.queueOrder(tx, order.id);
    await recordAudit(tx, {
      ...auditOrigin(context),
      action: "redemption.order_cancelled",
      target: { type: "redemption", id: redemptionId, memberId: redemption.userId },
      after: { orderId: order.id },
    });
  });
  return (await findForAdmin(context.db, redemptionId)) ?? fail("redemption.not_found");
}

const OrderJob = z.object({ orderId: z.uuid() });

/**
 * Advances a purchase by one step: calls the service, then records its answer. Safe to repeat after a crash at any
 * point, because the service identifies the order by its key.
 *
 * @throws GiftCardError if the service could not be reached or its answer is unclear; the queue retries
 */
export async function advanceOrder(app: AppContext, job: unknown): Promise<void> {
  const { orderId } = OrderJob.parse(job);
  const order = await store.findOrder(app.db, orderId);
  if (!order) return;
  const now = app.clock.now();
  try {
    const answer = await askService(app, order);
    if (answer) await applyAnswer(app, order.id, answer);
  } catch (error) {
    if (!(error instanceof GiftCardError)) throw error;
    await store.updateOrder(app.db, order.id, { failure: error.message.slice(0, failureCharsMax), now });
    throw error;
  }
}

async function askService({ giftCards }: AppContext, order: store.OrderRow): Promise<GiftCardOrder | null> {
  const { id, serviceOrderId } = order;
  switch (order.status) {
    case "placing":
      return placeOrder(giftCards, order);
    case "pending":
      return serviceOrderId === null ? giftCards.findByKey(id) : giftCards.find(serviceOrderId);
    case "cancelling": {
      const placed = serviceOrderId ?? (await giftCards.findByKey(id))?.orderId;
      return placed === undefined
        ? { status: "cancelled", orderId: "", failure: "Cancelled before it was ordered" }
        : giftCards.cancel(placed);
    }
    case "completed":
    case "failed":
    case "cancelled":
      return null;
  }
}

/**
 * Orders the card. A refusal only says that this attempt bought nothing: an earlier one, whose answer was lost, may have.
 *
 * @throws GiftCardError if it is unclear whether there is an order
 */
async function placeOrder(giftCards: AppContext["giftCards"], order: store.OrderRow): Promise<GiftCardOrder> {
  const { id, productId, valueCents, currency } = order;
  try {
    return await giftCards.order({ idempotencyKey: id, productId, valueCents, currency });
  } catch (error) {
    if (!(error instanceof GiftCardError && error.isFinal)) throw error;
    return (await giftCards.findByKey(id)) ?? { status: "failed", orderId: "", failure: error.message };
  }
}

/** Records the service's answer about a purchase. A card whose request is deleted or decided goes into the stock. */
async function applyAnswer(app: AppContext, orderId: string, answer: GiftCardOrder): Promise<void> {
  await transact(app.db, async (tx) => {
    const known = await store.findOrder(tx, orderId);
    const redemption = known?.redemptionId ? await lockWithMember(tx, known.redemptionId) : undefined;
    const order = await store.lockOrder(tx, orderId);
    if (!order || !["placing", "pending", "cancelling"].includes(order.status)) return;
    const now = app.clock.now();
    const serviceOrderId = answer.orderId;
    if (answer.status === "pending") {
      // A cancellation requested in the meantime continues.
      const status = order.status === "cancelling" ? "cancelling" : "pending";
      await store.updateOrder(tx, orderId, { status, serviceOrderId, failure: null, now });
      return;
    }
    if (answer.status !== "completed") {
      const failure = answer.failure.slice(0, failureCharsMax);
      await store.updateOrder(tx, orderId, { status: answer.status, serviceOrderId, failure, now });
      return;
    }
    await complete(tx, app, { order, redemption, serviceOrderId, code: answer.code });
  });
}

async function complete(
  tx: Tx,
  app: AppContext,
  given: {
    order: store.OrderRow;
    redemption: LockedRedemption | undefined;
    serviceOrderId: string;
    code: string;
  },
): Promise<void> {
  const { order, redemption, serviceOrderId, code } = given;
  const now = app.clock.now();
  const isOpen = redemption?.status === "awaiting approval";
  const redemptionId = isOpen ? redemption.id : null;
  const card = { code, pin: null };
  if (!(await storeCode(tx, app, { card, rewardId: order.rewardId, redemptionId, orderId: order.id }))) {
    const failure = "The service delivered a code that was imported or used before";
    await store.updateOrder(tx, order.id, { status: "failed", serviceOrderId, failure, now });
    return;
  }
  await store.updateOrder(tx, order.id, { status: "completed", serviceOrderId, failure: null, now });
  if (!isOpen) return;
  await approveLocked(tx, app, redemption, {
    decidedBy: order.orderedBy,
    origin: { actor: order.orderedBy, address: "", requestId: "" },
    codeFrom: "service",
    now,
  });
}

const pollAfterMs = 30_000;
const ordersAtOnce = 100;

/** Queues the next step of each purchase that has waited for a while. */
export async function pollOrders(app: AppContext): Promise<void> {
  if (!app.giftCards.isOn) return;
  const before = new Date(app.clock.now().getTime() - pollAfterMs);
  for (const orderId of await store.listUnfinishedOrders(app.db, before, ordersAtOnce)) {
    await store.queueOrder(app.db, orderId);
  }
}
