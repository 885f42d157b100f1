import type { Page, PageQuery } from "#contract/page.ts";
import type { AdminRedemption, RedemptionCase } from "#contract/reward-admin.ts";
import type { RedemptionStatus } from "#contract/rewards.ts";
import { auditOrigin, recordAudit } from "#server/admin/audit-log.service.ts";
import { requireAdmin, requireOtherAdmin, requireRecentAdmin } from "#server/admin/require-admin.service.ts";
import { readCursor } from "#server/db/cursor.ts";
import { type Db, transact, type Tx } from "#server/db/db.ts";
import type { RequestContext } from "#server/http/context.ts";
import { fail, failField } from "#server/lib/app-error.ts";
import { returnPoints } from "#server/points/points.service.ts";
import { canVerifyEmails } from "#server/settings/settings.service.ts";
import { isCode } from "./code-list.ts";
import { takeNextCode } from "./codes.store.ts";
import { storeCode } from "./codes.service.ts";
import { approveLocked, lockWithMember, notifyOfDecision } from "./decisions.service.ts";
import { openOrder } from "./orders.service.ts";
import { countByStatus, findCase, findForAdmin, listByStatus } from "./queue.store.ts";
import { decideRedemption, type LockedRedemption } from "./redemptions.store.ts";
import { findCatalogueReward } from "./rewards.store.ts";

interface QueueQuery extends PageQuery {
  status: RedemptionStatus;
  rewardId?: string | undefined;
}

/**
 * A page of requests of one status: those that await approval oldest first, others newest first.
 *
 * @throws auth.required, auth.forbidden, auth.second_factor_required; request.invalid for a cursor that is not ours
 */
export async function listQueue(context: RequestContext, query: QueueQuery): Promise<Page<AdminRedemption>> {
  await requireAdmin(context);
  const { status, rewardId = null, cursor, limit } = query;
  return listByStatus(context.db, { status, rewardId, after: readCursor(cursor), limit });
}

/**
 * How many requests there are of each status.
 *
 * @throws auth.required, auth.forbidden, auth.second_factor_required
 */
export async function countQueue(context: RequestContext) {
  await requireAdmin(context);
  return countRedemptions(context.db);
}

/** 'Rewards redeemed' are the approved ones. */
async function countRedemptions(
  db: Db,
): Promise<{ awaiting: number; approved: number; rejected: number; withdrawn: number }> {
  const counts = await countByStatus(db);
  const of = (status: RedemptionStatus) => counts.get(status) ?? 0;
  return {
    awaiting: of("awaiting approval"),
    approved: of("approved"),
    rejected: of("rejected"),
    withdrawn: of("withdrawn"),
  };
}

/**
 * One request with what helps to decide it.
 *
 * @throws auth.required, auth.forbidden, auth.second_factor_required, redemption.not_found
 */
export async function getCase(context: RequestContext, redemptionId: string): Promise<RedemptionCase> {
  await requireAdmin(context);
  return (await findCase(context.db, redemptionId, canVerifyEmails(context.config))) ?? fail("redemption.not_found");
}

/**
 * Approves a request: with the code that was typed in, else with the next one in stock, else by ordering a card from the gift
 * card service, in which case the request stays open until the card arrives. Of concurrent decisions one is made. An admin's
 * own request is for another one, where there is one. Notifies the member. Writes `reward_redemptions`, `gift_card_codes`,
 * `gift_card_orders` and the audit log.
 *
 * @throws auth.required, auth.forbidden, auth.second_factor_required, auth.recent_sign_in_required, redemption.not_found,
 *   redemption.decided, redemption.order_open, redemption.no_code, redemption.code_known, decision.own; request.invalid for a
 *   code that cannot be one
 */
export async function approve(
  context: RequestContext,
  redemptionId: string,
  typed: { code?: string | undefined; pin?: string | undefined },
): Promise<AdminRedemption> {
  const admin = await requireRecentAdmin(context);
  if (typed.code !== undefined && !isCode(typed.code)) failField("code", "This does not look like a gift card code");
  await transact(context.db, async (tx) => {
    const redemption = await lockOpen(tx, redemptionId);
    await requireOtherAdmin(tx, { userId: admin.userId, memberId: redemption.userId });
    const source = await findSource(tx, context, redemption, typed);
    if (source === "none") fail("redemption.no_code");
    if (source === "order") return;
    await approveLocked(tx, context, redemption, {
      decidedBy: admin.userId,
      origin: auditOrigin(context),
      codeFrom: source,
      now: context.clock.now(),
    });
  });
  return (await findForAdmin(context.db, redemptionId)) ?? fail("redemption.not_found");
}

/** The source of a request's code; a typed one and one from the stock are already assigned. */
async function findSource(
  tx: Tx,
  context: RequestContext,
  redemption: LockedRedemption,
  { code, pin = null }: { code?: string | undefined; pin?: string | null | undefined },
): Promise<"typed" | "stock" | "order" | "none"> {
  const { id: redemptionId, rewardId } = redemption;
  if (code !== undefined) {
    const given = { card: { code, pin }, rewardId, redemptionId, orderId: null };
    return (await storeCode(tx, context, given)) ? "typed" : fail("redemption.code_known");
  }
  if (await takeNextCode(tx, { rewardId, redemptionId, now: context.clock.now() })) return "stock";
  const reward = await findCatalogueReward(tx, rewardId);
  if (reward?.supply !== "service" || reward.serviceProductId === null || !context.giftCards.isOn) return "none";
  await openOrder(tx, context, redemption, reward.serviceProductId);
  return "order";
}

/**
 * Rejects a request with a reason that its member sees, and returns the points. Notifies the member. Writes
 * `reward_redemptions`, `profiles.points` and the audit log.
 *
 * @throws auth.required, auth.forbidden, auth.second_factor_required, redemption.not_found, redemption.decided,
 *   redemption.order_open
 */
export async function reject(context: RequestContext, redemptionId: string, reason: string): Promise<AdminRedemption> {
  const admin = await requireAdmin(context);
  await transact(context.db, async (tx) => {
    const redemption = await lockOpen(tx, redemptionId);
    const { userId, points } = redemption;
    const now = context.clock.now();
    await decideRedemption(tx, redemptionId, { status: "rejected", decidedBy: admin.userId, reason, now });
    const settledPoints = await returnPoints(tx, context, userId, points);
    await recordAudit(tx, {
      ...auditOrigin(context),
      action: "redemption.rejected",
      target: { type: "redemption", id: redemptionId, memberId: userId },
      before: { status: redemption.status },
      after: { status: "rejected", pointsReturned: points },
      reason,
    });
    await notifyOfDecision(tx, context, redemption, { status: "rejected", reason, settledPoints });
  });
  return (await findForAdmin(context.db, redemptionId)) ?? fail("redemption.not_found");
}

/** The request, locked with its member, if it is undecided and has no pending purchase. */
async function lockOpen(tx: Tx, redemptionId: string): Promise<LockedRedemption> {
  const redemption = (await lockWithMember(tx, redemptionId)) ?? fail("redemption.not_found");
  if (redemption.status !== "awaiting approval") fail("redemption.decided");
  if (redemption.isOrdered) fail("redemption.order_open");
  return redemption;
}
