import type { AdminReward, NewReward, RedemptionRules, RewardEdit } from "#contract/reward-admin.ts";
import { auditOrigin, recordAudit } from "#server/admin/audit-log.service.ts";
import { requireAdmin, requireRecentAdmin } from "#server/admin/require-admin.service.ts";
import { transact } from "#server/db/db.ts";
import type { RequestContext } from "#server/http/context.ts";
import { fail, failField } from "#server/lib/app-error.ts";
import { newId } from "#server/lib/ids.ts";
import { lockSettings } from "#server/settings/settings.service.ts";
import { getRedemptionRules, upsertRules } from "./redemption-rules.store.ts";
import {
  findCatalogueReward,
  insertReward,
  listCatalogue,
  lockCatalogueReward,
  updateReward,
} from "./rewards.store.ts";

/**
 * The whole catalogue with stock and requests: on offer first, then retired; and whether cards can be bought.
 *
 * @throws auth.required, auth.forbidden, auth.second_factor_required
 */
export async function listAllRewards(context: RequestContext): Promise<{ items: AdminReward[]; isServiceOn: boolean }> {
  await requireAdmin(context);
  return { items: await listCatalogue(context.db), isServiceOn: context.giftCards.isOn };
}

/**
 * Adds a reward to the catalogue. Writes `rewards` and the audit log.
 *
 * @throws auth.required, auth.forbidden, auth.second_factor_required; request.invalid for a bought reward without a product
 */
export async function createReward(context: RequestContext, reward: NewReward): Promise<AdminReward> {
  await requireAdmin(context);
  requireProduct(reward);
  const id = newId();
  return transact(context.db, async (tx) => {
    await insertReward(tx, id, reward);
    const target = { type: "reward", id } as const;
    await recordAudit(tx, { ...auditOrigin(context), action: "reward.created", target, after: { ...reward } });
    return (await findCatalogueReward(tx, id)) ?? fail("reward.not_found");
  });
}

/**
 * Changes or retires a reward. Earlier requests keep their name and cost. Writes `rewards` and the audit log.
 *
 * @throws auth.required, auth.forbidden, auth.second_factor_required, reward.not_found; request.invalid for a bought reward
 *   without a product
 */
export async function editReward(
  context: RequestContext,
  rewardId: string,
  edit: RewardEdit & { isRetired?: boolean },
): Promise<AdminReward> {
  await requireAdmin(context);
  return transact(context.db, async (tx) => {
    if (!(await lockCatalogueReward(tx, rewardId))) fail("reward.not_found");
    const before = (await findCatalogueReward(tx, rewardId)) ?? fail("reward.not_found");
    const changed = differences(before, edit);
    if (changed.length === 0) return before;
    requireProduct({
      supply: edit.supply ?? before.supply,
      serviceProductId: edit.serviceProductId === undefined ? before.serviceProductId : edit.serviceProductId,
    });
    await updateReward(tx, rewardId, edit, context.clock.now());
    const after = (await findCatalogueReward(tx, rewardId)) ?? fail("reward.not_found");
    await recordAudit(tx, {
      ...auditOrigin(context),
      action: "reward.changed",
      target: { type: "reward", id: rewardId },
      before: pick(before, changed),
      after: pick(after, changed),
    });
    return after;
  });
}

function requireProduct({ supply, serviceProductId }: Pick<AdminReward, "supply" | "serviceProductId">): void {
  if (supply === "service" && serviceProductId === null)
    failField("serviceProductId", "Name the product to buy at the gift card service");
}

/** The fields of `now` in which `given` says something else. */
const differences = <Kept extends object>(now: Kept, given: object): (keyof Kept & string)[] =>
  Object.entries(given)
    .filter(([field, value]) => field in now && value !== now[field as keyof Kept])
    .map(([field]) => field as keyof Kept & string);

const pick = <Kept extends object>(kept: Kept, fields: (keyof Kept & string)[]): Record<string, unknown> =>
  Object.fromEntries(fields.map((field) => [field, kept[field]]));

/**
 * What a member must meet to request a reward.
 *
 * @throws auth.required, auth.forbidden, auth.second_factor_required
 */
export async function getRules(context: RequestContext): Promise<RedemptionRules> {
  await requireAdmin(context);
  return getRedemptionRules(context.db);
}

/**
 * Changes what a member must meet; open requests stay, and unchanged rules are skipped. Writes `redemption_rules` and the
 * audit log.
 *
 * @throws auth.required, auth.forbidden, auth.second_factor_required, auth.recent_sign_in_required
 */
export async function changeRules(
  context: RequestContext,
  edit: { [Rule in keyof RedemptionRules]?: RedemptionRules[Rule] | undefined },
): Promise<RedemptionRules> {
  await requireRecentAdmin(context);
  return transact(context.db, async (tx) => {
    await lockSettings(tx);
    const before = await getRedemptionRules(tx);
    const after = { ...before, ...edit } as RedemptionRules;
    const changed = differences(before, after);
    if (changed.length === 0) return before;
    await upsertRules(tx, after);
    const target = { type: "setting", id: null } as const;
    const change = { before: pick(before, changed), after: pick(after, changed) };
    await recordAudit(tx, { ...auditOrigin(context), action: "redemption.rules_changed", target, ...change });
    return after;
  });
}
