import type { Page, PageQuery } from "#contract/page.ts";
import type { GiftCard, Redemption, RedemptionObstacle, Reward, RewardStanding } from "#contract/rewards.ts";
import { auditOrigin, recordAudit } from "#server/admin/audit-log.service.ts";
import { readCursor } from "#server/db/cursor.ts";
import { afterCommit, type Db, transact, type Tx } from "#server/db/db.ts";
import type { RequestContext } from "#server/http/context.ts";
import { requireMember } from "#server/http/require-member.ts";
import { fail } from "#server/lib/app-error.ts";
import { lockMembers } from "#server/members/members.service.ts";
import { holdPoints, returnPoints } from "#server/points/points.service.ts";
import { canVerifyEmails } from "#server/settings/settings.service.ts";
import { findCodeOf } from "./codes.store.ts";
import { ruleTimes, toStanding } from "./redemption-rules.ts";
import { getMemberFacts, getRedemptionRules } from "./redemption-rules.store.ts";
import * as store from "./redemptions.store.ts";
import * as catalogue from "./rewards.store.ts";
import { openCode } from "./vault.service.ts";

/** The rewards on offer, the cheapest first. */
export async function listRewards(context: RequestContext): Promise<{ items: Reward[] }> {
  return { items: await catalogue.listRewards(context.db) };
}

/**
 * The caller's standing: what they may spend, their pace, and what prevents them from requesting a reward.
 *
 * @throws auth.required
 */
export async function getStanding(context: RequestContext): Promise<RewardStanding> {
  return computeStanding(context.db, context, requireMember(context).userId);
}

async function computeStanding(db: Db, { clock, config }: RequestContext, userId: string): Promise<RewardStanding> {
  const now = clock.now();
  const rules = await getRedemptionRules(db);
  const facts =
    (await getMemberFacts(db, userId, { ...ruleTimes(now), canProve: canVerifyEmails(config) })) ??
    fail("auth.session_ended");
  return toStanding(facts, rules, now);
}

/**
 * A page of the caller's requests, newest first, without their codes.
 *
 * @throws auth.required; request.invalid for a cursor that is not ours
 */
export async function listOwnRedemptions(
  context: RequestContext,
  { cursor, limit }: PageQuery,
): Promise<Page<Redemption>> {
  const { userId } = requireMember(context);
  return store.listRedemptions(context.db, { userId, after: readCursor(cursor), limit });
}

const obstacleCodes = {
  account_too_new: "redemption.account_too_new",
  contact_needed: "redemption.contact_needed",
  too_many_open: "redemption.too_many_open",
} as const satisfies Record<RedemptionObstacle, string>;

interface Request {
  redemptionId: string;
  rewardId: string;
  cost: number;
  mayWait: boolean;
}

/**
 * Requests a reward for the caller and holds its points, atomically. Idempotent by its id. Updates the member's open tabs.
 * Lock order: member, reward.
 *
 * @throws auth.required, reward.not_found, reward.price_changed, reward.too_few_points, reward.out_of_stock,
 *   redemption.id_taken, redemption.account_too_new, redemption.contact_needed, redemption.too_many_open,
 *   redemption.monthly_limit
 */
export async function redeem(context: RequestContext, request: Request): Promise<Redemption> {
  const { userId } = requireMember(context);
  return transact(context.db, async (tx) => {
    await lockMembers(tx, [userId]);
    const known = await store.findRedemption(tx, userId, request.redemptionId);
    if (!known) await insertRequest(tx, context, userId, request);
    else if (known.reward.id !== request.rewardId) fail("redemption.id_taken");
    return (await emitRedemption(tx, context, userId, request.redemptionId)) ?? fail("redemption.id_taken");
  });
}

async function insertRequest(
  tx: Tx,
  context: RequestContext,
  userId: string,
  { redemptionId, rewardId, cost, mayWait }: Request,
): Promise<void> {
  const now = context.clock.now();
  const reward = (await catalogue.lockReward(tx, rewardId)) ?? fail("reward.not_found");
  if (reward.pointsRequired !== cost) fail("reward.price_changed");
  const { balance, obstacle, monthlyPointsLeft } = await computeStanding(tx, context, userId);
  if (balance < cost) fail("reward.too_few_points");
  if (obstacle) fail(obstacleCodes[obstacle]);
  if (monthlyPointsLeft !== null && monthlyPointsLeft < cost) fail("redemption.monthly_limit");
  if (!reward.isInStock && !mayWait) fail("reward.out_of_stock");
  if (!(await holdPoints(tx, context, userId, cost))) fail("reward.too_few_points");
  if (!(await store.insertRedemption(tx, { id: redemptionId, userId, reward, now }))) fail("redemption.id_taken");
}

/**
 * Withdraws an own request that awaits approval and returns its points. Idempotent. Updates the member's open tabs.
 *
 * @throws auth.required, redemption.not_found, redemption.decided, redemption.order_open
 */
export async function withdraw(context: RequestContext, redemptionId: string): Promise<Redemption> {
  const { userId } = requireMember(context);
  return transact(context.db, async (tx) => {
    await lockMembers(tx, [userId]);
    const locked = await store.lockRedemption(tx, redemptionId);
    if (locked?.userId !== userId) return fail("redemption.not_found");
    if (locked.status !== "withdrawn") {
      if (locked.status !== "awaiting approval") fail("redemption.decided");
      if (locked.isOrdered) fail("redemption.order_open");
      await store.decideRedemption(tx, redemptionId, {
        status: "withdrawn",
        decidedBy: null,
        now: context.clock.now(),
      });
      await returnPoints(tx, context, userId, locked.points);
    }
    return (await emitRedemption(tx, context, userId, redemptionId)) ?? fail("redemption.not_found");
  });
}

/**
 * The code of an own approved request, decrypted. Each time is audited. Writes `reward_redemptions` and the audit log.
 *
 * @throws auth.required, redemption.not_found, redemption.not_approved
 */
export async function reveal(context: RequestContext, redemptionId: string): Promise<GiftCard> {
  const { userId } = requireMember(context);
  await transact(context.db, async (tx) => {
    const redemption = (await store.findRedemption(tx, userId, redemptionId)) ?? fail("redemption.not_found");
    if (redemption.status !== "approved") fail("redemption.not_approved");
    await store.markRevealed(tx, redemptionId, context.clock.now());
    const target = { type: "redemption", id: redemptionId, memberId: userId } as const;
    // The member's own address is not the log's business, which outlives the account.
    await recordAudit(tx, { ...auditOrigin(context), address: "", action: "reward.code_revealed", target });
    if (redemption.revealedAt === null) await emitRedemption(tx, context, userId, redemptionId);
  });
  const code = await findCodeOf(context.db, redemptionId);
  if (!code) throw new Error(`The approved redemption ${redemptionId} has no code`);
  return openCode(context, code);
}

/** Sends a request, as the transaction leaves it, to the member's open tabs after the commit, and returns it. */
export async function emitRedemption(
  tx: Tx,
  { live }: Pick<RequestContext, "live">,
  userId: string,
  redemptionId: string,
): Promise<Redemption | undefined> {
  const redemption = await store.findRedemption(tx, userId, redemptionId);
  if (redemption) afterCommit(tx, () => live.emitToMembers([userId], "redemption", redemption));
  return redemption;
}
