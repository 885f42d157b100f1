import { perPool } from "#server/db/db.ts";
import type { RequestContext } from "#server/http/context.ts";
import { requireMember } from "#server/http/require-member.ts";
import { fail } from "#server/lib/app-error.ts";
import { createBatcher } from "#server/lib/batcher.ts";
import { insertViews, type View } from "./outfit-views.store.ts";
import { canSeeOutfit } from "./outfit-visibility.store.ts";
import { toOutfitViewer } from "./outfits.service.ts";

const countViewOf = perPool((pool) =>
  createBatcher<View, void>({
    itemsMax: 200,
    inFlightMax: 1,
    async run(views) {
      // A statement may affect a row of `outfit_views` only once.
      const distinct = new Map(views.map((view) => [`${view.userId} ${view.outfitId}`, view]));
      await insertViews(pool, [...distinct.values()]);
      return views.map(() => undefined);
    },
  }),
);

/**
 * Counts the caller's view of an outfit, once an hour. Concurrent views are written in one statement.
 *
 * @throws auth.required, outfit.not_found
 * @see docs/product.md#views
 */
export async function viewOutfit(context: RequestContext, outfitId: string): Promise<{ ok: true }> {
  const { userId } = requireMember(context);
  if (!(await canSeeOutfit(context.pool, toOutfitViewer(context), outfitId))) fail("outfit.not_found");
  await countViewOf(context.pool)({ userId, outfitId, at: context.clock.now() });
  return { ok: true };
}
