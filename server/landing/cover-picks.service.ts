import { auditOrigin, recordAudit } from "#server/admin/audit-log.service.ts";
import { requireAdmin } from "#server/admin/require-admin.service.ts";
import { afterCommit, transact } from "#server/db/db.ts";
import type { RequestContext } from "#server/http/context.ts";
import { fail } from "#server/lib/app-error.ts";
import { dropFeedPages } from "#server/outfits/page-cache.service.ts";
import { deletePick, insertPick, lockPickedOutfit } from "./cover-picks.store.ts";

/**
 * Lets an outfit lead the covers, or no longer, and records that. Idempotent. Writes `cover_picks` and `audit_log`.
 *
 * @throws auth.required, auth.forbidden, auth.second_factor_required, outfit.not_found
 * @see docs/product.md#covers
 */
export async function setCoverPick(
  context: RequestContext,
  outfitId: string,
  isPicked: boolean,
): Promise<{ ok: true }> {
  await requireAdmin(context);
  await transact(context.db, async (tx) => {
    const memberId = (await lockPickedOutfit(tx, outfitId)) ?? fail("outfit.not_found");
    const isChanged = isPicked ? await insertPick(tx, outfitId, context.clock.now()) : await deletePick(tx, outfitId);
    if (!isChanged) return;
    afterCommit(tx, () => dropFeedPages(context.pool));
    await recordAudit(tx, {
      ...auditOrigin(context),
      action: "outfit.cover_picked",
      target: { type: "outfit", id: outfitId, memberId },
      before: { isPicked: !isPicked },
      after: { isPicked },
    });
  });
  return { ok: true };
}
