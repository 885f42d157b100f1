import { limits } from "#contract/limits.ts";
import { auditOrigin, recordAudit } from "#server/admin/audit-log.service.ts";
import { requireAdmin } from "#server/admin/require-admin.service.ts";
import { type Pool, transact } from "#server/db/db.ts";
import type { RequestContext } from "#server/http/context.ts";
import type { SerializedReply } from "#server/http/serve.ts";
import { fail } from "#server/lib/app-error.ts";
import { listCards, replyWithCards } from "#server/outfits/card-lists.service.ts";
import { deletePick, insertPick, listPickIds, lockPickedOutfit } from "./cover-picks.store.ts";

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

/** The picked outfits that the caller may see. */
export async function getCoverPicks(context: RequestContext): Promise<SerializedReply> {
  return replyWithCards(context, await listPickIds(context.pool, limits.coverPicksMax));
}

/** The picked outfits as visitors see them, as the JSON text of a list. */
export async function renderCoverPicks(pool: Pool): Promise<string> {
  return listCards(pool, { userId: null, isAdmin: false }, await listPickIds(pool, limits.coverPicksMax));
}
