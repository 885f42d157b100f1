import type { Page, PageQuery } from "#contract/page.ts";
import type { Redemption, Reward } from "#contract/rewards.ts";
import { cutPage, readCursor } from "#server/db/cursor.ts";
import { transact } from "#server/db/db.ts";
import type { Call } from "#server/http/call.ts";
import { fail } from "#server/lib/app-error.ts";
import { holdPoints } from "#server/points/points.service.ts";
import * as store from "./rewards.store.ts";

/** What points can be turned into at present, the cheapest first. */
export async function listRewards(call: Call): Promise<{ items: Reward[] }> {
  return { items: await store.listRewards(call.db) };
}

/**
 * A page of the caller's requests, newest first.
 *
 * @throws auth.required; request.invalid for a cursor that is not ours
 */
export async function listRedemptions(call: Call, { cursor, limit }: PageQuery): Promise<Page<Redemption>> {
  const userId = call.userId ?? fail("auth.required");
  return cutPage(await store.listRedemptions(call.db, { userId, after: readCursor(cursor), limit }), limit);
}

/**
 * The caller's request for a reward, whose points are held with it: both are written or neither. A request that is sent
 * again under its id holds nothing more.
 *
 * @throws auth.required, reward.not_found, reward.too_few_points, redemption.id_taken, rate.limited
 * @see decisions.md "Redemption"; security.md row 63
 */
export async function redeem(
  call: Call,
  { redemptionId, rewardId }: { redemptionId: string; rewardId: string },
): Promise<Redemption> {
  const viewer = call.viewer ?? fail("auth.required");
  const { userId } = viewer;
  await call.rateLimiter.spend("redemptions", { key: userId, isNew: viewer.isNew });
  return transact(call.db, async (tx) => {
    const reward = (await store.findReward(tx, rewardId)) ?? fail("reward.not_found");
    const points = reward.pointsRequired;
    const isNew = await store.insertRedemption(tx, { id: redemptionId, userId, rewardId, points });
    if (isNew && !(await holdPoints(tx, userId, points))) fail("reward.too_few_points");
    const redemption = (await store.findRedemption(tx, userId, redemptionId)) ?? fail("redemption.id_taken");
    return redemption.reward.id === rewardId ? redemption : fail("redemption.id_taken");
  });
}
